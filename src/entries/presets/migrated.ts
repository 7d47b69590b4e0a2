import { beatsOf } from './internal/beatsOf.js'
import { checkOption } from './internal/checkOption.js'
import { payments } from './internal/payments.js'
import type { PresetOptions } from './internal/presetOptions.js'
import { readStory } from './internal/readStory.js'
import type { Scenario } from './internal/scenario.js'
import { toScenario } from './internal/toScenario.js'

export type MigratedOptions = PresetOptions & {
  /** How many blocks come before the change; 2 */
  before?: number | undefined
  /** How many blocks of 200 ms come after it; 20 */
  blocks?: number | undefined
}

const blockTime = 200

/**
 * A running chain changes from pre-confirmations to blocks as fast as they
 * were: from then on one is sealed every 200 ms, each opened by two deposits,
 * five share a timestamp, `pending` is `latest`, and the subscriptions to
 * pre-confirmations deliver nothing more. Each beat, and then each block,
 * brings a payment. Applications on Base met this in November 2026.
 *
 * @example
 * const node = createMockNode(migrated({ to: bob }))
 * node.advance(4_000) // block 2 is latest; the next ones come every 200 ms
 *
 * @throws InvalidPresetError for an invalid parameter.
 */
export function migrated(options: MigratedOptions = {}): Scenario {
  const story = readStory('migrated', options, { before: 2, blocks: 20 })
  const { before, blocks } = story
  const at = before * story.blockTime
  checkOption(
    at % blockTime === 0,
    'migrated',
    'blockTime',
    story.blockTime,
    `a time of which ${before} are a whole multiple of ${blockTime}`,
  )
  const after = Array.from(
    { length: blocks },
    (_, index) => at + index * blockTime,
  )
  const change = {
    at,
    type: 'setCadence',
    blockTime,
    preconfirmationTime: blockTime,
    baseTime: true,
    beatsSeenBy: 'none',
  } as const
  const steps = payments(story, [...beatsOf(story, before), ...after])
  return {
    ...toScenario(story, before, [change, ...steps], { l1Attributes: {} }),
    duration: at + blocks * blockTime,
  }
}
