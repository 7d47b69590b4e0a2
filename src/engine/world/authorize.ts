import { recoverAuthority } from '../../base/codec/signatures/recoverAuthority.js'
import { isEmptyHex, zeroAddress } from '../../base/hex/hex.js'
import type { Authorization, Environment } from '../engine.js'
import { delegateOf, designatorOf } from './delegation.js'
import {
  accountOf,
  change,
  codeHexOf,
  isEmpty,
  nonceOf,
  type World,
  warmAccount,
} from './world.js'

/** Refund for an account that is no new one. */
const refund = 12_500

/** EIP-7702: one that is not valid is passed over. */
export function authorize(
  world: World,
  environment: Environment,
  signed: Authorization,
): void {
  const { nonce, address } = signed
  const authority = recoverAuthority(signed, environment.chainId)
  if (authority === undefined) return
  const account = accountOf(world, authority)
  warmAccount(world, account)
  const code = codeHexOf(world, account)
  if (!isEmptyHex(code) && delegateOf(code) === undefined) return
  if (nonceOf(world, account) !== nonce) return
  if (!isEmpty(world, account)) world.refund += refund
  change(
    world,
    account,
    'code',
    address === zeroAddress ? '0x' : designatorOf(address),
  )
  change(world, account, 'nonce', nonce + 1n)
}
