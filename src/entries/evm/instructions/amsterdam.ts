import { writeSlot } from '../../../engine/world/world.js'
import { type Frame, spareAtRefill } from '../machine/frame.js'
import { charge, chargeState, gasOf, refillState } from '../machine/gas.js'
import type { Instruction, Machine, Next } from '../machine/machine.js'
import type { Word } from '../machine/words.js'
import { creationsAt } from './calls.js'
import { accounts } from './context.js'
import { beginStore } from './effects.js'
import { reading } from './instruction.js'

/** A second read of the account (EIP-8038). */
const codeRead = 100

const dearerReads = accounts
  .filter(({ name }) => name === 'EXTCODESIZE' || name === 'EXTCODECOPY')
  .map((instruction) => ({ ...instruction, gas: codeRead }))

/** EIP-8038: the first change of a slot, and what comes back of it. */
const slotWrite = 10_000
const clearedSlot = 11_616

const sstore: Instruction = {
  opcode: 0x55,
  name: 'SSTORE',
  gas: 0,
  pops: 2,
  pushes: 0,
  run: store,
}

function store(frame: Frame, machine: Machine): Next {
  const { world, rules } = machine
  const begun = beginStore(frame, world)
  if (typeof begun === 'string') return begun
  const { slot, value, current, original, isCold } = begun
  const access = isCold ? gasOf.coldSlot : gasOf.warmAccess
  const isFirst = original === current && current !== value
  if (!charge(frame, access + (isFirst ? slotWrite : 0))) return 'out of gas'
  const price = rules.prices.state?.slot ?? 0
  if (isFirst && original === 0n && !chargeState(machine, frame, price))
    return 'out of gas'
  if (current === value) return undefined
  world.refund += refundFor(original, current, value)
  if (original === 0n && value === 0n) {
    spareAtRefill(frame)
    refillState(machine, frame, price)
  }
  writeSlot(world, slot, value)
  return undefined
}

function refundFor(original: bigint, current: bigint, value: bigint): number {
  let refund = 0
  if (original !== 0n && current === 0n) refund -= clearedSlot
  if (original !== 0n && value === 0n) refund += clearedSlot
  return original === value ? refund + slotWrite : refund
}

/**
 * EIP-8024: they reach further down the stack, as the byte after them says.
 * They run by the stack of the frame, since how much they need is in the code.
 */
function reaching(
  opcode: number,
  name: string,
  pushes: number,
  run: (stack: Word[], immediate: number) => string | undefined,
): Instruction {
  return {
    opcode,
    name,
    gas: 3,
    pops: 0,
    pushes,
    isLast: true,
    run: (frame) => {
      const immediate = frame.code.bytes[frame.pc] ?? 0
      frame.pc++
      return run(frame.stack, immediate)
    },
  }
}

const dupn = reaching(0xe6, 'DUPN', 1, (stack, immediate) => {
  const depth = depthOf(immediate)
  if (depth === undefined) return 'invalid opcode: DUPN'
  const value = stack[stack.length - depth]
  if (value === undefined) return underflow(stack, depth)
  stack.push(value)
  return undefined
})

const swapn = reaching(0xe7, 'SWAPN', 0, (stack, immediate) => {
  const depth = depthOf(immediate)
  if (depth === undefined) return 'invalid opcode: SWAPN'
  return swap(stack, 0, depth)
})

const exchange = reaching(0xe8, 'EXCHANGE', 0, (stack, immediate) => {
  if (immediate > 81 && immediate < 128) return 'invalid opcode: EXCHANGE'
  const pair = immediate ^ 143
  const [high, low] = [pair >> 4, pair & 15]
  return high < low
    ? swap(stack, high + 1, low + 1)
    : swap(stack, low + 1, 29 - high)
})

/** From 17 to 235; undefined where code may have a JUMPDEST or a PUSH. */
function depthOf(immediate: number): number | undefined {
  const isValid = immediate <= 90 || immediate >= 128
  return isValid ? (immediate + 145) % 256 : undefined
}

/** Swaps two values that lie so many below the top. */
function swap(
  stack: Word[],
  first: number,
  second: number,
): string | undefined {
  const top = stack.length - 1
  const [one, other] = [stack[top - first], stack[top - second]]
  if (one === undefined || other === undefined)
    return underflow(stack, Math.max(first, second) + 1)
  stack[top - first] = other
  stack[top - second] = one
  return undefined
}

function underflow({ length }: Word[], needed: number): string {
  return `stack underflow (${length} <=> ${needed})`
}

const slotNumber = reading(
  0x4b,
  'SLOTNUM',
  2,
  (_, { environment }) => environment.slotNumber ?? 0n,
)

/** What Amsterdam adds, and what it prices anew. */
export const amsterdam: Instruction[] = [
  slotNumber,
  dupn,
  swapn,
  exchange,
  sstore,
  ...dearerReads,
  ...creationsAt(12_000),
]
