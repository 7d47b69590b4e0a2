import { gasFor, grow, type Memory, sizeFor } from './memory.js'

/**
 * Gas is a number, as long as a number counts exactly. Gas of a frame beyond
 * that waits in `reserve`, which is 0n except under limits that no block has.
 */
export type Gas = { gas: number; reserve: bigint }

/** Two of them still add up exactly. */
const most = 2 ** 52

export const gasOf = {
  warmAccess: 100,
  coldAccount: 2_600,
  coldSlot: 2_100,
  keccakWord: 6,
  copiedWord: 3,
  exponentByte: 50,
  logTopic: 375,
  logByte: 8,
  initcodeWord: 2,
  codeByte: 200,
  valueTransfer: 9_000,
  newAccount: 25_000,
  stipend: 2_300,
}

export function setGas(meter: Gas, gas: bigint): void {
  const high = gas > most
  meter.gas = high ? most : Number(gas)
  meter.reserve = high ? gas - BigInt(most) : 0n
}

export function gasLeft({ gas, reserve }: Gas): bigint {
  return reserve + BigInt(gas)
}

/** False, and nothing taken, if there is not enough. */
export function charge(meter: Gas, cost: number): boolean {
  if (cost <= meter.gas) {
    meter.gas -= cost
    return true
  }
  if (meter.reserve === 0n || cost === Infinity) return false
  const left = gasLeft(meter) - BigInt(cost)
  if (left < 0n) return false
  setGas(meter, left)
  return true
}

/** Hands over `wanted`, but no more than 63 parts of 64 (EIP-150). */
export function handOver(from: Gas, to: Gas, wanted: bigint): void {
  if (from.reserve === 0n) {
    const limit = from.gas - Math.floor(from.gas / 64)
    const given = wanted < limit ? Number(wanted) : limit
    from.gas -= given
    to.gas = given
    return
  }
  const left = gasLeft(from)
  const limit = left - left / 64n
  const given = wanted < limit ? wanted : limit
  setGas(from, left - given)
  setGas(to, given)
}

export function giveBack(from: Gas, to: Gas): void {
  const sum = from.gas + to.gas
  if (sum <= most && from.reserve === 0n && to.reserve === 0n) to.gas = sum
  else setGas(to, gasLeft(from) + gasLeft(to))
}

export function spendAll(meter: Gas): void {
  meter.gas = 0
  meter.reserve = 0n
}

/** Pays for memory to cover a range, and grows it. */
export function expand(
  frame: Gas & { readonly memory: Memory },
  at: number,
  length: number,
): boolean {
  const { memory } = frame
  const size = sizeFor(at, length)
  if (size <= memory.size) return true
  if (!charge(frame, gasFor(size) - gasFor(memory.size))) return false
  grow(memory, size)
  return true
}

export function wordsOf(length: number): number {
  return Math.ceil(length / 32)
}
