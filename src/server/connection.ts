/** What is asked on a connection, which ends with it. */
export type Connection = {
  /** A request begins; its signal is aborted when the connection is gone. */
  begin(): AbortController
  end(controller: AbortController): void
  abort(): void
}

/**
 * Requests at one time have signals of their own: Node warns of one with many
 * listeners, and a test environment may replace Node's by a DOM's. Those that
 * follow each other share one, since to make one takes long.
 */
export function createConnection(): Connection {
  const asked = new Set<AbortController>()
  let idle: AbortController | undefined
  return {
    begin() {
      const controller = idle ?? new AbortController()
      idle = undefined
      asked.add(controller)
      return controller
    },
    end(controller) {
      asked.delete(controller)
      if (!controller.signal.aborted) idle = controller
    },
    abort() {
      for (const controller of asked) controller.abort()
    },
  }
}
