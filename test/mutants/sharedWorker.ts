import type { Plugin } from 'vitest/config'
import { type PoolOptions, ThreadsPoolWorker } from 'vitest/node'

type Listener = (message: unknown) => void

/**
 * Runs every mutant in the same worker. Vitest starts a new one whenever Stryker
 * asks for tests, and most of the time went into loading all modules again.
 */
export function sharedWorker(): Plugin {
  let thread: ThreadsPoolWorker | undefined

  function createPoolWorker(options: PoolOptions) {
    const listeners: [event: string, listener: Listener][] = []
    const on = (event: string, listener: Listener) => {
      listeners.push([event, listener])
      thread?.on(event, listener)
    }
    const off = (event: string, listener: Listener) =>
      thread?.off(event, listener)
    return {
      name: 'shared',
      on,
      off,
      send(message: Parameters<ThreadsPoolWorker['send']>[0]) {
        if (message.type !== 'stop') return thread?.send(message)
        const stopped = { __vitest_worker_response__: true, type: 'stopped' }
        for (const [event, listener] of [...listeners])
          if (event === 'message') listener(stopped)
      },
      deserialize: (data: unknown) => data,
      async start() {
        if (thread !== undefined) return
        thread = new ThreadsPoolWorker(options)
        await thread.start()
        thread.on('exit', () => {
          thread = undefined
        })
      },
      async stop() {
        for (const [event, listener] of listeners) off(event, listener)
      },
    }
  }

  return {
    name: 'shared-worker',
    // Stryker sets the pool, so that the config cannot.
    configureVitest({ vitest, project }) {
      project.config.pool = 'shared'
      project.config.poolRunner = { name: 'shared', createPoolWorker }
      vitest.onClose(() => thread?.stop())
    },
  }
}
