import {
  type Address,
  concat,
  encodeAbiParameters,
  getAddress,
  type Hex,
  hexToBytes,
  keccak256,
  parseAbiParameters,
  stringToHex,
} from 'viem'
import { recoverAddress } from '../../base/codec/envelope.js'

/** A signature in its parts. */
export type Signature = {
  readonly r: bigint
  readonly s: bigint
  /** 27 or 28 */
  readonly v: bigint
}

/** Who signed, as `ecrecover` says; undefined if nobody did. */
export function signerOf(
  digest: Hex,
  { r, s, v }: Signature,
): Address | undefined {
  if (v !== 27n && v !== 28n) return undefined
  const found = recoverAddress(hexToBytes(digest), r, s, Number(v - 27n))
  return found === undefined ? undefined : getAddress(found)
}

/** A type of EIP-712 and a value of it, as it is hashed. */
export function structHash(
  type: string,
  types: string,
  values: unknown[],
): Hex {
  return keccak256(
    encodeAbiParameters(parseAbiParameters(`bytes32, ${types}`), [
      hashText(type),
      ...values,
    ] as never),
  )
}

export function hashText(text: string): Hex {
  return keccak256(stringToHex(text))
}

/** The hash that is signed (EIP-712). */
export function typedDataHash(domain: Hex, struct: Hex): Hex {
  return keccak256(concat(['0x1901', domain, struct]))
}
