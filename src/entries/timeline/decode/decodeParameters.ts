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
