import { isPresealError } from '../../../base/errors/errors.js'
import type { Host } from './command.js'

/** Aborted when the process is interrupted; a second time ends the process. */
export function stopSignal(host: Host): {
  signal: AbortSignal
  release: () => void
} {
  const stopping = new AbortController()
  const stop = () => {
    release()
    stopping.abort()
  }
  const release = () => void host.off('SIGINT', stop).off('SIGTERM', stop)
  host.on('SIGINT', stop).on('SIGTERM', stop)
  return { signal: stopping.signal, release }
}

/**
 * Resolves when the process is interrupted, and rejects for an unexpected
 * error. Steps of a timeline that fail are printed; the story goes on.
 */
export function untilStopped(host: Host): Promise<void> {
  return new Promise((resolve, reject) => {
    function onUnhandled(error: unknown) {
      if (isPresealError(error))
        host.stderr.write(`preseal: ${error.message}\n`)
      else reject(error)
    }
    host.on('SIGINT', resolve).on('SIGTERM', resolve)
    host.on('unhandledRejection', onUnhandled)
  })
}
