import { everySent, openings, type SentOptions } from './internal/everySent.js'
import { parsePreset } from './internal/parsePreset.js'
import type { PresetOptions } from './internal/presetOptions.js'
import type { Scenario } from './internal/scenario.js'
import { toScenario } from './internal/toScenario.js'

export type ReorgedAwayOptions = PresetOptions & {
  /** Selects transactions of the application; default all */
  sent?: SentOptions | undefined
  /** Number of replaced blocks; default 1 */
  depth?: number | undefined
  /** Number of blocks; default 30 */
  blocks?: number | undefined
}

/**
 * The application's transactions are sealed; a beat later a re-org replaces the
 * newest blocks by others without them: a receipt with a confirmation vanishes.
 * There are no payments; `from` is funded. Rollups do this when their L1
 * re-orgs, or when a sequencer loses sealed blocks.
 *
 * @example
 * const node = createMockNode(reorgedAway({ sent: { to: shop } }))
 * // the user pays the shop
 * node.nextBlock() // paid, says the latest block
 * node.nextBeat() // never paid
 *
 * @throws InvalidPresetError for an invalid parameter.
 */
export function reorgedAway(options: ReorgedAwayOptions = {}): Scenario {
  const parsed = parsePreset('reorgedAway', options, {
    sent: {} as SentOptions,
    depth: 1,
    blocks: 30,
  })
  const { depth, blocks, preconfirmationTime } = parsed
  const omit = [everySent('reorgedAway', parsed.sent)]
  const steps = openings(parsed, blocks)
    .slice(depth)
    .map((opening) => ({
      at: opening + preconfirmationTime,
      type: 'reorg' as const,
      depth,
      omit,
    }))
  return toScenario(parsed, blocks, steps)
}
