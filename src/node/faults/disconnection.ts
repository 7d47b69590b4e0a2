/** How to end sockets. */
export type Disconnection = {
  /**
   * Number of the socket, counted from 1 in order of connection; default all
   * open sockets
   */
  readonly socket?: number | undefined
  /**
   * `'abruptly'`, the default: the connection fails, and the client sees 1006.
   * `'cleanly'`, the default with a `code`: a closing handshake (RFC 6455).
   * `'silently'`: the socket stays open for its client, but nothing passes any
   * more.
   */
  readonly how?: 'abruptly' | 'cleanly' | 'silently' | undefined
  /**
   * Close code: 1000, a registered one such as 1001, or 3000 to 4999; default
   * none, which the client sees as 1005
   */
  readonly code?: number | undefined
  /** Close reason of at most 123 bytes; default none */
  readonly reason?: string | undefined
}
