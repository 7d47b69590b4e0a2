import { beatsOf } from './internal/beatsOf.js'
import { parsePreset } from './internal/parsePreset.js'
import { payments } from './internal/payments.js'
import type { PresetOptions } from './internal/presetOptions.js'
import type { Scenario } from './internal/scenario.js'
import { toScenario } from './internal/toScenario.js'

export type SilentZerosOptions = PresetOptions & {
  /** Number of blocks; default 2 */
  blocks?: number | undefined
}

/**
 * State read at an unsealed block number is `0x0` instead of an error: zero
 * balances, zero nonces. Each beat has a payment. Optimism's proxyd answers
 * like this for blocks that its backends do not agree on yet (`backend.go`).
 *
 * @example
 * const node = createMockNode(silentZeros({ to: bob }))
 * node.advance(400) // bob has 3 ether under pending, and 0 at its number, 0x1
 *
 * @throws InvalidPresetError for an invalid parameter.
 */
export function silentZeros(options: SilentZerosOptions = {}): Scenario {
  const parsed = parsePreset('silentZeros', options, { blocks: 2 })
  const { blocks } = parsed
  return toScenario(parsed, blocks, payments(parsed, beatsOf(parsed, blocks)), {
    faults: [{ type: 'unknownBlockAsZero' }],
  })
}
