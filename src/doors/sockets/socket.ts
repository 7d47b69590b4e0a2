import type { Hex } from '../../base/hex/hex.js'
import type { SocketPeer } from '../../base/http/socketDoor.js'

/** A connection, as the node has it. */
export type Socket = {
  /** Counted from 1, over all doors of a node. */
  readonly number: number
  readonly peer: SocketPeer
  /** Aborted with it. */
  readonly gone: AbortController
  state: 'opening' | 'open' | 'silent' | 'closed'
  /** Messages that follow the next one, by a fault. */
  readonly swapped: string[]
}

/** A message of the node. */
export type Message = {
  /** Method of the answered request; null for a batch. */
  readonly method: string | null
  readonly subscription: Hex | null
  readonly text: string
}
