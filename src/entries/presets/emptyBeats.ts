import { beatsOf } from './internal/beatsOf.js'
import { parsePreset } from './internal/parsePreset.js'
import { payments } from './internal/payments.js'
import type { PresetOptions } from './internal/presetOptions.js'
import type { Scenario } from './internal/scenario.js'
import { toScenario } from './internal/toScenario.js'

export type EmptyBeatsOptions = PresetOptions & {
  /** Number of blocks; default 2 */
  blocks?: number | undefined
  /** Beats from one payment to the next, all but the last empty; default 5 */
  everyNth?: number | undefined
}

/**
 * Most beats are empty, so the pending block and its hash stay the same. Every
 * chain does this in quiet hours, test networks nearly always.
 *
 * @example
 * const node = createMockNode(emptyBeats({ everyNth: 5 }))
 * node.advance(600) // still the hash with which the block opened
 * node.nextBeat() // another one
 *
 * @throws InvalidPresetError for an invalid parameter.
 */
export function emptyBeats(options: EmptyBeatsOptions = {}): Scenario {
  const parsed = parsePreset('emptyBeats', options, { blocks: 2, everyNth: 5 })
  const { blocks, everyNth } = parsed
  const busy = beatsOf(parsed, blocks).filter(
    (_, beat) => (beat + 1) % everyNth === 0,
  )
  return toScenario(parsed, blocks, payments(parsed, busy))
}
