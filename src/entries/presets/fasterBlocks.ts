import { beatsOf } from './internal/beatsOf.js'
import { checkOption } from './internal/checkOption.js'
import { parsePreset } from './internal/parsePreset.js'
import { payments } from './internal/payments.js'
import type { PresetOptions } from './internal/presetOptions.js'
import type { Scenario } from './internal/scenario.js'
import { toScenario } from './internal/toScenario.js'

export type FasterBlocksOptions = PresetOptions & {
  /** Number of blocks before the change; default 2 */
  before?: number | undefined
  /** Number of blocks of 200 ms after it; default 20 */
  blocks?: number | undefined
}

const blockTime = 200

/**
 * A running chain switches from pre-confirmations to equally fast blocks: from
 * then on a block is sealed every 200 ms and opens with two deposits, five
 * blocks share a timestamp, `pending` is `latest`, and subscriptions to
 * pre-confirmations fall silent. Each beat, and later each block, has a
 * payment. Base did this in November 2026.
 *
 * @example
 * const node = createMockNode(fasterBlocks({ to: bob }))
 * node.advance(4_000) // block 2 is latest; the next ones come every 200 ms
 *
 * @throws InvalidPresetError for an invalid parameter.
 */
export function fasterBlocks(options: FasterBlocksOptions = {}): Scenario {
  const parsed = parsePreset('fasterBlocks', options, { before: 2, blocks: 20 })
  const { before, blocks } = parsed
  const at = before * parsed.blockTime
  checkOption(
    at % blockTime === 0,
    'fasterBlocks',
    'blockTime',
    parsed.blockTime,
    `a time of which ${before} are a whole multiple of ${blockTime}`,
  )
  const after = Array.from(
    { length: blocks },
    (_, index) => at + index * blockTime,
  )
  const change = {
    at,
    type: 'setCadence',
    blockTime,
    preconfirmationTime: blockTime,
    baseTime: true,
    beatsSeenBy: 'none',
  } as const
  const steps = payments(parsed, [...beatsOf(parsed, before), ...after])
  return {
    ...toScenario(parsed, before, [change, ...steps], { l1Attributes: {} }),
    duration: at + blocks * blockTime,
  }
}
