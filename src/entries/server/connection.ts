import type { Reader } from './createUnread.js'

/** Requests on a connection, which end with it. */
export type Connection = {
  /** A request begins; its signal is aborted when the connection is gone. */
  begin(): AbortController
  end(controller: AbortController): void
  abort(): void
  /** The reader of the answers. */
  readonly reader: Reader
}

/**
 * Requests at one time have signals of their own: Node warns of one with many
 * listeners, and a test environment may replace Node's by a DOM's. Requests
 * that follow each other share one, since to make one takes long.
 */
export function createConnection(reader: Reader): Connection {
  const made: AbortController[] = []
  const idle: AbortController[] = []
  return {
    reader,
    begin() {
      const known = idle.pop()
      if (known !== undefined) return known
      const controller = new AbortController()
      made.push(controller)
      return controller
    },
    end(controller) {
      if (!controller.signal.aborted) idle.push(controller)
    },
    abort() {
      for (const controller of made)
        if (!idle.includes(controller)) controller.abort()
      reader.leave()
    },
  }
}
