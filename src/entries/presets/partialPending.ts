import { beatsOf } from './internal/beatsOf.js'
import { checkOption } from './internal/checkOption.js'
import { parsePreset } from './internal/parsePreset.js'
import { countedPayments } from './internal/payments.js'
import type { PresetOptions } from './internal/presetOptions.js'
import type { Scenario } from './internal/scenario.js'
import { toScenario } from './internal/toScenario.js'

export type PartialPendingOptions = PresetOptions & {
  /** Number of blocks; default 2 */
  blocks?: number | undefined
  /**
   * Methods that answer `pending` from `latest`; default `['eth_getStorageAt',
   * 'eth_getBlockReceipts']`
   */
  methods?: readonly string[] | undefined
}

const sealedOnly: readonly string[] = [
  'eth_getStorageAt',
  'eth_getBlockReceipts',
]

/**
 * Some methods know the pending block, others do not: under `pending`, storage
 * and receipts are those of `latest`, balance and block are live. Each payment
 * increments slot 0 of `to`. Base nodes override only some methods; viem's
 * default block tags have the same effect.
 *
 * @example
 * const node = createMockNode(partialPending({ to: bob }))
 * node.advance(400) // bob has 3 ether under pending, and slot 0 says 0
 * node.advance(1_600) // bob has 11 ether under pending, and slot 0 says 10
 *
 * @throws InvalidPresetError for an invalid parameter.
 */
export function partialPending(options: PartialPendingOptions = {}): Scenario {
  const parsed = parsePreset('partialPending', options, {
    blocks: 2,
    methods: sealedOnly,
  })
  const { blocks, methods } = parsed
  checkOption(
    Array.isArray(methods) && methods.length > 0,
    'partialPending',
    'methods',
    methods,
    'an array of at least one method',
  )
  return toScenario(
    parsed,
    blocks,
    countedPayments(parsed, beatsOf(parsed, blocks)),
    {
      faults: [{ type: 'otherBlock', to: 'latest', block: 'pending', methods }],
    },
  )
}
