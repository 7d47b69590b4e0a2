import { toWord } from '../../base/hex/hex.js'
import { arrayOf, optional } from '../../base/validation/fields.js'
import { positive } from '../../base/validation/values.js'
import type { Address, Hash, LogParameters, Step } from '../../index.js'
import {
  beatsOf,
  type Common,
  checkOption,
  checkRoom,
  count,
  every,
  openingsOf,
  type Payment,
  preset,
  whole,
} from './preset.js'

/**
 * A payment at every beat of every block, each exactly on time, as the
 * documentation of such chains promises (10 beats in a block of 2 s). A client
 * should handle this before anything goes wrong.
 *
 * @example
 * const node = createMockNode(steady({ blocks: 2, to: bob, value: 1n }))
 * node.advance(400) // bob has 3 wei under pending, 0 under latest
 */
export const steady = preset(
  'steady',
  {
    /** Number of blocks; default 3 */
    blocks: count(3),
  },
  () => ({}),
)

/** From the log of a node in base/base#1439. */
const logged: readonly number[] = [315, 42, 133, 366, 20, 184, 391, 107]

/**
 * Beats are irregular, 20 to 391 ms apart, and fewer than usual; blocks are on
 * time. Each beat has a payment. A Base node logged these intervals
 * (base/base#1439).
 *
 * @example
 * const node = createMockNode(jittered({ intervals: [500, 50, 700] }))
 * node.on('beat', ({ now }) => {}) // at 500, 550, 1250, 2000, 2500 … ms
 */
export const jittered = preset(
  'jittered',
  {
    /** Number of blocks; default 3 */
    blocks: count(3),
    /**
     * ms from beat to beat, the first from the opening of the block; together
     * less than `blockTime`. Default `[315, 42, 133, 366, 20, 184, 391, 107]`
     */
    intervals: optional<readonly number[], readonly number[]>(
      arrayOf(positive),
      logged,
    ),
  },
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

/** The instants of beats in a block, from its opening on. */
function offsetsOf(options: Common, intervals: readonly number[]) {
  const { blockTime } = options
  const whole = intervals.reduce((sum, ms) => sum + ms, 0)
  let sum = 0
  return intervals.map((ms, index) => {
    sum += ms
    checkRoom(
      sum < blockTime,
      options,
      `intervals[${index}]`,
      ms,
      `less than ${blockTime - sum + ms}, as the beats of a block come before its "blockTime" of ${blockTime} is over`,
      whole + 1,
    )
    return sum
  })
}

/**
 * Most beats are empty, so the pending block and its hash stay the same. Every
 * chain does this in quiet hours, test networks nearly always.
 *
 * @example
 * const node = createMockNode(emptyBeats({ payEveryNth: 5 }))
 * node.advance(600) // still the hash with which the block opened
 * node.nextBeat() // another one
 */
export const emptyBeats = preset(
  'emptyBeats',
  {
    /** Number of blocks; default 2 */
    blocks: count(2),
    /** Every n-th beat has a payment, the others are empty; default 5 */
    payEveryNth: whole(5),
  },
  (options) => ({
    payAt: beatsOf(options, options.blocks).filter(
      (_, beat) => (beat + 1) % options.payEveryNth === 0,
    ),
  }),
)

const fastBlockTime = 200

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
 */
export const fasterBlocks = preset(
  'fasterBlocks',
  {
    /** Number of blocks before the change; default 2 */
    before: whole(2),
    /** Number of blocks of 200 ms after it; default 20 */
    blocks: count(20),
  },
  (options) => {
    const { before, blocks, preset, blockTime } = options
    const at = before * blockTime
    const expected = `a time of which ${before} are a whole multiple of ${fastBlockTime}`
    checkOption(
      at % fastBlockTime === 0,
      preset,
      'blockTime',
      blockTime,
      expected,
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

/**
 * Each payment writes the log that Ethereum writes for ether since Amsterdam
 * (EIP-7708): a `Transfer` as of a token, before any log of a contract. An
 * application that counts such logs by their topic counts ether as a token.
 *
 * @example
 * const node = createMockNode(transferLogs())
 * node.advance(200) // the first payment has a log of 0xff…fe
 */
export const transferLogs = preset(
  'transferLogs',
  {
    /** Number of blocks; default 2 */
    blocks: count(2),
  },
  () => ({
    steps: (payments) =>
      payments.map((payment) => {
        const { from, to, value = 0n, logs = [] } = payment
        return to == null || to === from || value === 0n
          ? payment
          : { ...payment, logs: [transferLog(from, to, value), ...logs] }
      }),
  }),
)

function transferLog(from: Address, to: Address, wei: bigint): LogParameters {
  return {
    address: '0xfffffffffffffffffffffffffffffffffffffffe',
    topics: [
      '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef',
      toTopic(from),
      toTopic(to),
    ],
    data: toWord(wei),
  }
}

function toTopic(address: Address): Hash {
  return toWord(BigInt(address))
}

/** EIP-2780 and EIP-8037: the transfer, and state for an account. */
const newAccountGasUsed = 204_600n

/**
 * The first payment to an account costs 204,600 gas, as since Amsterdam: an
 * application that takes 21,000 for the price of a payment is wrong. What the
 * application sends itself costs that under `hardfork: 'amsterdam'`.
 *
 * @example
 * const node = createMockNode(newAccountGas())
 * node.advance(200) // the first payment has used 204,600 gas
 */
export const newAccountGas = preset(
  'newAccountGas',
  {
    /** Number of blocks; default 2 */
    blocks: count(2),
  },
  () => ({
    steps: (payments) => {
      const known = new Set<Payment['to']>()
      return payments.map((payment) => {
        const { to, value = 0n, gasUsed = 0n } = payment
        if (known.has(to) || value === 0n || gasUsed > newAccountGasUsed)
          return payment
        known.add(to)
        return { ...payment, gas: undefined, gasUsed: newAccountGasUsed }
      })
    },
  }),
)
