import { concatBytes } from '@noble/hashes/utils.js'
import { keccak256 } from '../../hash/keccak256.js'
import { type Address, type Hex, toBytes, toScalar } from '../../hex/hex.js'
import { encodeRlp } from '../rlp.js'
import { isHighS, recoverAddress } from './recoverAddress.js'

type Authorization = {
  readonly chainId: bigint
  readonly address: Address
  readonly nonce: bigint
  readonly yParity: number
  readonly r: Hex
  readonly s: Hex
}

const signedType = 0x05
const maxNonce = 2n ** 64n - 1n

/** The signer of an authorization for this chain (EIP-7702). */
export function recoverAuthority(
  { chainId, address, nonce, yParity, ...signature }: Authorization,
  here: bigint,
): Address | undefined {
  if (chainId !== 0n && chainId !== here) return undefined
  if (nonce >= maxNonce) return undefined
  const [r, s] = [BigInt(signature.r), BigInt(signature.s)]
  if (yParity > 1 || isHighS(s)) return undefined
  const list = [toScalar(chainId), toBytes(address), toScalar(nonce)]
  const message = concatBytes(Uint8Array.of(signedType), encodeRlp(list))
  return recoverAddress(keccak256(message), r, s, yParity)
}
