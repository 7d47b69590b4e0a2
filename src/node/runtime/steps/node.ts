import * as z from 'zod/mini'
import * as values from '../../../base/validation/values.js'
import { openingEffects } from '../../../chain/blocks/chain.js'
import { indexIn } from '../../../chain/blocks/openBlock.js'
import {
  cadenceError,
  setCadence as change,
  setFinalityLag as moveLag,
} from '../../../chain/intents/settings.js'
import type { BeatsSeenBy } from '../../../chain/model/config.js'
import {
  checkDisconnection,
  type Disconnection,
  disconnectionFields,
} from '../../schema/disconnection.js'
import { value } from '../../schema/schema.js'
import {
  type Action,
  beatPosition,
  nextCadence,
  type Sealing,
  transition,
} from '../state/nodeState.js'
import {
  clockTime,
  paceTimestamps,
  restartBlock,
  setHeader,
} from '../transitions/blocks.js'
import { type Acts, named, type StepsOf } from './act.js'

/** The ways of sealing. */
export const sealing = values.oneOf('timed', 'manual', 'instant')

/** How blocks come, which options and a step say alike. */
export const cadenceFields = () => ({
  // No chain's blocks take so few ms, but many take fewer seconds.
  blockTime: z.optional(value(values.milliseconds(20))),
  preconfirmationTime: z.optional(value(values.milliseconds(1))),
  baseTimeDeposit: z.optional(value(values.boolean)),
  beatsSeenBy: z.optional(
    value(values.oneOf('pending', 'latestState', 'latest', 'none')),
  ),
})

const cadenceOptions = [
  'blockTime',
  'preconfirmationTime',
  'baseTimeDeposit',
  'beatsSeenBy',
] as const

type NodeFields = {
  /** Changes how far `safe` and `finalized` are behind; they never move back. */
  setFinalityLag: {
    /** blocks behind latest */
    safe?: number | undefined
    /** blocks behind latest */
    finalized?: number | undefined
  }

  /** Ends all open sockets, or one. */
  disconnectSockets: Disconnection

  /**
   * Changes these options from the next block on; at a boundary, from the block
   * that opens there.
   */
  setCadence: {
    /** ms between two blocks, 20 or more */
    blockTime?: number | undefined
    /** ms between two beats */
    preconfirmationTime?: number | undefined
    /** As the option; the node needs `l1Attributes` for it. */
    baseTimeDeposit?: boolean | undefined
    /** As the option. */
    beatsSeenBy?: BeatsSeenBy | undefined
  }

  /** Changes when blocks are sealed. */
  setSealing: {
    /** As the option. */
    sealing: Sealing
  }
}

export type NodeSteps = StepsOf<NodeFields>

export type NodeVerbs = {
  /**
   * Changes how many blocks `safe` and `finalized` are behind latest, from now
   * on. They never move back.
   *
   * @example
   * node.setFinalityLag({ safe: 2, finalized: 4 })
   *
   * @throws ChainRuleError when `finalized` would be ahead of `safe`.
   */
  setFinalityLag(parameters: NodeFields['setFinalityLag']): void

  /**
   * Ends the open WebSockets of the node, in process or served; by default
   * their connections fail. Clients can reconnect at once, unless a fault such
   * as `{ type: 'network' }` refuses them.
   *
   * @example
   * node.disconnectSockets() // 1006
   * node.disconnectSockets({ code: 1012, reason: 'restart' })
   * node.disconnectSockets({ how: 'silently' }) // half-dead
   *
   * @throws InvalidParametersError when a field is malformed.
   * @throws UnknownIdError when the `socket` is not open.
   */
  disconnectSockets(disconnection?: Disconnection): void

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
  setCadence(parameters: NodeFields['setCadence']): void

  /**
   * Changes when blocks are sealed, from now on: every `blockTime`, counted
   * from this instant, only by the test, or at once.
   *
   * @example
   * node.setSealing('instant') // a block for each transaction, as anvil mines
   * node.setSealing('manual') // transactions wait for node.seal()
   *
   * @param sealing - `'instant'` seals what waits, one block for each
   * transaction.
   */
  setSealing(sealing: Sealing): void
}

export const nodeActs = /* @__PURE__ */ named({
  /**
   * Keeps `safe` and `finalized` that many blocks behind `latest` from then on;
   * neither moves back.
   */
  setFinalityLag: {
    fields: () => ({
      safe: z.optional(value(values.natural)),
      finalized: z.optional(value(values.natural)),
    }),
    check({ safe, finalized }, refuse) {
      if (safe === undefined && finalized === undefined)
        refuse({
          given: 'a "setFinalityLag" without a lag',
          expected: '"safe", "finalized" or both',
        })
      if (safe !== undefined && finalized !== undefined && finalized < safe)
        refuse({
          path: ['finalized'],
          given: `${finalized}`,
          expected: `at least "safe", which is ${safe}`,
        })
    },
    json: { anyOf: [{ required: ['safe'] }, { required: ['finalized'] }] },
    apply: (state, fields) =>
      transition({ ...state, chain: moveLag(state.chain, fields) }),
    verb: {},
  },

  /**
   * Closes open WebSockets; at the instant of a seal, before the node announces
   * the new head.
   */
  disconnectSockets: {
    fields: disconnectionFields,
    check: checkDisconnection,
    /** Sockets are no part of a node's state: they read of it in the log. */
    apply: (state) => transition(state),
    verb: { fallback: {} },
  },

  /**
   * Changes these options, from the next block on; if a block has just opened
   * at this instant and is still empty, from that block on.
   */
  setCadence: {
    fields: cadenceFields,
    check(fields, refuse) {
      if (cadenceOptions.every((field) => fields[field] === undefined))
        refuse({
          given: 'a "setCadence" that changes nothing',
          expected: `at least one of ${cadenceOptions.map((field) => `"${field}"`).join(', ')}`,
        })
    },
    json: { anyOf: cadenceOptions.map((field) => ({ required: [field] })) },
    apply(state, { baseTimeDeposit, beatsSeenBy, ...fields }) {
      const before = nextCadence(state)
      const { blockTime = before.blockTime } = fields
      const { preconfirmationTime = before.preconfirmationTime } = fields
      if (blockTime % preconfirmationTime !== 0)
        throw cadenceError(
          `"blockTime" is ${blockTime}, expected a whole multiple of "preconfirmationTime", which is ${preconfirmationTime}.`,
        )
      const opens = state.openedAt === state.time
      const chain = change(
        state.chain,
        {
          blockTime,
          ...(baseTimeDeposit !== undefined && { baseTimeDeposit }),
          ...(beatsSeenBy !== undefined && { beatsSeenBy }),
        },
        opens,
      )
      const cadence = { blockTime, preconfirmationTime }
      const isOpen = chain.open.origin !== state.chain.open.origin
      if (!isOpen)
        return transition({
          ...state,
          chain,
          plan: { ...state.plan, cadence },
        })
      const next = { ...state, chain, cadence }
      const { open } = state.chain
      const effects = openingEffects(chain, beatPosition(next)).filter(
        (effect) =>
          effect.type !== 'preconfirmed' ||
          indexIn(open, effect.included.transaction.hash) === undefined,
      )
      return transition(next, effects)
    },
    verb: {},
  },

  /** Changes this option from then on. */
  setSealing: {
    fields: () => ({ sealing: value(sealing) }),
    apply: (state, { sealing }) =>
      transition(
        sealing === 'timed' && state.sealing !== 'timed'
          ? restartBlock(state)
          : { ...state, sealing },
      ),
    verb: {
      parameter: () => value(sealing),
      toFields: (sealing) => ({ sealing }),
    },
  },
} satisfies Acts<NodeFields, NodeVerbs>)

/** The clock seals a block every `blockTime` ms from now. No step does. */
export const sealEvery = {
  type: 'setSealing',
  apply(state, { blockTime }) {
    const { preconfirmationTime: before } = nextCadence(state)
    const preconfirmationTime = blockTime % before === 0 ? before : blockTime
    const paced = nodeActs.setCadence.apply(restartBlock(state), {
      blockTime,
      preconfirmationTime,
    })
    const next = { ...paced.state, cadence: nextCadence(paced.state) }
    const milliseconds = clockTime(state, blockTime)
    const { pace } = state
    return transition(
      pace !== undefined
        ? paceTimestamps.apply(next, { blockTime: pace }).state
        : milliseconds === undefined
          ? next
          : setHeader.apply(next, { milliseconds }).state,
      paced.effects,
    )
  },
} as const satisfies Action<{ readonly blockTime: number }>
