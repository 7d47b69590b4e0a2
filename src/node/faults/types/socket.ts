import { milliseconds, oneOf } from '../../../base/validation/values.js'
import { type FaultType, optional } from './faultType.js'

/**
 * A WebSocket fails, as it opens or as it carries messages: one of the two. The
 * requests on it are done.
 */
export type SocketFault = {
  readonly type: 'socket'
  /** The fate of a connection that a client opens. */
  readonly opening?: 'refused' | 'delayed' | 'held' | undefined
  /**
   * The fate of a message to the client: an answer, or a subscription's
   * message, whose method is `eth_subscription`. A message that is `'swapped'`
   * is sent after the one that follows it.
   */
  readonly messages?:
    | 'dropped'
    | 'doubled'
    | 'swapped'
    | 'delayed'
    | 'held'
    | undefined
  /** By how many ms what is `'delayed'` is late. */
  readonly ms?: number | undefined
}

export const socket: FaultType<SocketFault> = {
  type: 'socket',
  fields: {
    opening: optional(oneOf('refused', 'delayed', 'held')),
    messages: optional(
      oneOf('dropped', 'doubled', 'swapped', 'delayed', 'held'),
    ),
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
