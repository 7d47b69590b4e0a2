import type { Fault } from '../../index.js'
import { beatsOf } from './internal/beatsOf.js'
import { checkOption } from './internal/checkOption.js'
import { hidePending } from './internal/hidePending.js'
import { parsePreset } from './internal/parsePreset.js'
import { payments } from './internal/payments.js'
import type { PresetOptions } from './internal/presetOptions.js'
import type { Scenario } from './internal/scenario.js'
import { toScenario } from './internal/toScenario.js'

export type BoundaryGapOptions = PresetOptions & {
  /** Number of blocks; default 3 */
  blocks?: number | undefined
  /** ms after each boundary, less than `blockTime`; default 400 */
  gap?: number | undefined
  /**
   * Answer of `pending` in the gap: the latest block, or null for blocks and
   * receipts; default `'latest'`
   */
  answer?: 'latest' | 'null' | undefined
}

/**
 * For a while after each seal there is no pending block: `pending` answers like
 * `latest`, and unsealed transactions are not found by hash. Base nodes do this
 * when the sealed block catches up with the pre-confirmed one; before
 * base/base#178 they answered null.
 *
 * @example
 * const node = createMockNode(boundaryGap({ gap: 300, answer: 'null' }))
 * node.advance(2_000) // sealed: block 1 is latest, and pending is null
 * node.advance(300) // pending is block 2
 *
 * @throws InvalidPresetError for an invalid parameter.
 */
export function boundaryGap(options: BoundaryGapOptions = {}): Scenario {
  const parsed = parsePreset('boundaryGap', options, {
    blocks: 3,
    gap: 400,
    answer: 'latest' as 'latest' | 'null',
  })
  const { blocks, blockTime, gap, answer } = parsed
  checkOption(
    gap < blockTime,
    'boundaryGap',
    'gap',
    gap,
    `less than "blockTime", which is ${blockTime}`,
  )
  checkOption(
    answer === 'latest' || answer === 'null',
    'boundaryGap',
    'answer',
    answer,
    '"latest" or "null"',
  )
  const faults = Array.from({ length: blocks - 1 }, (_, block): Fault[] => {
    const since = (block + 1) * blockTime
    const time = { since, until: since + gap }
    const hidden = hidePending(time)
    return answer === 'latest'
      ? hidden
      : [
          ...hidden,
          {
            type: 'null',
            methods: ['eth_getBlockByNumber', 'eth_getBlockReceipts'],
            block: 'pending',
            ...time,
          },
        ]
  }).flat()
  return toScenario(parsed, blocks, payments(parsed, beatsOf(parsed, blocks)), {
    faults,
  })
}
