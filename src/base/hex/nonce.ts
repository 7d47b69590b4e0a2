/**
 * A nonce: a number as far as numbers are exact, and a bigint from 2^53 on.
 * Each has one form, so that `===` and `<` compare any two.
 */
export type Nonce = number | bigint

/** An account may have it, but no transaction (EIP-2681). */
export const lastNonce = 2n ** 64n - 1n

export function toNonce(nonce: bigint): Nonce {
  return nonce > Number.MAX_SAFE_INTEGER ? nonce : Number(nonce)
}

export function nonceAfter(nonce: Nonce, count = 1): Nonce {
  return typeof nonce === 'number' && nonce <= Number.MAX_SAFE_INTEGER - count
    ? nonce + count
    : BigInt(nonce) + BigInt(count)
}

export function nonceBefore(nonce: Nonce): Nonce {
  return typeof nonce === 'number' ? nonce - 1 : toNonce(nonce - 1n)
}

/** For sorting. */
export function compareNonces(one: Nonce, other: Nonce): number {
  if (one === other) return 0
  return one < other ? -1 : 1
}
