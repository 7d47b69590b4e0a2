import { amendedSeal, amendedSent, type SealedEffect } from './amendedSeal.js'
import { checkOption } from './internal/checkOption.js'
import type { SentOptions } from './internal/everySent.js'
import { parsePreset } from './internal/parsePreset.js'
import type { PresetOptions } from './internal/presetOptions.js'
import type { Scenario } from './internal/scenario.js'

export type ReceiptDivergenceOptions = PresetOptions & {
  /** Fields of the sealed receipt; default a tenth less gas */
  sealed?: Pick<SealedEffect, 'gasUsed' | 'logs'> | undefined
  /**
   * Selects the application's transactions that diverge, in place of payments
   */
  sent?: SentOptions | undefined
  /** Number of blocks in which they do; default 30 */
  blocks?: number | undefined
}

/**
 * The receipt of a payment changes its gas or logs when its block is sealed.
 * Your own `transactions` come once each, a beat apart. With `sent`, the
 * application's transactions diverge, and there are no payments. A Base node
 * did this in about a quarter of its pre-confirmations, often in the gas of
 * calls with refunds (base/base#3274).
 *
 * @example
 * const node = createMockNode(receiptDivergence())
 * node.advance(200) // its receipt says 60,000 gas
 * node.advance(1_800) // sealed: 54,000
 *
 * @throws InvalidPresetError for an invalid parameter.
 */
export function receiptDivergence(
  options: ReceiptDivergenceOptions = {},
): Scenario {
  const read = parsePreset('receiptDivergence', options, {
    sealed: undefined as ReceiptDivergenceOptions['sealed'],
    sent: undefined as SentOptions | undefined,
    blocks: 30,
  })
  const { sealed, sent, blocks } = read
  checkOption(
    sealed === undefined || isEffect(sealed),
    'receiptDivergence',
    'sealed',
    sealed,
    'an object with a bigint "gasUsed", an array "logs" or both',
  )
  if (sent !== undefined) {
    checkOption(
      sealed !== undefined,
      'receiptDivergence',
      'sealed',
      sealed,
      'what to seal, such as { gasUsed: 50_000n }, as "sent" is given',
    )
    return amendedSent(read, sent, sealed, blocks)
  }
  const parsed = read.isOwn
    ? read
    : { ...read, transactions: read.transactions.map(toCall) }
  return amendedSeal(
    parsed,
    parsed.transactions.map(
      ({ gasUsed = 21_000n }) => sealed ?? { gasUsed: (gasUsed * 9n) / 10n },
    ),
  )
}

function isEffect(given: unknown): boolean {
  if (typeof given !== 'object' || given === null) return false
  const entries = Object.entries(given)
  return (
    entries.length > 0 &&
    entries.every(([name, value]) =>
      name === 'gasUsed'
        ? typeof value === 'bigint'
        : name === 'logs' && Array.isArray(value),
    )
  )
}

/** With gas to spare, as the gas of a plain payment could not differ. */
function toCall<transaction extends object>(transaction: transaction) {
  return { ...transaction, gas: 100_000n, gasUsed: 60_000n }
}
