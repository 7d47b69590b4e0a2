import { lower } from '../../../engine/gas.js'
import { toWide, type Word } from './words.js'

/**
 * Gas is a number, as long as a number counts exactly. Gas of a frame beyond
 * that waits in `reserve`, which is 0n except under limits that no block has.
 */
export type Gas = { gas: number; reserve: bigint }

/** Gas of a frame, of which a part paid for state (EIP-8037). */
export type Meter = Gas & {
  /** What it paid for state, once the reservoir was empty. */
  spilled: number
}

/** Where gas for state comes from first: all frames share it. */
export type Reservoir = { reservoir: bigint }

/** Two of them still add up exactly. */
const most = 2 ** 52

export const gasOf = {
  warmAccess: 100,
  coldSlot: 2_100,
  keccakWord: 6,
  copiedWord: 3,
  exponentByte: 50,
  logTopic: 375,
  logByte: 8,
  initcodeWord: 2,
  stipend: 2_300,
}

/** Prices that a hardfork has changed. */
export type Prices = {
  readonly coldAccount: number
  /** Of a call, the stipend included. */
  readonly valueTransfer: number
  /** Of an account that a call or a creation brings into being. */
  readonly newAccount: number
  /** The same, if SELFDESTRUCT does. */
  readonly newHeir: number
  readonly codeByte: number
  readonly codeWord: number
  /** Gas for state; undefined where there is but one kind of gas. */
  readonly state: StatePrices | undefined
}

type StatePrices = {
  readonly account: number
  readonly slot: number
  readonly delegation: number
  readonly codeByte: number
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
export function handOver(from: Gas, to: Gas, wanted: Word): void {
  if (from.reserve === 0n) {
    const limit = from.gas - Math.floor(from.gas / 64)
    const given = wanted < limit ? Number(wanted) : limit
    from.gas -= given
    to.gas = given
    return
  }
  const left = gasLeft(from)
  const limit = left - left / 64n
  const given = wanted < limit ? toWide(wanted) : limit
  setGas(from, left - given)
  setGas(to, given)
}

export function giveBack(from: Gas, to: Gas): void {
  const sum = from.gas + to.gas
  if (sum <= most && from.reserve === 0n && to.reserve === 0n) to.gas = sum
  else setGas(to, gasLeft(from) + gasLeft(to))
}

/** Pays for state: from the reservoir, and then from the gas of the frame. */
export function chargeState(
  pool: Reservoir,
  meter: Meter,
  cost: number,
): boolean {
  const price = BigInt(cost)
  const drawn = lower(pool.reservoir, price)
  const spilled = Number(price - drawn)
  if (!charge(meter, spilled)) return false
  pool.reservoir -= drawn
  meter.spilled += spilled
  return true
}

/** Gives back what was paid for state, the last pool first. */
export function refillState(pool: Reservoir, meter: Meter, cost: number): void {
  const spilled = Math.min(meter.spilled, cost)
  unspill(meter, spilled)
  pool.reservoir += BigInt(cost - spilled)
}

/**
 * Once a frame within it has succeeded: what that one gave back of state that
 * this one paid for belongs to the gas of this one.
 */
export function mergeState(pool: Reservoir, child: Meter, parent: Meter): void {
  parent.spilled += child.spilled
  if (pool.reservoir === 0n || parent.spilled === 0) return
  const back = lower(pool.reservoir, BigInt(parent.spilled))
  pool.reservoir -= back
  unspill(parent, Number(back))
}

/** What a frame paid for state that is undone is its gas again. */
export function unspill(meter: Meter, spilled = meter.spilled): void {
  if (spilled === 0) return
  meter.spilled -= spilled
  setGas(meter, gasLeft(meter) + BigInt(spilled))
}

export function spendAll(meter: Gas): void {
  meter.gas = 0
  meter.reserve = 0n
}

export function wordsOf(length: number): number {
  return Math.ceil(length / 32)
}
