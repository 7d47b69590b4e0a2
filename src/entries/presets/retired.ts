import { beatsOf } from './internal/beatsOf.js'
import { checkOption } from './internal/checkOption.js'
import { hidePending } from './internal/hidePending.js'
import { payments } from './internal/payments.js'
import type { PresetOptions } from './internal/presetOptions.js'
import { readStory } from './internal/readStory.js'
import type { Scenario } from './internal/scenario.js'
import { toScenario } from './internal/toScenario.js'

export type RetiredOptions = Omit<PresetOptions, 'preconfirmationTime'> & {
  /** 20 */
  blocks?: number | undefined
  /** ms between two blocks; 200 */
  blockTime?: number | undefined
}

/**
 * There are no pre-confirmations any more, since blocks are as fast themselves:
 * one is sealed every 200 ms, `pending` answers as `latest`, and as timestamps
 * are whole seconds, several blocks share one. Each block brings a payment.
 * Whoever builds on pre-confirmations meets it when their chain outgrows them.
 *
 * @example
 * const node = createMockNode(retired({ to: bob }))
 * node.advance(1_000) // block 5 is latest and pending; bob has 5 ether
 *
 * @throws InvalidPresetError for an invalid parameter.
 */
export function retired(options: RetiredOptions = {}): Scenario {
  const story = readStory('retired', options, {
    blocks: 20,
    blockTime: 200,
    preconfirmationTime: undefined,
  })
  const { blocks, blockTime, preconfirmationTime } = story
  checkOption(
    preconfirmationTime === blockTime,
    'retired',
    'preconfirmationTime',
    preconfirmationTime,
    'nothing, as each block has one beat',
  )
  return toScenario(story, blocks, payments(story, beatsOf(story, blocks)), {
    faults: hidePending({}),
  })
}
