import type { Address, MockNode } from '../../../index.js'
import { storyOf } from '../../../node/runtime/story/storyAccess.js'
import type { TimelineState } from './timeline.js'

/** Answers of selectors about these accounts at these instants. */
export function readStates(
  node: MockNode,
  instants: readonly number[],
  accounts: readonly Address[],
): TimelineState[] {
  return instants.map((at) => {
    const { request } = node.view(at)
    const seen = storyOf(node).lookAt(at)
    const numberOf = (tag: 'safe' | 'finalized') => {
      if (seen.isUnhashed) return seen.blockAt(tag)?.number ?? 0n
      const block = request({
        method: 'eth_getBlockByNumber',
        params: [tag, false],
      }) as { number: string } | null
      return block === null ? 0n : BigInt(block.number)
    }
    const balanceOf = (address: Address, tag: 'pending' | 'latest') =>
      BigInt(request({ method: 'eth_getBalance', params: [address, tag] }))
    return {
      at,
      safe: orNull(() => numberOf('safe')),
      finalized: orNull(() => numberOf('finalized')),
      balances: accounts.map((address) => ({
        pending: orNull(() => balanceOf(address, 'pending')),
        latest: orNull(() => balanceOf(address, 'latest')),
      })),
    }
  })
}

/** A value unknown to an imported block is null. */
function orNull(read: () => bigint): bigint | null {
  try {
    return read()
  } catch {
    return null
  }
}
