/** How sockets end. */
export type Disconnection = {
  /** Number of a socket, counted from 1 as they connect; all that are open */
  readonly socket?: number | undefined
  /**
   * `'abruptly'`, the default, is a connection that fails: the client sees
   * 1006. `'cleanly'`, the default with a `code`, is a close as RFC 6455 has it.
   * `'silently'` leaves the socket half-dead: open for its client, but nothing
   * passes any more.
   */
  readonly how?: 'abruptly' | 'cleanly' | 'silently' | undefined
  /** 1000, such as 1001, or from 3000 to 4999; none, which reads as 1005 */
  readonly code?: number | undefined
  /** At most 123 bytes; none */
  readonly reason?: string | undefined
}

/** Sockets that a script or a verb ended, newest first. */
export type Ended = {
  readonly disconnection: Disconnection
  readonly before: Ended
} | null

/**
 * Sockets ended since, oldest first; empty if `then` is no part of the list, as
 * after time went back.
 */
export function endedSince(now: Ended, then: Ended): Disconnection[] {
  const found: Disconnection[] = []
  let link = now
  for (; link !== null && link !== then; link = link.before)
    found.push(link.disconnection)
  return link === then ? found.reverse() : []
}
