import { beatsOf } from './internal/beatsOf.js'
import { checkOption } from './internal/checkOption.js'
import { readSent, type SentOptions } from './internal/everySent.js'
import { parsePreset } from './internal/parsePreset.js'
import { countedPayments } from './internal/payments.js'
import type { PresetOptions } from './internal/presetOptions.js'
import type { Scenario } from './internal/scenario.js'
import { toScenario } from './internal/toScenario.js'

export type DroppedTailOptions = PresetOptions & {
  /** Number of beats lost at the end of the first block; default 2 */
  beats?: number | undefined
  /** Selects the application's transactions that are lost, too; default all */
  sent?: SentOptions | undefined
}

/**
 * The first block is sealed without the pre-confirmations of its last beats:
 * receipts vanish; balance, nonce and storage step back; and the second block
 * has no payments. Each payment increments slot 0 of `to`. Transactions of the
 * application that were pre-confirmed in these beats are lost, too. Real chains
 * do this when the sequencer changes or a last beat comes too late for its
 * block.
 *
 * @example
 * const node = createMockNode(droppedTail({ beats: 2, to: bob }))
 * node.advance(1_800) // bob has 10 ether under pending
 * node.advance(200) // sealed: 8
 *
 * @throws InvalidPresetError for an invalid parameter.
 */
export function droppedTail(options: DroppedTailOptions = {}): Scenario {
  const parsed = parsePreset('droppedTail', options, {
    beats: 2,
    sent: {} as SentOptions,
  })
  const { beats, beatsPerBlock, blockTime, preconfirmationTime } = parsed
  checkOption(
    beats <= beatsPerBlock,
    'droppedTail',
    'beats',
    beats,
    `at most ${beatsPerBlock}, the beats of a block`,
  )
  const steps = countedPayments(parsed, beatsOf(parsed, 1))
  const omit = steps.slice(-beats).map(({ label }) => label)
  const at = blockTime - preconfirmationTime
  // A transaction that arrives after a beat enters at the next one.
  const since = Math.max(0, at - beats * preconfirmationTime)
  const match = readSent('droppedTail', parsed.sent)
  return toScenario(parsed, 2, [...steps, { at, type: 'planSeal', omit }], {
    ...(since < at && {
      inclusion: [{ type: 'omit', match, since, until: at }],
    }),
  })
}
