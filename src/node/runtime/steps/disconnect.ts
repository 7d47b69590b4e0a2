import type { Disconnection } from '../../faults/disconnection.js'
import {
  checkDisconnection,
  disconnectionFields,
} from '../../schema/disconnection.js'
import { transition } from '../moment/transition.js'
import type { RolesOf } from '../names/roles.js'
import type { StepWithVerb } from './internal/stepFile.js'

/** Ends all open sockets, or one. */
export type DisconnectStep = { type: 'disconnect' } & Disconnection

export type DisconnectVerb = {
  /**
   * Ends the open WebSockets of the node, in process or served; by default
   * their connections fail. Clients can reconnect at once, unless a fault such
   * as `{ type: 'network' }` refuses them.
   *
   * @example
   * node.disconnect() // 1006
   * node.disconnect({ code: 1012, reason: 'restart' })
   * node.disconnect({ how: 'silently' }) // half-dead
   *
   * @throws InvalidParametersError when a field is malformed.
   * @throws UnknownSocketError when the `socket` is not open.
   */
  disconnect(disconnection?: Disconnection): void
}

export const disconnectNames: RolesOf<DisconnectStep> = { reason: 'noName' }

export const disconnect = {
  type: 'disconnect',
  fields: disconnectionFields,
  check: checkDisconnection,
  apply(moment, { socket, how, code, reason }) {
    const { faults } = moment
    const disconnection = { socket, how, code, reason }
    const ended = { disconnection, before: faults.ended }
    return transition({ ...moment, faults: { ...faults, ended } })
  },
  verb: { name: 'disconnect', fallback: {} },
} as const satisfies StepWithVerb<DisconnectStep, DisconnectVerb>
