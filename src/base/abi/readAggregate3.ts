import type { Address, Hex } from '../hex/hex.js'

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
  const called = memory(`0x${data.slice(selector.length)}`)
  const returned = memory(result)
  const results = tuplesIn(returned)
  return tuplesIn(called).map((tuple, index) => {
    const answered = results[index]
    const callData = tuple + called.number(tuple + 64)
    const data = called.bytesAt(callData)
    return {
      to: `0x${called.word(tuple).slice(24)}` as Address,
      data,
      selector: data.slice(0, 10) as Hex,
      output:
        answered === undefined
          ? null
          : returned.bytesAt(answered + returned.number(answered + 32)),
      isSuccess:
        answered === undefined ? null : returned.number(answered) === 1,
    }
  })
}

type Memory = ReturnType<typeof memory>

/** Reads words at byte offsets; beyond the end they are empty. */
function memory(hex: unknown) {
  const body = typeof hex === 'string' ? hex.slice(2) : ''
  const word = (byte: number) => body.slice(byte * 2, byte * 2 + 64)
  const number = (byte: number) => Number(`0x${word(byte) || '0'}`)
  return {
    bytes: body.length / 2,
    word,
    number,
    bytesAt: (byte: number): Hex =>
      `0x${body.slice((byte + 32) * 2, (byte + 32 + number(byte)) * 2)}`,
  }
}

/** Offsets of the tuples in the one array that the memory holds. */
function tuplesIn({ bytes, number }: Memory): number[] {
  const start = number(0)
  const count = number(start)
  const first = start + 32
  if (!(count * 32 <= bytes)) return []
  return Array.from(
    { length: count },
    (_, index) => first + number(first + index * 32),
  )
}
