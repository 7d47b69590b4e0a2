import { type Hash, toHex } from '../../../base/hex/hex.js'
import {
  accountOf,
  balanceOf,
  change,
  isEmpty,
  readSlot,
  slotOf,
  textOf,
  transfer,
  type World,
  warmSlot,
  writeSlot,
} from '../../../engine/world/world.js'
import {
  expand,
  type Frame,
  look,
  spareAtWrite,
  succeed,
} from '../machine/frame.js'
import { charge, chargeState, gasLeft, gasOf } from '../machine/gas.js'
import {
  accessCost,
  type Instruction,
  logTransfer,
  lookAt,
  type Machine,
  type Next,
} from '../machine/machine.js'
import { toAddress, toWide } from '../machine/words.js'
import { looking, operating, pop, popOffset, popWide } from './instruction.js'

export const storage: Instruction[] = [
  looking(0x54, 'SLOAD', 0, (word, frame, { world }) => {
    const { account } = frame
    const key = toWide(word)
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
    run(frame, { world }) {
      const store = beginStore(frame, world)
      if (typeof store === 'string') return store
      const { slot, value, current, original, isCold } = store
      const cold = isCold ? gasOf.coldSlot : 0
      if (!charge(frame, cold + writeCost(original, current, value)))
        return 'out of gas'
      world.refund += refundFor(original, current, value)
      writeSlot(world, slot, value)
      return undefined
    },
  },
  looking(
    0x5c,
    'TLOAD',
    100,
    (key, { account }) => account.transient?.get(toWide(key)) ?? 0,
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
      writeTransient(world, account.transient, toWide(key), toWide(value))
      return value
    },
  }),
]

/** What a write of a slot begins with, whatever it costs. */
export function beginStore(frame: Frame, world: World) {
  const { account, isStatic } = frame
  if (isStatic) return 'write protection'
  // EIP-2200: what a transfer hands over cannot pay for a write.
  if (gasLeft(frame) <= gasOf.stipend) return 'out of gas'
  spareAtWrite(frame)
  const key = popWide(frame)
  const value = popWide(frame)
  const slot = slotOf(account, key)
  const isCold = warmSlot(world, slot)
  const current = readSlot(world, account, key, slot)
  return { slot, value, current, original: slot.original ?? 0n, isCold }
}

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

export const logs: Instruction[] = [0, 1, 2, 3, 4].map(log)

function log(count: number): Instruction {
  const run = (frame: Frame, { world, observer }: Machine) => {
    if (frame.isStatic) return 'write protection'
    const at = popOffset(frame)
    const length = popOffset(frame)
    if (!expand(frame, at, length)) return 'out of gas'
    if (!charge(frame, gasOf.logByte * length)) return 'out of gas'
    const topics: Hash[] = []
    while (topics.length < count) topics.push(textOf(popWide(frame)))
    const data = toHex(look(frame.memory, at, length))
    const written = { address: frame.account.address, topics, data }
    world.logs.push(written)
    observer?.log?.(written)
    return undefined
  }
  const [opcode, gas] = [0xa0 + count, gasOf.logTopic * (count + 1)]
  return { opcode, name: `LOG${count}`, gas, pops: count + 2, pushes: 0, run }
}

export const selfdestruct: Instruction = {
  opcode: 0xff,
  name: 'SELFDESTRUCT',
  gas: 5_000,
  pops: 1,
  pushes: 0,
  run: destroy,
  isLast: true,
}

/**
 * EIP-6780: only what this transaction created is deleted; since EIP-8246 it
 * keeps its balance.
 */
function destroy(frame: Frame, machine: Machine): Next {
  const { world, rules, observer } = machine
  const { account, isStatic } = frame
  if (isStatic) return 'write protection'
  const heir = accountOf(world, toAddress(pop(frame)))
  const access = accessCost(machine, heir)
  const cold = access === gasOf.warmAccess ? 0 : access
  if (!charge(frame, cold)) return 'out of gas'
  if (rules.isAmsterdam) lookAt(world, heir)
  const rest = balanceOf(world, account)
  const { newHeir, state } = rules.prices
  const isNew = rest !== 0n && isEmpty(world, heir)
  if (isNew && !charge(frame, newHeir)) return 'out of gas'
  if (isNew && state && !chargeState(machine, frame, state.account))
    return 'out of gas'
  observer?.enter?.({
    type: 'SELFDESTRUCT',
    from: account.address,
    to: heir.address,
    value: rest,
    input: () => '0x',
    gas: 0n,
    depth: frame.depth + 1,
  })
  if (heir !== account) {
    transfer(world, account, heir, rest)
    logTransfer(machine, account, heir, rest)
  } else if (account.isCreated && !rules.isAmsterdam)
    change(world, account, 'balance', 0n)
  if (account.isCreated) change(world, account, 'isDestroyed', true)
  observer?.exit?.({ output: '0x', gasUsed: 0n })
  return succeed()
}
