import type { Address, Hex } from '../hex/hex.js'
import { type AbiType, address, arrayOf, bool, bytes, tuple } from './abi.js'

/** A call within one of Multicall3. */
type CallWithin = {
  readonly to: Address
  readonly data: Hex
  /** The first four bytes of its data. */
  readonly selector: Hex
  /** Its answer; null while it is not known. */
  readonly output: Hex | null
  /** Null while it is not known. */
  readonly isSuccess: boolean | null
}

/** `aggregate3((address target, bool allowFailure, bytes callData)[])` */
const selector = '0x82ad56cb'

/**
 * The calls within a call of Multicall3, as client libraries make it of several
 * reads; none if the data is something else.
 */
export function readAggregate3(data: unknown, result: unknown): CallWithin[] {
  if (typeof data !== 'string' || !data.startsWith(selector)) return []
  const calls = decode(
    arrayOf(tuple(address, bool, bytes)),
    data.slice(selector.length),
  )
  const results =
    typeof result === 'string'
      ? decode(arrayOf(tuple(bool, bytes)), result.slice(2))
      : []
  return calls.map(([to, , data], index) => {
    const [isSuccess = null, output = null] = results[index] ?? []
    return { to, data, selector: data.slice(0, 10) as Hex, output, isSuccess }
  })
}

/** The one value that the digits hold; none if they are no such value. */
function decode<item>(type: AbiType<item[]>, digits: string): item[] {
  try {
    const [values] = tuple(type).decode(digits, 0)
    return values
  } catch (error) {
    if (error instanceof RangeError) return []
    throw error
  }
}
