import { beatsOf } from './internal/beatsOf.js'
import { payments } from './internal/payments.js'
import type { PresetOptions } from './internal/presetOptions.js'
import { readStory } from './internal/readStory.js'
import type { Scenario } from './internal/scenario.js'
import { toScenario } from './internal/toScenario.js'

export type EmptyBeatsOptions = PresetOptions & {
  /** 2 */
  blocks?: number | undefined
  /** Beats from payment to payment, of which all but the last are empty; 5 */
  everyNth?: number | undefined
}

/**
 * Most beats bring nothing, so that the pending block stays the same, and so
 * does its hash. Clients meet it on every chain in its quiet hours, and on test
 * networks nearly always.
 *
 * @example
 * const node = createMockNode(emptyBeats({ everyNth: 5 }))
 * node.advance(600) // still the hash with which the block opened
 * node.nextBeat() // another one
 *
 * @throws InvalidPresetError for an invalid parameter.
 */
export function emptyBeats(options: EmptyBeatsOptions = {}): Scenario {
  const story = readStory('emptyBeats', options, { blocks: 2, everyNth: 5 })
  const { blocks, everyNth } = story
  const busy = beatsOf(story, blocks).filter(
    (_, beat) => (beat + 1) % everyNth === 0,
  )
  return toScenario(story, blocks, payments(story, busy))
}
