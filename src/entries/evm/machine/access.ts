import {
  type Account,
  accountOf,
  codeHexOf,
  delegateOf,
  type World,
  warmAccount,
} from '../../../engine/world/world.js'
import type { Target } from './frame.js'
import { gasOf } from './gas.js'
import type { Machine } from './machine.js'

/** The price of touching an account (EIP-2929), which is warm afterwards. */
export function accessCost(
  { world, rules }: Machine,
  account: Account,
): number {
  if (account.isWarm || rules.warm.has(account.address)) return gasOf.warmAccess
  warmAccount(world, account)
  return rules.prices.coldAccount
}

/**
 * The code that runs in a call to an account: a precompile, the code of the
 * account, or that of the one it delegates to.
 *
 * @param pay - Pays for the access to that one, which is not looked at before;
 * if it returns false, there is no target.
 */
export function targetOf(
  { world, rules }: Machine,
  account: Account,
  pay: (delegate: Account) => boolean,
): Target | undefined {
  const { address } = account
  const precompile = rules.precompiles.get(address)
  if (precompile) {
    if (rules.isAmsterdam) lookAt(world, account)
    return { address, hex: undefined, precompile }
  }
  const own = codeHexOf(world, account)
  const delegate = rules.hasDelegations ? delegateOf(own) : undefined
  if (delegate === undefined) return { address, hex: own, precompile }
  const other = accountOf(world, delegate)
  if (!pay(other)) return undefined
  if (!rules.precompiles.has(delegate))
    return { address, hex: codeHexOf(world, other), precompile }
  if (rules.isAmsterdam) lookAt(world, other)
  return { address, hex: '0x', precompile }
}

/** Whatever is read of an account puts it into the block's access list. */
export function lookAt(world: World, account: Account): void {
  codeHexOf(world, account)
}
