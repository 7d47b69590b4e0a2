import type { Address, PreconfirmParameters, Step } from '../../index.js'
import { checkOption } from './internal/checkOption.js'
import { everySent, openings, type SentOptions } from './internal/everySent.js'
import type { ParsedPreset } from './internal/parsedPreset.js'
import { parsePreset } from './internal/parsePreset.js'
import { payments } from './internal/payments.js'
import type { PresetOptions } from './internal/presetOptions.js'
import type { Scenario } from './internal/scenario.js'
import { toScenario } from './internal/toScenario.js'

export type ReorderedSealOptions = PresetOptions & {
  /** Selects the application's transactions that end up first; default none */
  sent?: SentOptions | undefined
  /** Number of blocks in which they do; default 30 */
  blocks?: number | undefined
}

/**
 * The first block is sealed with its transactions in reverse order: indices,
 * cumulative gas and log indices change. By default a payment is followed by
 * one back from `to`. Your own `transactions` come once each, a beat apart;
 * each needs its own sender, since nonces fix the order of one sender. With
 * `sent`, each block opens with a payment from `to`, or with one of your own
 * transactions, and is sealed with the application's transactions before it;
 * let the application send from another account, such as `from`. A builder that
 * sorts by fee again at the seal does this.
 *
 * @example
 * const node = createMockNode(reorderedSeal())
 * node.advance(400) // two receipts, at 0 and 1
 * node.advance(1_600) // sealed: the same two, at 1 and 0
 *
 * @throws InvalidPresetError for an invalid parameter.
 */
export function reorderedSeal(options: ReorderedSealOptions = {}): Scenario {
  const read = parsePreset('reorderedSeal', options, {
    sent: undefined as SentOptions | undefined,
    blocks: 30,
  })
  const parsed = read.isOwn
    ? read
    : { ...read, transactions: read.transactions.flatMap(thereAndBack) }
  if (read.sent !== undefined) return sentFirst(parsed, read.sent, read.blocks)
  const { transactions, beatsPerBlock, preconfirmationTime } = parsed
  const senders = new Set(transactions.map(({ from }) => from))
  checkOption(
    senders.size === transactions.length &&
      senders.size > 1 &&
      senders.size < beatsPerBlock,
    'reorderedSeal',
    'transactions',
    transactions,
    `2 to ${beatsPerBlock - 1} of different senders, as "from" says`,
  )
  const instants = transactions.map(
    (_, index) => (index + 1) * preconfirmationTime,
  )
  const steps = payments(parsed, instants)
  const order = steps.map(({ label }) => label).reverse()
  const at = instants.at(-1) as number
  return toScenario(parsed, 2, [...steps, { at, type: 'planSeal', order }])
}

/**
 * Transactions that the application sends within the first blocks overtake a
 * payment.
 */
function sentFirst(
  parsed: ParsedPreset,
  sent: SentOptions,
  blocks: number,
): Scenario {
  const overtaken = parsed.isOwn
    ? parsed.transactions
    : parsed.transactions.slice(1)
  const before = payments(
    { ...parsed, transactions: overtaken },
    openings(parsed, blocks),
  )
  const steps = before.flatMap((payment): Step[] => {
    const { at, label } = payment
    const order = [everySent('reorderedSeal', sent), label]
    return [payment, { at, type: 'planSeal', order }]
  })
  return toScenario(parsed, blocks, steps)
}

function thereAndBack(payment: PreconfirmParameters): PreconfirmParameters[] {
  const { from, to } = payment
  return [payment, { ...payment, from: to as Address, to: from }]
}
