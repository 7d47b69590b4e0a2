import { beatsOf } from './internal/beatsOf.js'
import { hideUnsealed } from './internal/hideUnsealed.js'
import { parsePreset } from './internal/parsePreset.js'
import { payments } from './internal/payments.js'
import type { PresetOptions } from './internal/presetOptions.js'
import type { Scenario } from './internal/scenario.js'
import { toScenario } from './internal/toScenario.js'

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
 * @throws InvalidPresetError for an invalid parameter.
 */
export function frozenPending(options: FrozenPendingOptions = {}): Scenario {
  const parsed = parsePreset('frozenPending', options, { blocks: 300 })
  const { blocks, blockTime, preconfirmationTime } = parsed
  const until = (1 + blocks) * blockTime
  const perBlock = beatsOf(parsed, blocks + 2).filter(
    (at) => at % blockTime === preconfirmationTime % blockTime,
  )
  return toScenario(parsed, blocks + 2, payments(parsed, perBlock), {
    faults: [
      {
        type: 'frozen',
        block: 'pending',
        since: blockTime - preconfirmationTime,
        until,
      },
      hideUnsealed({ since: blockTime, until }),
    ],
  })
}
