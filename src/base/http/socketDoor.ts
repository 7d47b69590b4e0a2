/** The other end of a connection on which both sides speak first. */
export type SocketPeer = {
  send(text: string): void
  /** Ends the connection, without a word. */
  end(): void
}

/** The node's end of it. */
export type OpenSocket = {
  receive(text: string): void
  /** The peer is gone. */
  close(): void
}

export type SocketDoor = (peer: SocketPeer) => OpenSocket

/**
 * The key of a node's door for sockets, and of that of its control, known to
 * entries that are bundled apart.
 */
export const socketDoor: unique symbol = Symbol.for('preseal.socketDoor')
