import { beatsOf } from './internal/beatsOf.js'
import { hidePending } from './internal/hidePending.js'
import { parsePreset } from './internal/parsePreset.js'
import { payments } from './internal/payments.js'
import type { PresetOptions } from './internal/presetOptions.js'
import type { Scenario } from './internal/scenario.js'
import { toScenario } from './internal/toScenario.js'

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
 * @throws InvalidPresetError for an invalid parameter.
 */
export function noPreconfirmations(
  options: NoPreconfirmationsOptions = {},
): Scenario {
  const parsed = parsePreset('noPreconfirmations', options, { blocks: 3 })
  const { blocks, blockTime } = parsed
  const whole = blocks + 2
  return toScenario(parsed, whole, payments(parsed, beatsOf(parsed, whole)), {
    faults: hidePending({ since: blockTime, until: (1 + blocks) * blockTime }),
  })
}
