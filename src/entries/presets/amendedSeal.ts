import type { Step } from '../../index.js'
import { checkOption } from './internal/checkOption.js'
import { everySent, openings, type SentOptions } from './internal/everySent.js'
import type { ParsedPreset } from './internal/parsedPreset.js'
import { payments } from './internal/payments.js'
import type { Scenario } from './internal/scenario.js'
import { toScenario } from './internal/toScenario.js'

type Amendment = NonNullable<
  Extract<Step, { type: 'planSeal' }>['amend']
>[number]

/**
 * The effect of a transaction at the seal, if it differs from the pre-confirmed
 * one.
 */
export type SealedEffect = Omit<Amendment, 'transaction'>

/**
 * Each transaction is pre-confirmed once, a beat apart from index 1 on, and
 * sealed with another effect; a block without transactions follows.
 */
export function amendedSeal(
  parsed: ParsedPreset,
  effects: readonly SealedEffect[],
): Scenario {
  const { preset, transactions, beatsPerBlock, preconfirmationTime } = parsed
  checkOption(
    transactions.length < beatsPerBlock,
    preset,
    'transactions',
    transactions,
    `fewer than ${beatsPerBlock}, the beats of a block`,
  )
  const instants = transactions.map(
    (_, index) => (index + 1) * preconfirmationTime,
  )
  const steps = payments(parsed, instants)
  const amend = steps.map(({ label }, index) => ({
    transaction: label,
    ...effects[index],
  }))
  const at = instants.at(-1) as number
  return toScenario(parsed, 2, [...steps, { at, type: 'planSeal', amend }])
}

/**
 * Transactions that the application sends within the first blocks have another
 * effect.
 */
export function amendedSent(
  parsed: ParsedPreset,
  sent: SentOptions,
  effect: SealedEffect,
  blocks: number,
): Scenario {
  const transaction = everySent(parsed.preset, sent)
  const amend = [{ transaction, ...effect }]
  return toScenario(
    parsed,
    blocks,
    openings(parsed, blocks).map((at) => ({ at, type: 'planSeal', amend })),
  )
}
