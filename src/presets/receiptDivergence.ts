import { amendedSeal, type SealedEffect } from './amendedSeal.js'
import { check } from './check.js'
import type { PresetOptions } from './presetOptions.js'
import { readStory } from './readStory.js'
import type { Scenario } from './scenario.js'

export type ReceiptDivergenceOptions = PresetOptions & {
  /** What the receipt says once sealed; a tenth less gas by default */
  sealed?: Pick<SealedEffect, 'gasUsed' | 'logs'> | undefined
}

/**
 * The receipt of a payment says another gas, or other logs, once its block is
 * sealed. Own transactions come once each, a beat apart. On Base about a
 * quarter of the pre-confirmed blocks were seen to differ so, mostly in the gas
 * of calls that get refunds (base/base#3274).
 *
 * @example
 * const node = createMockNode(receiptDivergence())
 * node.advance(200) // its receipt says 60 000 gas
 * node.advance(1_800) // sealed: 54 000
 *
 * @throws InvalidPresetError for a parameter that cannot be.
 */
export function receiptDivergence(
  options: ReceiptDivergenceOptions = {},
): Scenario {
  const read = readStory('receiptDivergence', options, {
    sealed: undefined as ReceiptDivergenceOptions['sealed'],
  })
  const { sealed } = read
  check(
    sealed === undefined || (typeof sealed === 'object' && sealed !== null),
    'receiptDivergence',
    'sealed',
    sealed,
    'an object { gasUsed, logs }',
  )
  const story = read.isOwn
    ? read
    : { ...read, transactions: read.transactions.map(toCall) }
  return amendedSeal(
    story,
    story.transactions.map(
      ({ gasUsed = 21_000n }) => sealed ?? { gasUsed: (gasUsed * 9n) / 10n },
    ),
  )
}

/** With gas to spare, as the gas of a plain payment could not differ. */
function toCall<transaction extends object>(transaction: transaction) {
  return { ...transaction, gas: 100_000n, gasUsed: 60_000n }
}
