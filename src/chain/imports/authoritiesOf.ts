import { encodeRlp } from '../../base/codec/rlp.js'
import { recoverAddress } from '../../base/codec/signatures.js'
import { readField, type Wire } from '../../base/codec/wire.js'
import { isPresealError } from '../../base/errors/errors.js'
import { keccak256 } from '../../base/hash/keccak256.js'
import { type Address, toBytes, toScalar } from '../../base/hex/hex.js'
import { parseAddress, parseQuantity } from '../../base/hex/parse.js'

const signedType = 0x05

/**
 * Signers of the authorizations in JSON, as far as they can be read (EIP-7702).
 */
export function authoritiesOf(authorizations: readonly Wire[]): Address[] {
  return authorizations.flatMap((authorization) => {
    try {
      return authorityOf(authorization) ?? []
    } catch (error) {
      if (!isPresealError(error)) throw error
      return []
    }
  })
}

function authorityOf(authorization: Wire): Address | undefined {
  const quantity = (field: string) =>
    readField(authorization, 'authorization', field, parseQuantity)
  const list = encodeRlp([
    toScalar(quantity('chainId')),
    toBytes(readField(authorization, 'authorization', 'address', parseAddress)),
    toScalar(quantity('nonce')),
  ])
  const yParity = quantity('yParity')
  if (yParity > 1n) return undefined
  const hash = keccak256(Uint8Array.of(signedType, ...list))
  return recoverAddress(hash, quantity('r'), quantity('s'), Number(yParity))
}
