import {
  type AbiType,
  address,
  arrayOf,
  bool,
  bytes,
  bytes32,
  string,
  tuple,
  uint256,
} from '../../../base/abi/abi.js'

/** Fields of an ABI item that a decoder uses. */
export type AbiItem = {
  readonly type: 'function' | 'event' | 'error'
  readonly name: string
  readonly inputs: readonly AbiParameter[]
  readonly outputs: readonly AbiParameter[]
}

type AbiParameter = {
  /** As signatures have it, with `tuple` for one of `components` */
  readonly type: string
  readonly name: string
  readonly isIndexed: boolean
  readonly components: readonly AbiParameter[]
}

/** The item that is said in JSON or in Solidity's words; no item: undefined. */
export function readAbiItem(given: unknown): AbiItem | undefined {
  if (typeof given === 'string') return readSentence(given)
  const { type, name, inputs, outputs } = Object(given) as {
    [field: string]: unknown
  }
  if (type !== 'function' && type !== 'event' && type !== 'error')
    return undefined
  if (typeof name !== 'string') return undefined
  return {
    type,
    name,
    inputs: readParameters(inputs),
    outputs: readParameters(outputs),
  }
}

function readParameters(given: unknown): AbiParameter[] {
  if (!Array.isArray(given)) return []
  return given.map((one) => {
    const { type, name, indexed, components } = Object(one)
    return {
      type: `${type}`,
      name: typeof name === 'string' ? name : '',
      isIndexed: indexed === true,
      components: readParameters(components),
    }
  })
}

const sentence =
  /^\s*(function|event|error)\s+(\w+)\s*\((.*?)\)(?:[^()]*returns\s*\((.*)\))?[^()]*$/s

/** `function transfer(address to, uint256 value) returns (bool)` */
function readSentence(text: string): AbiItem | undefined {
  const [, type, name, inputs = '', outputs = ''] = sentence.exec(text) ?? []
  if (type === undefined || name === undefined) return undefined
  return {
    type: type as AbiItem['type'],
    name,
    inputs: readList(inputs),
    outputs: readList(outputs),
  }
}

const words = ['memory', 'calldata', 'storage', 'payable', 'indexed']

function readList(text: string): AbiParameter[] {
  if (text.trim() === '') return []
  return text.split(',').map((part) => {
    const [type = '', ...rest] = part.trim().split(/\s+/)
    return {
      type: type.replace(/^(u?int)(?=\[|$)/, '$1256'),
      name: rest.find((word) => !words.includes(word)) ?? '',
      isIndexed: rest.includes('indexed'),
      components: [],
    }
  })
}

/** `transfer(address,uint256)` */
export function signatureOf({ name, inputs }: AbiItem): string {
  return `${name}(${inputs.map(typeOf).join(',')})`
}

function typeOf({ type, components }: AbiParameter): string {
  return type.startsWith('tuple')
    ? `(${components.map(typeOf).join(',')})${type.slice('tuple'.length)}`
    : type
}

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
  return namedBy(parameters, fieldsOf(parameters).decode(digits, 0))
}

const fieldsOf = (parameters: readonly AbiParameter[]) =>
  tuple(...parameters.map(readerOf))

function namedBy(
  parameters: readonly AbiParameter[],
  values: readonly Value[],
): NamedValue[] {
  return parameters.map(({ name }, at) => ({
    name,
    value: values[at] as Value,
  }))
}

const list = /^(.*)\[(\d*)\]$/s

function readerOf(parameter: AbiParameter): AbiType<Value> {
  const { type, components } = parameter
  const [, inner, length] = list.exec(type) ?? []
  if (inner !== undefined) {
    const item = readerOf({ ...parameter, type: inner })
    const items = arrayOf(item, length === '' ? undefined : Number(length))
    return decodedAs(items, (values) => ({ type: 'list', values }))
  }
  if (type === 'tuple')
    return decodedAs(fieldsOf(components), (values) => ({
      type: 'fields',
      values: namedBy(components, values),
    }))
  if (type === 'address')
    return decodedAs(address, (value) => ({ type: 'address', value }))
  if (type === 'bool')
    return decodedAs(bool, (value) => ({ type: 'text', value: `${value}` }))
  if (type === 'string')
    return decodedAs(string, (value) => ({ type: 'text', value: `"${value}"` }))
  if (type === 'bytes')
    return decodedAs(bytes, (value) => ({ type: 'bytes', value }))
  if (type.startsWith('bytes')) {
    const end = 2 + 2 * Number(type.slice('bytes'.length))
    return decodedAs(bytes32, (value) => ({
      type: 'bytes',
      value: value.slice(0, end),
    }))
  }
  return decodedAs(uint256, (value) => ({
    type: 'number',
    value: type.startsWith('int') ? BigInt.asIntN(256, value) : value,
  }))
}

/** The same type, with another value for what is decoded. */
function decodedAs<value>(
  type: AbiType<value>,
  read: (value: value) => Value,
): AbiType<Value> {
  const decode = (digits: string, at: number) => read(type.decode(digits, at))
  return { ...(type as AbiType<unknown>), decode }
}
