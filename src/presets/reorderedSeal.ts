import type { Address, PreconfirmParameters } from '../index.js'
import { checkOption } from './internal/checkOption.js'
import { payments } from './internal/payments.js'
import type { PresetOptions } from './internal/presetOptions.js'
import { readStory } from './internal/readStory.js'
import type { Scenario } from './internal/scenario.js'
import { toScenario } from './internal/toScenario.js'

export type ReorderedSealOptions = PresetOptions

/**
 * The first block is sealed with the transactions that were pre-confirmed, in
 * the opposite order: indices, cumulative gas and log indices are others. The
 * payment is followed by one back from `to`; own transactions come once each, a
 * beat apart, and each from another sender, since a sender's are in the order
 * of their nonces. A builder that sorts by fee once more as it seals does this.
 *
 * @example
 * const node = createMockNode(reorderedSeal())
 * node.advance(400) // two receipts, at 0 and 1
 * node.advance(1_600) // sealed: the same two, at 1 and 0
 *
 * @throws InvalidPresetError for an invalid parameter.
 */
export function reorderedSeal(options: ReorderedSealOptions = {}): Scenario {
  const read = readStory('reorderedSeal', options, {})
  const story = read.isOwn
    ? read
    : { ...read, transactions: read.transactions.flatMap(thereAndBack) }
  const { transactions, beatsPerBlock, preconfirmationTime } = story
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
  const steps = payments(story, instants)
  const order = steps.map(({ label }) => label).reverse()
  const at = instants.at(-1) as number
  return toScenario(story, 2, [...steps, { at, type: 'sealAs', order }])
}

function thereAndBack(payment: PreconfirmParameters): PreconfirmParameters[] {
  const { from, to } = payment
  return [payment, { ...payment, from: to as Address, to: from }]
}
