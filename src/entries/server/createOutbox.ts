import type { Duplex } from 'node:stream'
import type { WebSocket } from 'ws'
import type { Write } from './createTurns.js'
import type { Unread } from './createUnread.js'

/** bytes that are written in one go, unless one message has more */
const mostAtOnce = 2 ** 16

/** Outgoing messages of one connection. */
export type Outbox = {
  send(text: string): void
  /** Sends what the system takes, then ends the connection without a word. */
  end(): void
  /** The connection is over. */
  close(): void
}

/**
 * Sends messages in their order, and several at once when they wait. It hands
 * the system no more before it has taken the last, so that what nobody reads
 * waits here, as texts that connections share.
 *
 * @param shed - Called when the peer is too far behind; it gets no more
 * messages.
 */
export function createOutbox(
  socket: WebSocket,
  raw: Duplex,
  {
    turn,
    unread,
    shed,
  }: { turn: (write: Write) => void; unread: Unread; shed: () => void },
): Outbox {
  const reader = unread.join(() => {
    close()
    shed()
  })
  let waiting: string[] = []
  /** Text that the system has not taken yet. */
  let written: readonly string[] | undefined
  let isOver = false

  const write: Write = () => {
    if (isOver || written !== undefined) return false
    const texts = firstOf(waiting)
    waiting = waiting.slice(texts.length)
    written = texts
    function taken() {
      if (written !== texts) return
      written = undefined
      reader.take(lengthOf(texts), texts.length)
    }
    raw.cork()
    for (const [at, text] of texts.entries())
      if (at < texts.length - 1) socket.send(text)
      else
        socket.send(text, (error) => {
          if (error) return
          taken()
          if (waiting.length > 0) turn(write)
        })
    raw.uncork()
    // At once, as a rule; the callback comes later all the same.
    if (socket.bufferedAmount === 0) taken()
    return written === undefined && waiting.length > 0
  }

  function close() {
    isOver = true
    waiting = []
  }

  return {
    send(text) {
      if (isOver) return
      waiting.push(text)
      reader.add(text.length)
      if (waiting.length === 1 && written === undefined) turn(write)
    },
    end() {
      while (waiting.length > 0 && write());
      socket.terminate()
    },
    close() {
      close()
      reader.leave()
    },
  }
}

function firstOf(texts: readonly string[]): readonly string[] {
  let bytes = 0
  const end = texts.findIndex((text) => {
    bytes += text.length
    return bytes >= mostAtOnce
  })
  return end === -1 ? texts : texts.slice(0, end + 1)
}

function lengthOf(texts: readonly string[]): number {
  return texts.reduce((sum, { length }) => sum + length, 0)
}
