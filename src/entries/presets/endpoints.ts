import { count, methods, type PresetOptions, whole } from './options.js'
import { type Preset, preset } from './preset.js'

export type PartialPendingOptions = PresetOptions & {
  /** Number of blocks; default 2 */
  blocks?: number | undefined
  /**
   * Methods that answer `pending` from `latest`; default `['eth_getStorageAt',
   * 'eth_getBlockReceipts']`
   */
  methods?: readonly string[] | undefined
}

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
 *
 * @throws InvalidOptionsError for an invalid parameter.
 */
export const partialPending: Preset<PartialPendingOptions> = preset(
  'partialPending',
  {
    blocks: count(2),
    methods: methods(['eth_getStorageAt', 'eth_getBlockReceipts']),
  },
  ({ methods }) => ({
    counted: true,
    options: {
      faults: [{ type: 'otherBlock', to: 'latest', block: 'pending', methods }],
    },
  }),
)

export type LoadBalancerOptions = PresetOptions & {
  /** Number of blocks; default 2 */
  blocks?: number | undefined
  /** Beats by which the second backend is behind; default 3 */
  lag?: number | undefined
}

/**
 * Two backends answer in turn, and one is some beats behind: `pending` goes
 * backward from one request to the next, `latest` does not. Receipt requests
 * alternate separately, so a receipt appears, vanishes and reappears. Public
 * endpoints have several nodes behind them.
 *
 * @example
 * const node = createMockNode(loadBalancer({ lag: 3, to: bob }))
 * node.advance(1_000) // bob has 6 ether, then 3, then 6, under pending
 *
 * @throws InvalidOptionsError for an invalid parameter.
 */
export const loadBalancer: Preset<LoadBalancerOptions> = preset(
  'loadBalancer',
  { blocks: count(2), lag: whole(3) },
  ({ lag }) => ({
    options: {
      faults: [
        { type: 'stale', beats: lag, everyNth: 2, block: 'pending' },
        {
          type: 'stale',
          beats: lag,
          everyNth: 2,
          methods: ['eth_getTransactionByHash', 'eth_getTransactionReceipt'],
        },
      ],
    },
  }),
)

export type SilentZerosOptions = PresetOptions & {
  /** Number of blocks; default 2 */
  blocks?: number | undefined
}

/**
 * State read at an unsealed block number is `0x0` instead of an error: zero
 * balances, zero nonces. Each beat has a payment. Optimism's proxyd answers
 * like this for blocks that its backends do not agree on yet (`backend.go`).
 *
 * @example
 * const node = createMockNode(silentZeros({ to: bob }))
 * node.advance(400) // bob has 3 ether under pending, and 0 at its number, 0x1
 *
 * @throws InvalidOptionsError for an invalid parameter.
 */
export const silentZeros: Preset<SilentZerosOptions> = preset(
  'silentZeros',
  { blocks: count(2) },
  () => ({
    options: { faults: [{ type: 'unknownBlockAsZero' }] },
  }),
)

export type PublicEndpointOptions = PresetOptions & {
  /** Number of blocks; default 2 */
  blocks?: number | undefined
  /** Requests per second before more are answered with 429; default 20 */
  rate?: number | undefined
  /** Requests per HTTP batch before it is answered with 413; default 10 */
  batch?: number | undefined
  /** Methods answered with 403; default `['eth_getBlockReceipts']` */
  methods?: readonly string[] | undefined
}

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
 *
 * @throws InvalidOptionsError for an invalid parameter.
 */
export const publicEndpoint: Preset<PublicEndpointOptions> = preset(
  'publicEndpoint',
  {
    blocks: count(2),
    rate: whole(20),
    batch: whole(10),
    methods: methods(['eth_getBlockReceipts']),
  },
  ({ rate, batch, methods }) => ({
    options: {
      endpoint: { rate: { requests: rate, per: 1_000 }, batch },
      faults: [{ type: 'http', status: 403, methods }],
    },
  }),
)
