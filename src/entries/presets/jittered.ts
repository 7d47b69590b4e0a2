import { checkOption } from './internal/checkOption.js'
import { parsePreset } from './internal/parsePreset.js'
import { payments } from './internal/payments.js'
import type { PresetOptions } from './internal/presetOptions.js'
import type { Scenario } from './internal/scenario.js'
import { toScenario } from './internal/toScenario.js'

export type JitteredOptions = PresetOptions & {
  /** Number of blocks; default 3 */
  blocks?: number | undefined
  /**
   * ms from beat to beat, the first from the opening of the block; together
   * less than `blockTime`. Default `[315, 42, 133, 366, 20, 184, 391, 107]`
   */
  intervals?: readonly number[] | undefined
}

/** From the log of a node in base/base#1439. */
const logged: readonly number[] = [315, 42, 133, 366, 20, 184, 391, 107]

/**
 * Beats are irregular, 20 to 391 ms apart, and fewer than usual; blocks are on
 * time. Each beat has a payment. A Base node logged these intervals
 * (base/base#1439).
 *
 * @example
 * const node = createMockNode(jittered({ intervals: [500, 50, 700] }))
 * node.on('beat', ({ now }) => {}) // at 500, 550, 1250, 2000, 2500 … ms
 *
 * @throws InvalidPresetError for an invalid parameter.
 */
export function jittered(options: JitteredOptions = {}): Scenario {
  const parsed = parsePreset('jittered', options, {
    blocks: 3,
    intervals: logged,
  })
  const { blocks, blockTime, intervals } = parsed
  const { preset } = parsed
  checkOption(
    Array.isArray(intervals),
    preset,
    'intervals',
    intervals,
    'an array of ms, as beats are apart',
  )
  let sum = 0
  const offsets = intervals.map((ms, index) => {
    const isRight = Number.isSafeInteger(ms) && ms > 0
    checkOption(
      isRight,
      preset,
      `intervals[${index}]`,
      ms,
      'a whole number from 1 on',
    )
    sum += ms
    checkOption(
      sum < blockTime,
      preset,
      `intervals[${index}]`,
      ms,
      `less than ${blockTime - sum + ms}, as the beats of a block come before its "blockTime" of ${blockTime} is over`,
    )
    return sum
  })
  const openings = Array.from({ length: blocks }, (_, at) => at * blockTime)
  const instants = openings.flatMap((opening) =>
    [0, ...offsets].map((offset) => opening + offset),
  )
  return toScenario(parsed, blocks, [
    ...openings.map((at) => ({ at, type: 'planBeats' as const, offsets })),
    ...payments(parsed, instants),
  ])
}
