import { decodeText } from '../../../base/hex/text.js'
import type { AbiParameter } from './abiItem.js'

/** A value of Solidity's, with what a reader needs to show it. */
export type Value =
  | { readonly type: 'address' | 'bytes' | 'text'; readonly value: string }
  | { readonly type: 'number'; readonly value: bigint }
  | { readonly type: 'list'; readonly values: readonly Value[] }
  | { readonly type: 'fields'; readonly values: readonly NamedValue[] }

export type NamedValue = { readonly name: string; readonly value: Value }

/**
 * The values that stand in hex digits without `0x`.
 *
 * @throws RangeError if the digits are no such values.
 */
export function decodeParameters(
  parameters: readonly AbiParameter[],
  digits: string,
): NamedValue[] {
  let at = 0
  return parameters.map((parameter) => {
    const value = readAt(parameter, digits, 0, at)
    at += headOf(parameter)
    return { name: parameter.name, value }
  })
}

const word = 64
const list = /^(.*)\[(\d*)\]$/s

/** The value whose head is there; what is dynamic lies behind `base`. */
function readAt(
  parameter: AbiParameter,
  digits: string,
  base: number,
  at: number,
): Value {
  if (!isDynamic(parameter)) return read(parameter, digits, at)
  return read(parameter, digits, base + count(digits, at) * 2)
}

function read(parameter: AbiParameter, digits: string, at: number): Value {
  const { type, components } = parameter
  const [, inner, length] = list.exec(type) ?? []
  if (inner !== undefined) {
    const first = length === '' ? at + word : at
    const many = length === '' ? count(digits, at) : Number(length)
    const item = { ...parameter, type: inner }
    const step = headOf(item)
    if (many * step > digits.length) throw new RangeError('The list is short.')
    const values = Array.from({ length: many }, (_, index) =>
      readAt(item, digits, first, first + index * step),
    )
    return { type: 'list', values }
  }
  if (type === 'tuple') {
    let next = at
    const values = components.map((component) => {
      const value = readAt(component, digits, at, next)
      next += headOf(component)
      return { name: component.name, value }
    })
    return { type: 'fields', values }
  }
  if (type === 'bytes' || type === 'string') {
    const length = count(digits, at) * 2
    const text = cut(digits, at + word, length)
    return type === 'bytes'
      ? { type: 'bytes', value: `0x${text}` }
      : { type: 'text', value: `"${decodeText(`0x${text}`)}"` }
  }
  return readWord(type, cut(digits, at, word))
}

function readWord(type: string, digits: string): Value {
  if (type === 'address')
    return { type: 'address', value: `0x${digits.slice(24)}` }
  if (type === 'bool') {
    const isTrue = digits.endsWith('1')
    return { type: 'text', value: isTrue ? 'true' : 'false' }
  }
  if (type.startsWith('bytes'))
    return {
      type: 'bytes',
      value: `0x${digits.slice(0, Number(type.slice('bytes'.length)) * 2)}`,
    }
  const value = BigInt(`0x${digits}`)
  return {
    type: 'number',
    value: type.startsWith('int') ? BigInt.asIntN(256, value) : value,
  }
}

function isDynamic({ type, components }: AbiParameter): boolean {
  const [, inner, length] = list.exec(type) ?? []
  if (inner !== undefined)
    return length === '' || isDynamic({ ...nameless, type: inner, components })
  if (type === 'tuple') return components.some(isDynamic)
  return type === 'bytes' || type === 'string'
}

/** How many digits stand in its place. */
function headOf(parameter: AbiParameter): number {
  if (isDynamic(parameter)) return word
  const [, inner, length] = list.exec(parameter.type) ?? []
  if (inner !== undefined)
    return Number(length) * headOf({ ...parameter, type: inner })
  return parameter.type === 'tuple'
    ? parameter.components.reduce((sum, one) => sum + headOf(one), 0)
    : word
}

const nameless = { name: '', isIndexed: false, components: [] }

function cut(digits: string, at: number, length: number): string {
  if (at + length > digits.length) throw new RangeError('The data is short.')
  return digits.slice(at, at + length)
}

function count(digits: string, at: number): number {
  const value = Number.parseInt(cut(digits, at, word), 16)
  if (!(value <= digits.length)) throw new RangeError('It points too far.')
  return value
}
