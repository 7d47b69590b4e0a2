import { beatsOf } from './internal/beatsOf.js'
import { parsePreset } from './internal/parsePreset.js'
import { payments } from './internal/payments.js'
import type { PresetOptions } from './internal/presetOptions.js'
import type { Scenario } from './internal/scenario.js'
import { toScenario } from './internal/toScenario.js'

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
 * @throws InvalidPresetError for an invalid parameter.
 */
export function steady(options: SteadyOptions = {}): Scenario {
  const parsed = parsePreset('steady', options, { blocks: 3 })
  const { blocks } = parsed
  return toScenario(parsed, blocks, payments(parsed, beatsOf(parsed, blocks)))
}
