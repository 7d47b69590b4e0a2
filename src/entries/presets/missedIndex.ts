import { beatsOf } from './internal/beatsOf.js'
import { checkOption } from './internal/checkOption.js'
import { hidePending } from './internal/hidePending.js'
import { parsePreset } from './internal/parsePreset.js'
import { payments } from './internal/payments.js'
import type { PresetOptions } from './internal/presetOptions.js'
import type { Scenario } from './internal/scenario.js'
import { toScenario } from './internal/toScenario.js'

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
 * @throws InvalidPresetError for an invalid parameter.
 */
export function missedIndex(options: MissedIndexOptions = {}): Scenario {
  const parsed = parsePreset('missedIndex', options, { index: 4 }, ['index'])
  const { blockTime, preconfirmationTime, beatsPerBlock, index } = parsed
  checkOption(
    index < beatsPerBlock,
    'missedIndex',
    'index',
    index,
    `less than ${beatsPerBlock}, the beats of a block`,
  )
  const missed = blockTime + index * preconfirmationTime
  return toScenario(parsed, 3, payments(parsed, beatsOf(parsed, 3)), {
    faults: hidePending({ since: missed, until: 2 * blockTime }),
  })
}
