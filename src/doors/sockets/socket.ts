import type { Hex } from '../../base/hex/hex.js'
import type { SocketPeer } from '../../base/http/nodeUrls.js'

/** A connection, as the node has it. */
export type Socket = {
  /** Counted from 1, over all doors of a node. */
  readonly number: number
  readonly client: unknown
  readonly peer: SocketPeer<unknown>
  /** Aborted with the connection; `signalOf` makes it. */
  gone?: AbortController
  state: 'opening' | 'open' | 'silent' | 'closed'
  /** Messages that follow the next one, by a fault. */
  swapped?: readonly string[] | undefined
}

/** A message of the node. */
export type Message = {
  /** Method of the answered request; null for a batch. */
  readonly method: string | null
  readonly subscription: Hex | null
  readonly text: string
}

/**
 * A signal that aborts when the connection ends. Platforms abort slowly, and most
 * connections end with nothing to abort, so it is made on demand.
 */
export function signalOf(socket: Socket): AbortSignal {
  socket.gone ??= new AbortController()
  if (socket.state === 'closed' || socket.state === 'silent')
    socket.gone.abort()
  return socket.gone.signal
}
