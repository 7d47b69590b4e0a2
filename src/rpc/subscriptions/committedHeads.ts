import type { BlockView, Chain } from '../../chain/blocks/chain.js'
import { findSealedBlock, taggedNumber } from '../../chain/lookup/find.js'
import { newBlocks } from './changes.js'

type CommitState = 'Proposed' | 'Voted' | 'Finalized' | 'Verified'

export type CommittedHead = {
  readonly block: BlockView
  /** The chain that holds it. */
  readonly chain: Chain
  readonly commitState: CommitState
}

/** docs.monad.xyz, block states: how far the roots of blocks are behind. */
const executionDelay = 3n

/**
 * The states that blocks have reached since an earlier chain, as Monad reports
 * them: a sealed block is proposed, `safe` is voted for, `finalized` is final,
 * and verified a fixed number of blocks later.
 */
export function committedHeads(since: Chain, chain: Chain): CommittedHead[] {
  const moved = (
    commitState: CommitState,
    numberIn: (chain: Chain) => bigint,
  ): CommittedHead[] => {
    const heads: CommittedHead[] = []
    const to = numberIn(chain)
    const before = numberIn(since)
    for (let number = before < 0n ? 1n : before + 1n; number <= to; number++) {
      const block = findSealedBlock(chain, number)
      if (block !== null) heads.push({ block, chain, commitState })
    }
    return heads
  }
  return [
    ...newBlocks(since, chain).map((held) => ({
      ...held,
      commitState: 'Proposed' as const,
    })),
    ...moved('Voted', (at) => taggedNumber(at, 'safe')),
    ...moved('Finalized', (at) => taggedNumber(at, 'finalized')),
    ...moved(
      'Verified',
      (at) => taggedNumber(at, 'finalized') - executionDelay,
    ),
  ]
}
