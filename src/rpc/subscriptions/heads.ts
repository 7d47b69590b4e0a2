import type { RpcBlock } from 'viem'
import type { BlockView, Chain } from '../../chain/blocks/chain.js'
import { findSealedBlock, taggedNumber } from '../../chain/lookup/find.js'
import { formatBlock } from '../format/formatBlock.js'
import { formatImportedBlock } from '../format/formatImported.js'
import type { View } from '../view/view.js'
import { newBlocks } from './changes.js'
import {
  isSeen,
  readNothing,
  type SubscriptionType,
  seenBeats,
} from './subscriptionType.js'

export const newHeads: SubscriptionType<undefined> = {
  type: 'newHeads',
  isUsual: true,
  read: readNothing,
  results(_, { view, from, effects, options }) {
    const heads =
      options.newHeads === 'beat' && isSeen(view.chain)
        ? seenBeats({ effects }).map(({ chain }) => ({
            chain,
            block: chain.open,
          }))
        : newBlocks(from, view.chain)
    return heads.map(({ chain, block }) =>
      formatHead({ ...view, chain }, block),
    )
  },
}

export const monadNewHeads: SubscriptionType<undefined> = {
  type: 'monadNewHeads',
  isUsual: false,
  read: readNothing,
  results: (_, { view, from }) =>
    committedHeads(from, view.chain).map(({ block, chain, commitState }) => {
      const head = formatHead({ ...view, chain }, block)
      // A proposal is named by its hash: how Monad makes it is not known here.
      return { ...head, blockId: head.hash, commitState }
    }),
}

type CommitState = 'Proposed' | 'Voted' | 'Finalized' | 'Verified'

type CommittedHead = {
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
function committedHeads(since: Chain, chain: Chain): CommittedHead[] {
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

/** A block without its transactions, as geth sends heads. */
function formatHead(view: View, block: BlockView): Partial<RpcBlock> {
  const whole: Partial<RpcBlock> =
    block.imported === undefined
      ? formatBlock(view, block, false)
      : formatImportedBlock(block.imported, false)
  const { transactions, uncles, withdrawals, size, ...head } = whole
  return head
}
