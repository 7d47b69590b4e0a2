import type { Chain } from '../blocks/chain.js'

/** Notes on `next` that the blocks of `chain` from a number on gave way to it. */
export function giveWay(chain: Chain, first: bigint, next: Chain): Chain {
  const { sealed, branches: before } = chain
  const count = (before?.count ?? 0) + 1
  return { ...next, branches: { sealed, first, count, before } }
}
