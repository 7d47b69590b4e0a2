import { concatBytes } from '@noble/hashes/utils.js'
import { encodeRlp } from '../codec/rlp.js'
import { isHighS, recoverAddress } from '../codec/signatures/recoverAddress.js'
import type { Authorization, Environment } from '../engine/engine.js'
import { keccak256 } from '../hash/keccak256.js'
import {
  type Address,
  isEmptyHex,
  toBytes,
  toScalar,
  zeroAddress,
} from '../hex/hex.js'
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

const signedType = 0x05
const maxNonce = 2n ** 64n - 1n

/** What comes back for an account that is no new one. */
const refund = 12_500

/** EIP-7702: one that is not valid is passed over. */
export function authorize(
  world: World,
  environment: Environment,
  signed: Authorization,
): void {
  const { chainId, nonce, address } = signed
  if (chainId !== 0n && chainId !== environment.chainId) return
  if (nonce >= maxNonce) return
  const authority = authorityOf(signed)
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

function authorityOf(signed: Authorization): Address | undefined {
  const { chainId, address, nonce, yParity } = signed
  const [r, s] = [BigInt(signed.r), BigInt(signed.s)]
  if (yParity > 1 || isHighS(s)) return undefined
  const list = [toScalar(chainId), toBytes(address), toScalar(nonce)]
  const message = concatBytes(Uint8Array.of(signedType), encodeRlp(list))
  return recoverAddress(keccak256(message), r, s, yParity)
}
