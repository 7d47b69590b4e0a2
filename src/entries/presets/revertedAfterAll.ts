import { amendedSeal, amendedSent } from './amendedSeal.js'
import type { SentOptions } from './internal/everySent.js'
import { parsePreset } from './internal/parsePreset.js'
import type { PresetOptions } from './internal/presetOptions.js'
import type { Scenario } from './internal/scenario.js'

export type RevertedAfterAllOptions = PresetOptions & {
  /**
   * Selects the application's transactions that revert, in place of payments
   */
  sent?: SentOptions | undefined
  /** Number of blocks in which they do; default 30 */
  blocks?: number | undefined
}

/**
 * A payment is pre-confirmed as a success and sealed as reverted: its hash and
 * index stay, its effect is gone. Your own `transactions` come once each, a
 * beat apart. With `sent`, the application's transactions revert, and there are
 * no payments. This happens when a result depends on something that only the
 * sealed chain knows, such as a block hash.
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
  const parsed = parsePreset('revertedAfterAll', options, {
    sent: undefined as SentOptions | undefined,
    blocks: 30,
  })
  if (parsed.sent !== undefined)
    return amendedSent(
      parsed,
      parsed.sent,
      { status: 'reverted' },
      parsed.blocks,
    )
  return amendedSeal(
    parsed,
    parsed.transactions.map(() => ({ status: 'reverted' })),
  )
}
