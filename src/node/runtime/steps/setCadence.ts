import { lookup } from '../../../base/codec/trie.js'
import { openingEffects } from '../../../chain/blocks/chain.js'
import {
  cadenceError,
  setCadence as change,
} from '../../../chain/intents/setCadence.js'
import type { BeatsSeenBy } from '../../../chain/model/cadence.js'
import { cadenceFields } from '../../schema/cadence.js'
import { beatPosition, nextCadence } from '../moment/beats.js'
import { transition } from '../moment/moment.js'
import type { StepWithVerb } from './internal/stepFile.js'

/**
 * Changes the cadence from the next block on; at a boundary, from the block
 * that opens there.
 */
export type SetCadenceStep = { type: 'setCadence' } & SetCadenceParameters

type SetCadenceParameters = {
  /** ms between two blocks, 20 or more */
  blockTime?: number | undefined
  /** ms between two beats */
  preconfirmationTime?: number | undefined
  /** As the option; the node needs `l1Attributes` for it. */
  baseTimeDeposit?: boolean | undefined
  /** As the option. */
  beatsSeenBy?: BeatsSeenBy | undefined
}

export type SetCadenceVerb = {
  /**
   * Changes the cadence from the next block on, or from the block that opens at
   * this instant if it is still empty. Absent fields do not change.
   *
   * @example
   * // What Base did in November 2026.
   * node.setCadence({
   *   blockTime: 200,
   *   preconfirmationTime: 20,
   *   baseTimeDeposit: true,
   *   beatsSeenBy: 'none',
   * })
   *
   * @throws ChainRuleError if the new cadence contradicts itself.
   */
  setCadence(parameters: SetCadenceParameters): void
}

const fields = [
  'blockTime',
  'preconfirmationTime',
  'baseTimeDeposit',
  'beatsSeenBy',
] as const

export const setCadence = {
  type: 'setCadence',
  fields: cadenceFields,
  check(said, refuse) {
    if (fields.every((field) => said[field] === undefined))
      refuse({
        given: 'a "setCadence" that changes nothing',
        expected: `at least one of ${fields.map((field) => `"${field}"`).join(', ')}`,
      })
  },
  json: { anyOf: fields.map((field) => ({ required: [field] })) },
  apply(moment, { baseTimeDeposit, beatsSeenBy, ...said }) {
    const before = nextCadence(moment)
    const { blockTime = before.blockTime } = said
    const { preconfirmationTime = before.preconfirmationTime } = said
    if (blockTime % preconfirmationTime !== 0)
      throw cadenceError(
        `"blockTime" is ${blockTime}, expected a whole multiple of "preconfirmationTime", which is ${preconfirmationTime}.`,
      )
    const opens = moment.openedAt === moment.time
    const chain = change(
      moment.chain,
      {
        blockTime,
        ...(baseTimeDeposit !== undefined && { baseTimeDeposit }),
        ...(beatsSeenBy !== undefined && { beatsSeenBy }),
      },
      opens,
    )
    const cadence = { blockTime, preconfirmationTime }
    const isOpen = chain.open.origin !== moment.chain.open.origin
    if (!isOpen)
      return transition({ ...moment, chain, plan: { ...moment.plan, cadence } })
    const next = { ...moment, chain, cadence }
    const { positions } = moment.chain.open
    const effects = openingEffects(chain, beatPosition(next)).filter(
      (effect) =>
        effect.type !== 'preconfirmed' ||
        lookup(positions, effect.included.transaction.hash) === undefined,
    )
    return transition(next, effects)
  },
  verb: { name: 'setCadence' },
} as const satisfies StepWithVerb<SetCadenceStep, SetCadenceVerb>
