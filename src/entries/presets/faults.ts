import { optional } from '../../base/validation/fields.js'
import { natural, oneOf } from '../../base/validation/values.js'
import type { Fault } from '../../index.js'
import {
  beatsOf,
  checkFit,
  checkOption,
  checkWithinBlock,
  count,
  methods,
  openingsOf,
  preset,
  whole,
} from './preset.js'

type Time = { readonly since?: number; readonly until?: number }

const byHash = ['eth_getTransactionByHash', 'eth_getTransactionReceipt']

/** During that time, transactions are found by hash only once sealed. */
function hideUnsealed(time: Time): Fault {
  return { type: 'otherBlock', to: 'latest', methods: byHash, ...time }
}

/** During that time, `pending` answers as `latest`. */
function hidePending(time: Time): Fault[] {
  return [
    { type: 'otherBlock', to: 'latest', block: 'pending', ...time },
    hideUnsealed(time),
  ]
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
 */
export const boundaryGap = preset(
  'boundaryGap',
  {
    /** Number of blocks; default 3 */
    blocks: count(3),
    /** ms after each boundary, less than `blockTime`; default 400 */
    gap: whole(400),
    /**
     * Answer of `pending` in the gap: the latest block, or null for blocks and
     * receipts; default `'latest'`
     */
    answer: optional(oneOf('latest', 'null'), 'latest' as const),
  },
  (options) => {
    checkWithinBlock(options, 'gap')
    const asked = ['eth_getBlockByNumber', 'eth_getBlockReceipts']
    return {
      faults: openingsOf(options, options.blocks)
        .slice(1)
        .flatMap((since): Fault[] => {
          const time = { since, until: since + options.gap }
          const hidden = hidePending(time)
          return options.answer === 'latest'
            ? hidden
            : [
                ...hidden,
                { type: 'null', methods: asked, block: 'pending', ...time },
              ]
        }),
    }
  },
)

/**
 * Indices 0 and 1 of a block are served before its parent is latest: `pending`
 * is two numbers ahead of `latest`. Pre-confirmations reach Base nodes 150 to
 * 250 ms sooner than sealed blocks do (base/base#826, #1439).
 *
 * @example
 * const node = createMockNode(twoAhead({ lag: 250 }))
 * node.advance(2_000) // pending is block 2, latest is block 0
 * node.advance(250) // latest is block 1
 */
export const twoAhead = preset(
  'twoAhead',
  {
    /** Number of blocks; default 3 */
    blocks: count(3),
    /** ms by which `latest` is late, less than `blockTime`; default 250 */
    lag: whole(250),
  },
  (options) => {
    checkWithinBlock(options, 'lag')
    return {
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
    }
  },
)

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
 */
export const missedIndex = preset(
  'missedIndex',
  {
    /** The missed index in the second of three blocks, from 0 on; default 4, or the last */
    index: optional(natural, 4),
  },
  (options) => {
    const { blockTime, preconfirmationTime, beatsPerBlock } = options
    const expected = `less than ${beatsPerBlock}, the beats of a block`
    checkFit(options, 'index', beatsPerBlock, expected)
    const index = Math.min(options.index, beatsPerBlock - 1)
    const since = blockTime + index * preconfirmationTime
    return { blocks: 3, faults: hidePending({ since, until: 2 * blockTime }) }
  },
)

/**
 * Some methods know the pending block, others do not: under `pending`, storage
 * and receipts are those of `latest`, balance and block are live. Each payment
 * increments slot 0 of `to`. Base nodes override only some methods; viem's
 * default block tags have the same effect.
 *
 * @example
 * const node = createMockNode(partialPending({ to: bob }))
 * node.advance(400) // bob has 3 ether under pending, and slot 0 says 0
 * node.advance(1_600) // bob has 11 ether under pending, and slot 0 says 10
 */
export const partialPending = preset(
  'partialPending',
  {
    /** Number of blocks; default 2 */
    blocks: count(2),
    /**
     * Methods that answer `pending` from `latest`; default `['eth_getStorageAt',
     * 'eth_getBlockReceipts']`
     */
    methods: methods(['eth_getStorageAt', 'eth_getBlockReceipts']),
  },
  ({ methods }) => ({
    counted: true,
    faults: [{ type: 'otherBlock', to: 'latest', block: 'pending', methods }],
  }),
)

/**
 * Two backends answer in turn, and one is some beats behind: `pending` goes
 * backward from one request to the next, `latest` does not. Receipt requests
 * alternate separately, so a receipt appears, vanishes and reappears. Public
 * endpoints have several nodes behind them.
 *
 * @example
 * const node = createMockNode(loadBalancer({ lag: 3, to: bob }))
 * node.advance(1_000) // bob has 6 ether, then 3, then 6, under pending
 */
export const loadBalancer = preset(
  'loadBalancer',
  {
    /** Number of blocks; default 2 */
    blocks: count(2),
    /** Beats by which the second backend is behind; default 3 */
    lag: whole(3),
  },
  ({ lag: beats }) => ({
    faults: [
      { type: 'stale', beats, everyNth: 2, block: 'pending' },
      { type: 'stale', beats, everyNth: 2, methods: byHash },
    ],
  }),
)

/**
 * State read at an unsealed block number is `0x0` instead of an error: zero
 * balances, zero nonces. Each beat has a payment. Optimism's proxyd answers
 * like this for blocks that its backends do not agree on yet (`backend.go`).
 *
 * @example
 * const node = createMockNode(silentZeros({ to: bob }))
 * node.advance(400) // bob has 3 ether under pending, and 0 at its number, 0x1
 */
export const silentZeros = preset(
  'silentZeros',
  {
    /** Number of blocks; default 2 */
    blocks: count(2),
  },
  () => ({ faults: [{ type: 'unknownBlockAsZero' }] }),
)

/**
 * A public endpoint: it refuses `eth_getBlockReceipts` with HTTP 403, too many
 * requests per second with 429, and big batches with 413, each with the
 * JSON-RPC error of Optimism's proxyd in the body. Each beat has a payment.
 *
 * @example
 * const node = createMockNode(publicEndpoint({ rate: 20 }))
 * const client = createPublicClient({
 *   transport: http('http://node.test', { fetchFn: node.fetch }),
 * })
 * client.getBlockReceipts({ blockTag: 'pending' }) // 403
 */
export const publicEndpoint = preset(
  'publicEndpoint',
  {
    /** Number of blocks; default 2 */
    blocks: count(2),
    /** Requests per second before more are answered with 429; default 20 */
    rate: whole(20),
    /** Requests per HTTP batch before it is answered with 413; default 10 */
    batch: whole(10),
    /** Methods answered with 403; default `['eth_getBlockReceipts']` */
    methods: methods(['eth_getBlockReceipts']),
  },
  ({ rate, batch, methods }) => ({
    options: { endpoint: { rate: { requests: rate, per: 1_000 }, batch } },
    faults: [{ type: 'http', status: 403, methods }],
  }),
)

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
 */
export const frozenPending = preset(
  'frozenPending',
  {
    /**
     * Number of blocks for which `pending` is behind, after a first one that is
     * not; default 300
     */
    blocks: count(300),
  },
  (options) => {
    const { blockTime, preconfirmationTime } = options
    const blocks = options.blocks + 2
    const until = (blocks - 1) * blockTime
    const since = blockTime - preconfirmationTime
    return {
      blocks,
      payAt: beatsOf(options, blocks).filter(
        (at) => at % blockTime === preconfirmationTime % blockTime,
      ),
      faults: [
        { type: 'frozen', block: 'pending', since, until },
        hideUnsealed({ since: blockTime, until }),
      ],
    }
  },
)

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
 */
export const noPreconfirmations = preset(
  'noPreconfirmations',
  {
    /**
     * Number of blocks without pre-confirmations, between two with them; default
     * 3
     */
    blocks: count(3),
  },
  ({ blocks, blockTime }) => ({
    blocks: blocks + 2,
    faults: hidePending({ since: blockTime, until: (1 + blocks) * blockTime }),
  }),
)

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
 */
export const finalityStall = preset(
  'finalityStall',
  {
    /**
     * Number of blocks for which `safe` and `finalized` stand still; default 10
     */
    blocks: count(10),
    /** blocks that `safe` is behind `latest` before and after; default 2 */
    safe: optional(natural, 2),
    /** blocks that `finalized` is behind `latest`, `safe` or more; default 4 */
    finalized: optional(natural, 4),
  },
  (options) => {
    const { preset, blocks, blockTime, safe, finalized } = options
    const expected = `at least "safe", which is ${safe}`
    checkOption(finalized >= safe, preset, 'finalized', finalized, expected)
    const before = finalized + 2
    const since = before * blockTime
    const until = since + blocks * blockTime
    const whole = before + blocks + 2
    return {
      blocks: whole,
      payAt: openingsOf(options, whole),
      options: { finalityLag: { safe, finalized } },
      faults: [
        { type: 'frozen', block: 'safe', since, until },
        { type: 'frozen', block: 'finalized', since, until },
      ],
    }
  },
)
