import { type Chain, latestNumber } from '../blocks/chain.js'
import { sharedThrough } from './sharedThrough.js'
import { branchesSince } from './stretchesSince.js'

/** Whether the blocks of `other` come after those of `one`. */
export function isAncestor(one: Chain, other: Chain): boolean {
  const [next] = branchesSince(one.branches, other)
  const before = next === undefined ? other.branches : next.before
  const { sealed } = next ?? other
  return (
    before === one.branches &&
    sharedThrough(one.sealed, sealed) === latestNumber(one)
  )
}
