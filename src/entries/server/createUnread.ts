import { mostBehind } from '../../base/http/nodeUrls.js'

/** bytes that all readers of a server together may be behind */
const mostOfAll = 256 * 2 ** 20

/** Somebody to whom a server writes. */
export type Reader = {
  /** A message of that many bytes is to be read. */
  add(bytes: number): void
  /** The operating system has taken this many messages and bytes. */
  take(bytes: number, messages?: number): void
  /** It is gone, and what it has not read with it. */
  leave(): void
}

/** Counts what the readers of a server have not read. */
export type Unread = {
  /** @param shed - Ends the reader, which has left by then. */
  join(shed: () => void): Reader
}

type Behind = { bytes: number; messages: number; readonly shed: () => void }

/**
 * Sheds a reader that is too far behind. If all together are, it sheds those
 * that are furthest behind, until half is left: to look for the furthest takes
 * as long as there are readers, so it is not done at each message.
 */
export function createUnread(): Unread {
  const behind = new Set<Behind>()
  let all = 0

  function forget(one: Behind) {
    behind.delete(one)
    all -= one.bytes
    one.bytes = 0
    one.messages = 0
  }

  function shed(one: Behind) {
    forget(one)
    one.shed()
  }

  function shedFurthest() {
    const furthest = [...behind].sort((one, other) => other.bytes - one.bytes)
    for (const one of furthest) {
      if (all <= mostOfAll / 2) return
      shed(one)
    }
  }

  return {
    join(end) {
      let isGone = false
      const one: Behind = {
        bytes: 0,
        messages: 0,
        shed() {
          isGone = true
          end()
        },
      }
      return {
        add(bytes) {
          if (isGone) return
          behind.add(one)
          all += bytes
          one.bytes += bytes
          one.messages++
          if (one.bytes > mostBehind && one.messages > 1) shed(one)
          if (all > mostOfAll) shedFurthest()
        },
        take(bytes, messages = 1) {
          if (isGone) return
          all -= bytes
          one.bytes -= bytes
          one.messages -= messages
          if (one.messages === 0) behind.delete(one)
        },
        leave() {
          isGone = true
          forget(one)
        },
      }
    },
  }
}
