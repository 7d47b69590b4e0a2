import { milliseconds, oneOf } from '../../../base/validation/values.js'
import { type FaultType, optional } from './faultType.js'

const openingEffects = ['refused', 'delayed', 'held'] as const

const messageEffects = [
  'dropped',
  'doubled',
  'swapped',
  'delayed',
  'held',
] as const

/**
 * A WebSocket fails, either when it opens or when it carries messages. Its
 * requests are executed.
 */
export type SocketFault = {
  readonly type: 'socket'
  /** The effect on a connection that a client opens. */
  readonly opening?: (typeof openingEffects)[number] | undefined
  /**
   * The effect on a message to the client: an answer, or a message of a
   * subscription (method `eth_subscription`). A `'swapped'` message is sent
   * after the one that follows it.
   */
  readonly messages?: (typeof messageEffects)[number] | undefined
  /** Delay in ms, for `'delayed'`. */
  readonly ms?: number | undefined
}

export const socket: FaultType<SocketFault> = {
  type: 'socket',
  fields: {
    opening: optional(oneOf(...openingEffects)),
    messages: optional(oneOf(...messageEffects)),
    ms: optional(milliseconds(0)),
  },
  stages: [],
  effect: { type: 'connection' },
  changes: () => false,
  check({ opening, messages, ms, methods, block }, refuse) {
    const isDelayed = opening === 'delayed' || messages === 'delayed'
    if ((opening === undefined) === (messages === undefined))
      refuse({
        given: `a "socket" fault with ${opening === undefined ? 'neither' : 'both'}`,
        expected: 'either "opening" or "messages"',
      })
    if (isDelayed !== (ms !== undefined))
      refuse({
        path: ['ms'],
        given: ms === undefined ? 'nothing' : `${ms}`,
        expected: isDelayed
          ? 'by how many ms it is late'
          : 'nothing, since nothing is "delayed"',
      })
    if (opening !== undefined && methods !== undefined)
      refuse({
        path: ['methods'],
        given: 'a list',
        expected: 'nothing, since no method is asked as a socket opens',
      })
    if (block !== undefined)
      refuse({
        path: ['block'],
        given: `${block}`,
        expected: 'nothing, since a socket reads no block',
      })
  },
}
