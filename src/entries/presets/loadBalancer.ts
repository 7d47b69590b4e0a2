import { beatsOf } from './internal/beatsOf.js'
import { parsePreset } from './internal/parsePreset.js'
import { payments } from './internal/payments.js'
import type { PresetOptions } from './internal/presetOptions.js'
import type { Scenario } from './internal/scenario.js'
import { toScenario } from './internal/toScenario.js'

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
 * @throws InvalidPresetError for an invalid parameter.
 */
export function loadBalancer(options: LoadBalancerOptions = {}): Scenario {
  const parsed = parsePreset('loadBalancer', options, { blocks: 2, lag: 3 })
  const { blocks, lag } = parsed
  return toScenario(parsed, blocks, payments(parsed, beatsOf(parsed, blocks)), {
    faults: [
      { type: 'stale', beats: lag, everyNth: 2, block: 'pending' },
      {
        type: 'stale',
        beats: lag,
        everyNth: 2,
        methods: ['eth_getTransactionByHash', 'eth_getTransactionReceipt'],
      },
    ],
  })
}
