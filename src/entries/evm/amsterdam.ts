import {
  type Address,
  delegateOf,
  type Hash,
  toWord,
} from '../../base/hex/hex.js'
import type {
  Accessed,
  Changes,
  Environment,
  Execution,
  Message,
} from '../../engine/engine.js'
import {
  floorGas,
  intrinsicGas,
  lower,
  mostExecutionGas,
} from '../../engine/gas.js'
import {
  type Account,
  authorityOf,
  balanceOf,
  delegate,
  isEmpty,
  type World,
} from '../../engine/world/world.js'
import { charge, chargeState, gasLeft, type Meter } from './machine/gas.js'
import type { Machine } from './machine/machine.js'

/** The first write to an account (EIP-8038). */
const accountWrite = 9_000

/** Gas in two kinds: what is beyond the cap pays for state alone (EIP-8037). */
export function splitGas(
  message: Message,
  environment: Environment,
): { gas: bigint; reservoir: bigint } {
  const intrinsic = intrinsicGas(message, environment)
  const all = message.gas - intrinsic
  const budget = mostExecutionGas - intrinsic
  const gas = budget < 0n ? 0n : lower(all, budget)
  return { gas, reservoir: all - gas }
}

/**
 * Applies authorizations, each at its price (EIP-2780, 8037). False if there is
 * too little gas, and all of them are undone.
 */
export function authorizeAll(
  machine: Machine,
  { from, to, value, authorizationList }: Message,
  meter: Meter,
): boolean {
  const { world, environment, rules } = machine
  const state = rules.prices.state
  const written = new Set<Address>([from])
  if (to !== null && value > 0n) written.add(to)
  const delegated = new Set<Account>()
  for (const signed of authorizationList) {
    const account = authorityOf(world, environment, signed)
    if (account === undefined) continue
    const { address } = account
    const newAccount = isEmpty(world, account) ? (state?.account ?? 0) : 0
    if (!chargeState(machine, meter, newAccount)) return false
    if (!written.has(address) && !charge(meter, accountWrite)) return false
    written.add(address)
    if (BigInt(signed.address) !== 0n) {
      const was = delegateOf(account.codeBefore ?? '0x') !== undefined
      const isNew = !was && !delegated.has(account)
      const price = isNew ? (state?.delegation ?? 0) : 0
      if (!chargeState(machine, meter, price)) return false
      delegated.add(account)
    }
    delegate(world, account, signed)
  }
  return true
}

/**
 * The gas of a message in the end: what is paid for, and what its block counts
 * (EIP-7778, 8037).
 *
 * @param given - The reservoir that it began with.
 * @param kept - What authorizations took from its gas for state.
 */
export function gasUsedIn(
  machine: Machine,
  message: Message,
  meter: Meter,
  given: bigint,
  kept: number,
): Pick<Execution, 'gasUsed' | 'refund' | 'blockGas'> {
  const { world, environment, reservoir } = machine
  const spent = message.gas - gasLeft(meter) - reservoir
  const state = given - reservoir + BigInt(meter.spilled + kept)
  const floor = lower(floorGas(message, environment), message.gas)
  const refunded = spent - lower(BigInt(world.refund), spent / 5n)
  const gasUsed = refunded < floor ? floor : refunded
  const execution = spent - (state > 0n ? state : 0n)
  return {
    gasUsed,
    ...(spent > gasUsed && { refund: spent - gasUsed }),
    blockGas: {
      execution: execution < floor ? floor : execution,
      state: state > 0n ? state : 0n,
    },
  }
}

/** What was looked at, by what was read of it: no revert forgets that. */
export function accessedIn({ accounts }: World): Accessed {
  const accessed: { [address: Address]: Hash[] } = {}
  for (const account of accounts.values()) {
    const { balanceBefore, nonceBefore, codeBefore, slots } = account
    const isRead =
      balanceBefore !== undefined ||
      nonceBefore !== undefined ||
      codeBefore !== undefined
    const keys: Hash[] = []
    for (const [key, { original }] of slots ?? [])
      if (original !== undefined) keys.push(toWord(key))
    if (isRead || keys.length > 0) accessed[account.address] = keys
  }
  return accessed
}

/**
 * EIP-8246: what destroyed itself keeps its balance. The miner is yet to be
 * paid, so it is listed even if it has none.
 */
export function keepBalances(
  world: World,
  changes: Changes,
  miner: Address,
): Changes {
  const kept: { -readonly [address in keyof Changes]: Changes[address] } = {
    ...changes,
  }
  for (const account of world.accounts.values()) {
    const { address, isDestroyed } = account
    if (!isDestroyed) continue
    const balance = balanceOf(world, account)
    if (balance > 0n || address === miner)
      kept[address] = { balance, nonce: 0n, code: '0x', cleared: true }
  }
  return kept
}
