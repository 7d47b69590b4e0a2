import { everySent, openings, type SentOptions } from './internal/everySent.js'
import { parsePreset } from './internal/parsePreset.js'
import type { PresetOptions } from './internal/presetOptions.js'
import type { Scenario } from './internal/scenario.js'
import { toScenario } from './internal/toScenario.js'

export type SealedWithoutOptions = PresetOptions & {
  /** Selects transactions of the application; default all */
  sent?: SentOptions | undefined
  /** Number of blocks; default 30 */
  blocks?: number | undefined
}

/**
 * The application's transactions are pre-confirmed, then their block is sealed
 * without them: the receipt vanishes, the balance steps back, the nonce is free
 * again. There are no payments; `from` is funded. Real chains do this when the
 * sequencer changes.
 *
 * @example
 * const node = createMockNode(sealedWithout({ sent: { to: shop } }))
 * // the user pays the shop
 * node.nextBeat() // paid, says the pending block
 * node.nextBlock() // never paid
 *
 * @throws InvalidPresetError for an invalid parameter.
 */
export function sealedWithout(options: SealedWithoutOptions = {}): Scenario {
  const parsed = parsePreset('sealedWithout', options, {
    sent: {} as SentOptions,
    blocks: 30,
  })
  const omit = [everySent('sealedWithout', parsed.sent)]
  return toScenario(
    parsed,
    parsed.blocks,
    openings(parsed, parsed.blocks).map((at) => ({
      at,
      type: 'planSeal',
      omit,
    })),
  )
}
