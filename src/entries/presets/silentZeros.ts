import { beatsOf } from './internal/beatsOf.js'
import { payments } from './internal/payments.js'
import type { PresetOptions } from './internal/presetOptions.js'
import { readStory } from './internal/readStory.js'
import type { Scenario } from './internal/scenario.js'
import { toScenario } from './internal/toScenario.js'

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
 * @throws InvalidPresetError for an invalid parameter.
 */
export function silentZeros(options: SilentZerosOptions = {}): Scenario {
  const story = readStory('silentZeros', options, { blocks: 2 })
  const { blocks } = story
  return toScenario(story, blocks, payments(story, beatsOf(story, blocks)), {
    faults: [{ type: 'unknownBlockAsZero' }],
  })
}
