import type { Address, MockNodeOptions, Step } from '../../../index.js'
import type { ParsedPreset } from './parsedPreset.js'
import type { Scenario } from './scenario.js'

/** 1,000,000 ether: more than any story spends, and the same in all of them. */
const funds = 10n ** 24n

/** Makes a scenario of that many blocks, its steps in the order of time. */
export function toScenario(
  { transactions, preconfirmationTime, blockTime }: ParsedPreset,
  blocks: number,
  steps: readonly Step[],
  options: MockNodeOptions = {},
): Scenario {
  const payers = transactions.map(
    ({ from }): [Address, { balance: bigint }] => [from, { balance: funds }],
  )
  return {
    version: 1,
    preconfirmationTime,
    blockTime,
    accounts: Object.fromEntries(payers),
    ...options,
    steps: [...steps].sort((one, other) => one.at - other.at),
    duration: blocks * blockTime,
  }
}
