import type { Fault } from '../../index.js'
import {
  count,
  type Field,
  type PresetOptions,
  whole,
  withinBlock,
} from './options.js'
import { hidePending, openingsOf, type Preset, preset } from './preset.js'

const latestOrNull: Field<'latest' | 'null'> = {
  default: 'latest',
  wrong: (given) =>
    given === 'latest' || given === 'null' ? undefined : '"latest" or "null"',
}

export type BoundaryGapOptions = PresetOptions & {
  /** Number of blocks; default 3 */
  blocks?: number | undefined
  /** ms after each boundary, less than `blockTime`; default 400 */
  gap?: number | undefined
  /**
   * Answer of `pending` in the gap: the latest block, or null for blocks and
   * receipts; default `'latest'`
   */
  answer?: 'latest' | 'null' | undefined
}

/**
 * For a while after each seal there is no pending block: `pending` answers like
 * `latest`, and unsealed transactions are not found by hash. Base nodes do this
 * when the sealed block catches up with the pre-confirmed one; before
 * base/base#178 they answered null.
 *
 * @example
 * const node = createMockNode(boundaryGap({ gap: 300, answer: 'null' }))
 * node.advance(2_000) // sealed: block 1 is latest, and pending is null
 * node.advance(300) // pending is block 2
 *
 * @throws InvalidOptionsError for an invalid parameter.
 */
export const boundaryGap: Preset<BoundaryGapOptions> = preset(
  'boundaryGap',
  { blocks: count(3), gap: withinBlock(400), answer: latestOrNull },
  (options) => ({
    options: {
      faults: openingsOf(options, options.blocks)
        .slice(1)
        .flatMap((since): Fault[] => {
          const time = { since, until: since + options.gap }
          const hidden = hidePending(time)
          if (options.answer === 'latest') return hidden
          const methods = ['eth_getBlockByNumber', 'eth_getBlockReceipts']
          return [
            ...hidden,
            { type: 'null', methods, block: 'pending', ...time },
          ]
        }),
    },
  }),
)

export type TwoAheadOptions = PresetOptions & {
  /** Number of blocks; default 3 */
  blocks?: number | undefined
  /** ms by which `latest` is late, less than `blockTime`; default 250 */
  lag?: number | undefined
}

/**
 * Indices 0 and 1 of a block are served before its parent is latest: `pending`
 * is two numbers ahead of `latest`. Pre-confirmations reach Base nodes 150 to
 * 250 ms sooner than sealed blocks do (base/base#826, #1439).
 *
 * @example
 * const node = createMockNode(twoAhead({ lag: 250 }))
 * node.advance(2_000) // pending is block 2, latest is block 0
 * node.advance(250) // latest is block 1
 *
 * @throws InvalidOptionsError for an invalid parameter.
 */
export const twoAhead: Preset<TwoAheadOptions> = preset(
  'twoAhead',
  { blocks: count(3), lag: withinBlock(250) },
  (options) => ({
    options: {
      faults: openingsOf(options, options.blocks)
        .slice(1)
        .flatMap((boundary): Fault[] => {
          // From the last instant at which the block before is latest.
          const time = { since: boundary - 1, until: boundary + options.lag }
          return [
            { type: 'frozen', block: 'latest', ...time },
            { type: 'frozen', methods: ['eth_blockNumber'], ...time },
          ]
        }),
    },
  }),
)

export type MissedIndexOptions = PresetOptions & {
  /** The missed index in the second of three blocks, from 0 on; default 4 */
  index?: number | undefined
}

/**
 * The node misses one index of the second block and loses its pending state:
 * until the next block opens, `pending` answers like `latest` and pre-confirmed
 * transactions are not found, although all of them are sealed in time. Base
 * nodes clear their state like this when the sequence breaks.
 *
 * @example
 * const node = createMockNode(missedIndex({ index: 4, to: bob }))
 * node.advance(2_600) // bob has 14 ether under pending
 * node.advance(200) // 10
 * node.advance(1_200) // sealed: 20 under latest
 *
 * @throws InvalidOptionsError for an invalid parameter.
 */
export const missedIndex: Preset<MissedIndexOptions> = preset(
  'missedIndex',
  {
    index: whole(4, 0, ({ beatsPerBlock }) => ({
      below: beatsPerBlock,
      expected: `less than ${beatsPerBlock}, the beats of a block`,
    })),
  },
  ({ index, blockTime, preconfirmationTime }) => ({
    blocks: 3,
    options: {
      faults: hidePending({
        since: blockTime + index * preconfirmationTime,
        until: 2 * blockTime,
      }),
    },
  }),
)
