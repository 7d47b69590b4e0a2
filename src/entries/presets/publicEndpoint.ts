import { beatsOf } from './internal/beatsOf.js'
import { checkOption } from './internal/checkOption.js'
import { parsePreset } from './internal/parsePreset.js'
import { payments } from './internal/payments.js'
import type { PresetOptions } from './internal/presetOptions.js'
import type { Scenario } from './internal/scenario.js'
import { toScenario } from './internal/toScenario.js'

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

const refused: readonly string[] = ['eth_getBlockReceipts']

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
 * @throws InvalidPresetError for an invalid parameter.
 */
export function publicEndpoint(options: PublicEndpointOptions = {}): Scenario {
  const parsed = parsePreset('publicEndpoint', options, {
    blocks: 2,
    rate: 20,
    batch: 10,
    methods: refused,
  })
  const { blocks, rate, batch, methods } = parsed
  checkOption(
    Array.isArray(methods) && methods.length > 0,
    'publicEndpoint',
    'methods',
    methods,
    'an array of at least one method',
  )
  return toScenario(parsed, blocks, payments(parsed, beatsOf(parsed, blocks)), {
    endpoint: { rate: { requests: rate, per: 1_000 }, batch },
    faults: [{ type: 'http', status: 403, methods }],
  })
}
