import { isPresealError } from '../../../base/errors/errors.js'
import type { Host } from './command.js'

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
