import { checkOption, count, type PresetOptions, whole } from './options.js'
import {
  beatsOf,
  hidePending,
  hideUnsealed,
  openingsOf,
  type Preset,
  preset,
} from './preset.js'

export type FrozenPendingOptions = PresetOptions & {
  /**
   * Number of blocks for which `pending` is behind, after a first one that is
   * not; default 300
   */
  blocks?: number | undefined
}

/**
 * `pending` stops at the last beat of the first block while `latest` moves on,
 * for hundreds of blocks; then it is live again, for one block. Each block has
 * a payment at index 1. A Base node was about 450 blocks behind like this until
 * it was restarted (base/node#1129).
 *
 * @example
 * const node = createMockNode(frozenPending({ blocks: 300 }))
 * node.nextBlock(300) // latest is block 300, pending is block 1
 * node.nextBlock() // latest is block 301, pending is block 302
 *
 * @throws InvalidOptionsError for an invalid parameter.
 */
export const frozenPending: Preset<FrozenPendingOptions> = preset(
  'frozenPending',
  { blocks: count(300) },
  (options) => {
    const { blockTime, preconfirmationTime } = options
    const blocks = options.blocks + 2
    const until = (blocks - 1) * blockTime
    return {
      blocks,
      payAt: beatsOf(options, blocks).filter(
        (at) => at % blockTime === preconfirmationTime % blockTime,
      ),
      options: {
        faults: [
          {
            type: 'frozen',
            block: 'pending',
            since: blockTime - preconfirmationTime,
            until,
          },
          hideUnsealed({ since: blockTime, until }),
        ],
      },
    }
  },
)

export type NoPreconfirmationsOptions = PresetOptions & {
  /**
   * Number of blocks without pre-confirmations, between two with them; default
   * 3
   */
  blocks?: number | undefined
}

/**
 * Pre-confirmations stop, blocks do not: `pending` equals `latest`, which moves
 * every `blockTime`, and a transaction is not found before it is sealed. Each
 * beat has a payment. Base nodes fall back to this when the stream of
 * pre-confirmations breaks (base/base#51), and may stay there after a restart
 * (base/base#826).
 *
 * @example
 * const node = createMockNode(noPreconfirmations({ blocks: 3, to: bob }))
 * node.advance(2_000) // pending and latest are block 1
 * node.advance(1_999) // and still
 * node.advance(1) // now both are block 2
 * node.advance(4_000) // pending is live again
 *
 * @throws InvalidOptionsError for an invalid parameter.
 */
export const noPreconfirmations: Preset<NoPreconfirmationsOptions> = preset(
  'noPreconfirmations',
  { blocks: count(3) },
  ({ blocks, blockTime }) => ({
    blocks: blocks + 2,
    options: {
      faults: hidePending({
        since: blockTime,
        until: (1 + blocks) * blockTime,
      }),
    },
  }),
)

export type FinalityStallOptions = PresetOptions & {
  /**
   * Number of blocks for which `safe` and `finalized` stand still; default 10
   */
  blocks?: number | undefined
  /** blocks that `safe` is behind `latest` before and after; default 2 */
  safe?: number | undefined
  /** blocks that `finalized` is behind `latest`, `safe` or more; default 4 */
  finalized?: number | undefined
}

/**
 * `safe` and `finalized` follow `latest` at first, stand still for some blocks,
 * then catch up in one jump. Each block opens with a payment. Rollups do this
 * when their batches do not reach L1, or L1 does not finalize.
 *
 * @example
 * const node = createMockNode(finalityStall({ blocks: 10 }))
 * node.nextBlock(6) // latest is 6, safe 4, finalized 2
 * node.advance(19_999) // latest is 15, safe 4, finalized 2
 * node.advance(1) // latest is 16, safe 14, finalized 12
 *
 * @throws InvalidOptionsError for an invalid parameter.
 */
export const finalityStall: Preset<FinalityStallOptions> = preset(
  'finalityStall',
  { blocks: count(10), safe: whole(2, 0), finalized: whole(4, 0) },
  (options) => {
    const { preset, blocks, blockTime, safe, finalized } = options
    checkOption(
      finalized >= safe,
      preset,
      'finalized',
      finalized,
      `at least "safe", which is ${safe}`,
    )
    const before = finalized + 2
    const since = before * blockTime
    const until = since + blocks * blockTime
    const whole = before + blocks + 2
    return {
      blocks: whole,
      payAt: openingsOf(options, whole),
      options: {
        finalityLag: { safe, finalized },
        faults: [
          { type: 'frozen', block: 'safe', since, until },
          { type: 'frozen', block: 'finalized', since, until },
        ],
      },
    }
  },
)
