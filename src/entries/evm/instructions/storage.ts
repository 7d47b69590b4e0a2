import {
  readSlot,
  slotOf,
  type World,
  warmSlot,
  writeSlot,
} from '../../../engine/world/world.js'
import { charge, gasLeft, gasOf } from '../machine/gas.js'
import type { Instruction } from '../machine/machine.js'
import { spareAtWrite } from '../machine/spare.js'
import { looking, operating, pop } from './instruction.js'

export const storage: Instruction[] = [
  looking(0x54, 'SLOAD', 0, (key, frame, { world }) => {
    const { account } = frame
    const slot = slotOf(account, key)
    const cost = warmSlot(world, slot) ? gasOf.coldSlot : gasOf.warmAccess
    if (!charge(frame, cost)) return 'out of gas'
    return readSlot(world, account, key, slot)
  }),
  {
    opcode: 0x55,
    name: 'SSTORE',
    gas: 0,
    pops: 2,
    pushes: 0,
    run: (frame, { world }) => {
      const { account, isStatic } = frame
      if (isStatic) return 'write protection'
      // EIP-2200: what a transfer hands over cannot pay for a write.
      if (gasLeft(frame) <= gasOf.stipend) return 'out of gas'
      spareAtWrite(frame)
      const key = pop(frame)
      const value = pop(frame)
      const slot = slotOf(account, key)
      const cold = warmSlot(world, slot) ? gasOf.coldSlot : 0
      const current = readSlot(world, account, key, slot)
      const original = slot.original ?? 0n
      if (!charge(frame, cold + writeCost(original, current, value)))
        return 'out of gas'
      world.refund += refundFor(original, current, value)
      writeSlot(world, slot, value)
      return undefined
    },
    isLast: true,
  },
  looking(
    0x5c,
    'TLOAD',
    100,
    (key, { account }) => account.transient?.get(key) ?? 0n,
  ),
  operating({
    opcode: 0x5d,
    name: 'TSTORE',
    gas: 100,
    pops: 2,
    pushes: 0,
    operation: (key, value, { account, isStatic }, { world }) => {
      if (isStatic) return 'write protection'
      account.transient ??= new Map()
      writeTransient(world, account.transient, key, value)
      return value
    },
  }),
]

/** EIP-2200 with the prices of EIP-2929. */
const setSlot = 20_000
const resetSlot = 2_900
/** EIP-3529. */
const clearedSlot = 4_800

function writeCost(original: bigint, current: bigint, value: bigint): number {
  if (current === value || original !== current) return gasOf.warmAccess
  return original === 0n ? setSlot : resetSlot
}

function refundFor(original: bigint, current: bigint, value: bigint): number {
  if (original === current)
    return original !== 0n && value === 0n ? clearedSlot : 0
  let refund = 0
  if (original !== 0n) {
    if (current === 0n) refund -= clearedSlot
    if (value === 0n) refund += clearedSlot
  }
  if (original === value)
    refund += (original === 0n ? setSlot : resetSlot) - gasOf.warmAccess
  return refund
}

function writeTransient(
  { journal }: World,
  transient: Map<bigint, bigint>,
  key: bigint,
  value: bigint,
): void {
  const before = transient.get(key) ?? 0n
  transient.set(key, value)
  journal.push(() => {
    transient.set(key, before)
  })
}
