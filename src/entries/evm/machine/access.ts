import type { Address } from '../../../base/hex/hex.js'
import {
  type Account,
  accountOf,
  codeHexOf,
  delegateOf,
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
  return gasOf.coldAccount
}

/**
 * The code that runs in a call to an account: a precompile, the code of the
 * account, or that of the one it delegates to, whose access is to be paid as
 * well.
 */
export function targetOf(
  { world, rules }: Machine,
  account: Account,
): { target: Target; delegate: Address | undefined } {
  const { address } = account
  const precompile = rules.precompiles.get(address)
  if (precompile)
    return {
      target: { address, hex: undefined, precompile },
      delegate: undefined,
    }
  const own = codeHexOf(world, account)
  const delegate = rules.hasDelegations ? delegateOf(own) : undefined
  if (delegate === undefined)
    return { target: { address, hex: own, precompile }, delegate }
  const hex = rules.precompiles.has(delegate)
    ? '0x'
    : codeHexOf(world, accountOf(world, delegate))
  return { target: { address, hex, precompile }, delegate }
}
