import type { Fault } from '../../index.js'
import { beatsOf } from './internal/beatsOf.js'
import { checkOption } from './internal/checkOption.js'
import { parsePreset } from './internal/parsePreset.js'
import { payments } from './internal/payments.js'
import type { PresetOptions } from './internal/presetOptions.js'
import type { Scenario } from './internal/scenario.js'
import { toScenario } from './internal/toScenario.js'

export type TwoAheadOptions = PresetOptions & {
  /** Number of blocks; default 3 */
  blocks?: number | undefined
  /** ms by which `latest` is late, less than `blockTime`; default 250 */
  lag?: number | undefined
}

/**
 * Indices 0 and 1 of a block are served before its parent is latest: `pending`
 * is two numbers ahead of `latest`. Pre-confirmations reach Base nodes 150 to
 * 250 ms sooner than sealed blocks do (base/base#826, #1439).
 *
 * @example
 * const node = createMockNode(twoAhead({ lag: 250 }))
 * node.advance(2_000) // pending is block 2, latest is block 0
 * node.advance(250) // latest is block 1
 *
 * @throws InvalidPresetError for an invalid parameter.
 */
export function twoAhead(options: TwoAheadOptions = {}): Scenario {
  const parsed = parsePreset('twoAhead', options, { blocks: 3, lag: 250 })
  const { blocks, blockTime, lag } = parsed
  checkOption(
    lag < blockTime,
    'twoAhead',
    'lag',
    lag,
    `less than "blockTime", which is ${blockTime}`,
  )
  const faults = Array.from({ length: blocks - 1 }, (_, block): Fault[] => {
    const boundary = (block + 1) * blockTime
    // The last instant at which the block before is latest.
    const window = { since: boundary - 1, until: boundary + lag }
    return [
      { type: 'frozen', block: 'latest', ...window },
      { type: 'frozen', methods: ['eth_blockNumber'], ...window },
    ]
  }).flat()
  return toScenario(parsed, blocks, payments(parsed, beatsOf(parsed, blocks)), {
    faults,
  })
}
