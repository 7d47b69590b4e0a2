import type { Disconnection } from '../../faults/disconnection.js'
import {
  checkDisconnection,
  disconnectionFields,
} from '../../schema/disconnection.js'
import { transition } from '../moment/moment.js'
import type { RolesOf } from '../names/roles.js'
import type { StepWithVerb } from './internal/stepFile.js'

/** Ends all open sockets, or one. */
export type DisconnectSocketsStep = {
  type: 'disconnectSockets'
} & Disconnection

export type DisconnectSocketsVerb = {
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
}

export const disconnectSocketsNames: RolesOf<DisconnectSocketsStep> = {
  reason: 'noName',
}

export const disconnectSockets = {
  type: 'disconnectSockets',
  fields: disconnectionFields,
  check: checkDisconnection,
  /** Sockets are no part of a node's state: they read of it in the log. */
  apply: (moment) => transition(moment),
  verb: { name: 'disconnectSockets', fallback: {} },
} as const satisfies StepWithVerb<DisconnectSocketsStep, DisconnectSocketsVerb>
