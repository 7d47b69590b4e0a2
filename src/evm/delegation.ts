import { keccak_256 } from '@noble/hashes/sha3.js'
import { concatBytes } from '@noble/hashes/utils.js'
import { isHighS, recoverAddress } from '../codec/recoverAddress.js'
import { encodeRlp } from '../codec/rlp.js'
import type { Authorization } from '../engine/engine.js'
import { type Address, toBytes, toScalar, zeroAddress } from '../hex/hex.js'
import type { Machine } from './machine/machine.js'
import { isEmptyHex } from './machine/words.js'
import { delegateOf, designatorOf } from './state/access.js'
import {
  accountOf,
  change,
  codeHexOf,
  isEmpty,
  nonceOf,
  warmAccount,
} from './state/world.js'

const signedType = 0x05
const maxNonce = 2n ** 64n - 1n

/** What comes back for an account that is no new one. */
const refund = 12_500

/** EIP-7702: one that is not valid is passed over. */
export function authorize(machine: Machine, signed: Authorization): void {
  const { world, environment } = machine
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
  return recoverAddress(keccak_256(message), r, s, yParity)
}
