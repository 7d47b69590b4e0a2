import type { Fault } from '../../index.js'
import { checkOption } from './internal/checkOption.js'
import { parsePreset } from './internal/parsePreset.js'
import { payments } from './internal/payments.js'
import type { PresetOptions } from './internal/presetOptions.js'
import type { Scenario } from './internal/scenario.js'
import { toScenario } from './internal/toScenario.js'

export type FinalityStallOptions = PresetOptions & {
  /**
   * Number of blocks for which `safe` and `finalized` stand still; default 10
   */
  blocks?: number | undefined
  /** blocks that `safe` is behind `latest` before and after; default 2 */
  safe?: number | undefined
  /** blocks that `finalized` is behind `latest`, `safe` or more; default 4 */
  finalized?: number | undefined
}

/**
 * `safe` and `finalized` follow `latest` at first, stand still for some blocks,
 * then catch up in one jump. Each block opens with a payment. Rollups do this
 * when their batches do not reach L1, or L1 does not finalize.
 *
 * @example
 * const node = createMockNode(finalityStall({ blocks: 10 }))
 * node.nextBlock(6) // latest is 6, safe 4, finalized 2
 * node.advance(19_999) // latest is 15, safe 4, finalized 2
 * node.advance(1) // latest is 16, safe 14, finalized 12
 *
 * @throws InvalidPresetError for an invalid parameter.
 */
export function finalityStall(options: FinalityStallOptions = {}): Scenario {
  const parsed = parsePreset(
    'finalityStall',
    options,
    { blocks: 10, safe: 2, finalized: 4 },
    ['safe', 'finalized'],
  )
  const { blocks, blockTime, safe, finalized } = parsed
  checkOption(
    finalized >= safe,
    'finalityStall',
    'finalized',
    finalized,
    `at least "safe", which is ${safe}`,
  )
  const before = finalized + 2
  const whole = before + blocks + 2
  const openings = Array.from({ length: whole }, (_, at) => at * blockTime)
  const since = before * blockTime
  const until = since + blocks * blockTime
  const faults = (['safe', 'finalized'] as const).map(
    (block): Fault => ({ type: 'frozen', block, since, until }),
  )
  return toScenario(parsed, whole, payments(parsed, openings), {
    finalityLag: { safe, finalized },
    faults,
  })
}
