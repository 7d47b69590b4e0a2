import type { Step } from '../../index.js'
import {
  type Common,
  checkOption,
  count,
  type Field,
  type PresetOptions,
  whole,
} from './options.js'
import { beatsOf, every, openingsOf, type Preset, preset } from './preset.js'

/** From the log of a node in base/base#1439. */
const logged: readonly number[] = [315, 42, 133, 366, 20, 184, 391, 107]

const msBetweenBeats: Field<readonly number[]> = {
  default: logged,
  wrong: (given) =>
    Array.isArray(given) ? undefined : 'an array of ms, as beats are apart',
}

const fastBlockTime = 200

export type SteadyOptions = PresetOptions & {
  /** Number of blocks; default 3 */
  blocks?: number | undefined
}

/**
 * A payment at every beat of every block, each exactly on time, as the
 * documentation of such chains promises (10 beats in a block of 2 s). A client
 * should handle this before anything goes wrong.
 *
 * @example
 * const node = createMockNode(steady({ blocks: 2, to: bob, value: 1n }))
 * node.advance(400) // bob has 3 wei under pending, 0 under latest
 *
 * @throws InvalidOptionsError for an invalid parameter.
 */
export const steady: Preset<SteadyOptions> = preset(
  'steady',
  { blocks: count(3) },
  () => ({}),
)

export type JitteredOptions = PresetOptions & {
  /** Number of blocks; default 3 */
  blocks?: number | undefined
  /**
   * ms from beat to beat, the first from the opening of the block; together
   * less than `blockTime`. Default `[315, 42, 133, 366, 20, 184, 391, 107]`
   */
  intervals?: readonly number[] | undefined
}

/**
 * Beats are irregular, 20 to 391 ms apart, and fewer than usual; blocks are on
 * time. Each beat has a payment. A Base node logged these intervals
 * (base/base#1439).
 *
 * @example
 * const node = createMockNode(jittered({ intervals: [500, 50, 700] }))
 * node.on('beat', ({ now }) => {}) // at 500, 550, 1250, 2000, 2500 … ms
 *
 * @throws InvalidOptionsError for an invalid parameter.
 */
export const jittered: Preset<JitteredOptions> = preset(
  'jittered',
  { blocks: count(3), intervals: msBetweenBeats },
  (options) => {
    const openings = openingsOf(options, options.blocks)
    const offsets = offsetsOf(options, options.intervals)
    return {
      payAt: openings.flatMap((opening) =>
        [0, ...offsets].map((offset) => opening + offset),
      ),
      steps: (payments) => [
        ...openings.map((at) => ({ at, type: 'planBeats' as const, offsets })),
        ...payments,
      ],
    }
  },
)

export type EmptyBeatsOptions = PresetOptions & {
  /** Number of blocks; default 2 */
  blocks?: number | undefined
  /** Every n-th beat has a payment, the others are empty; default 5 */
  payEveryNth?: number | undefined
}

/**
 * Most beats are empty, so the pending block and its hash stay the same. Every
 * chain does this in quiet hours, test networks nearly always.
 *
 * @example
 * const node = createMockNode(emptyBeats({ payEveryNth: 5 }))
 * node.advance(600) // still the hash with which the block opened
 * node.nextBeat() // another one
 *
 * @throws InvalidOptionsError for an invalid parameter.
 */
export const emptyBeats: Preset<EmptyBeatsOptions> = preset(
  'emptyBeats',
  { blocks: count(2), payEveryNth: whole(5) },
  (options) => ({
    payAt: beatsOf(options, options.blocks).filter(
      (_, beat) => (beat + 1) % options.payEveryNth === 0,
    ),
  }),
)

export type FasterBlocksOptions = PresetOptions & {
  /** Number of blocks before the change; default 2 */
  before?: number | undefined
  /** Number of blocks of 200 ms after it; default 20 */
  blocks?: number | undefined
}

/**
 * A running chain switches from pre-confirmations to equally fast blocks: from
 * then on a block is sealed every 200 ms and opens with two deposits, five
 * blocks share a timestamp, `pending` is `latest`, and subscriptions to
 * pre-confirmations fall silent. Each beat, and later each block, has a
 * payment. Base did this in November 2026.
 *
 * @example
 * const node = createMockNode(fasterBlocks({ to: bob }))
 * node.advance(4_000) // block 2 is latest; the next ones come every 200 ms
 *
 * @throws InvalidOptionsError for an invalid parameter.
 */
export const fasterBlocks: Preset<FasterBlocksOptions> = preset(
  'fasterBlocks',
  { before: whole(2), blocks: count(20) },
  (options) => {
    const { before, blocks, preset } = options
    const at = before * options.blockTime
    checkOption(
      at % fastBlockTime === 0,
      preset,
      'blockTime',
      options.blockTime,
      `a time of which ${before} are a whole multiple of ${fastBlockTime}`,
    )
    const change: Step = {
      at,
      type: 'setCadence',
      blockTime: fastBlockTime,
      preconfirmationTime: fastBlockTime,
      baseTimeDeposit: true,
      beatsSeenBy: 'none',
    }
    return {
      payAt: [...beatsOf(options, before), ...every(fastBlockTime, blocks, at)],
      steps: (payments) => [change, ...payments],
      options: { l1Attributes: {} },
      duration: at + blocks * fastBlockTime,
    }
  },
)

/** The instants of beats in a block, from its opening on. */
function offsetsOf(
  { preset, blockTime }: Common,
  intervals: readonly number[],
) {
  let sum = 0
  return intervals.map((ms, index) => {
    const path = `intervals[${index}]`
    const isRight = Number.isSafeInteger(ms) && ms > 0
    checkOption(isRight, preset, path, ms, 'a whole number from 1 on')
    sum += ms
    checkOption(
      sum < blockTime,
      preset,
      path,
      ms,
      `less than ${blockTime - sum + ms}, as the beats of a block come before its "blockTime" of ${blockTime} is over`,
    )
    return sum
  })
}
