import { amendedSeal, amendedSent } from './amendedSeal.js'
import type { SentOptions } from './internal/everySent.js'
import type { PresetOptions } from './internal/presetOptions.js'
import { readStory } from './internal/readStory.js'
import type { Scenario } from './internal/scenario.js'

export type RevertedAfterAllOptions = PresetOptions & {
  /** In place of payments: which of the application's transactions */
  sent?: SentOptions | undefined
  /** For how long these revert; 30 */
  blocks?: number | undefined
}

/**
 * A payment is pre-confirmed as a success and sealed as reverted: its hash and
 * place stay, its effect is gone. Own transactions come once each, a beat apart.
 * Nodes that execute pre-confirmed blocks on their own meet it where a result
 * hangs on what only the sealed chain knows, such as a block hash. With `sent`,
 * it is what the application sends that reverts, and there are no payments.
 *
 * @example
 * const node = createMockNode(revertedAfterAll({ to: bob }))
 * node.advance(200) // status 0x1, and bob has 1 ether under pending
 * node.advance(1_800) // sealed: status 0x0, and bob has nothing
 *
 * @throws InvalidPresetError for an invalid parameter.
 */
export function revertedAfterAll(
  options: RevertedAfterAllOptions = {},
): Scenario {
  const story = readStory('revertedAfterAll', options, {
    sent: undefined as SentOptions | undefined,
    blocks: 30,
  })
  if (story.sent !== undefined)
    return amendedSent(story, story.sent, { status: 'reverted' }, story.blocks)
  return amendedSeal(
    story,
    story.transactions.map(() => ({ status: 'reverted' })),
  )
}
