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
