import { PresealError } from '../../base/errors/errors.js'
import type { Clock } from '../../index.js'
import type { Failure } from './failure.js'
import { dateOf } from './platformClock.js'

/** The limits of everything that the recording waits for. */
export type Limits = {
  readonly clock: Clock
  /** ms for one request */
  readonly timeout: number
  readonly stop: Stop
}

/** Whether and when the recording's signal ends it. */
export type Stop = {
  readonly isStopped: boolean
  /** Calls back when it comes; returns a function that stops the wait. */
  once(callback: () => void): () => void
  /** Lets go of the signal. */
  release(): void
}

/** One listener, however many requests are on their way: Node warns of many. */
export function createStop(signal: AbortSignal | undefined): Stop {
  const callbacks = new Set<() => void>()
  const stop = () => {
    for (const callback of callbacks) callback()
  }
  signal?.addEventListener('abort', stop)
  return {
    get isStopped() {
      return signal?.aborted === true
    },
    once(callback) {
      callbacks.add(callback)
      return () => callbacks.delete(callback)
    },
    release: () => signal?.removeEventListener('abort', stop),
  }
}

/**
 * Starts something and aborts its signal once nobody waits; undefined if it
 * did not settle in time.
 *
 * @throws EndpointError when the recording ends first.
 */
export function withinLimits<value>(
  { clock, timeout, stop }: Limits,
  start: (signal: AbortSignal) => Promise<value>,
): Promise<{ value: value } | undefined> {
  const own = new AbortController()
  return new Promise((resolve, reject) => {
    if (stop.isStopped) return reject(stoppedError())
    const timer = clock.setTimeout(() => {
      end()
      resolve(undefined)
      own.abort()
    }, timeout)
    const off = stop.once(() => {
      end()
      reject(stoppedError())
      own.abort()
    })
    function end() {
      // Each clock has its own type of timer ids.
      clock.clearTimeout(timer as never)
      off()
    }
    Promise.resolve(own.signal)
      .then(start)
      .finally(end)
      .then((value) => resolve({ value }), reject)
  })
}

/** Lets time pass, unless the recording is stopped. */
export function wait({ clock, stop }: Limits, ms: number): Promise<void> {
  return new Promise((resolve) => {
    if (stop.isStopped) return resolve()
    const timer = clock.setTimeout(end, ms)
    const off = stop.once(end)
    function end() {
      // As above.
      clock.clearTimeout(timer as never)
      off()
      resolve()
    }
  })
}

/** Never seen by the caller, who stopped the recording and gets what there is. */
function stoppedError(): PresealError<'EndpointError'> {
  return new PresealError('EndpointError', 'The recording was stopped.', {
    reason: 'stopped',
  })
}

/** ms for which the endpoint asks to be left alone (RFC 9110, 10.2.3). */
export function retryAfter(failures: readonly Failure[], now: number): number {
  const asked = failures.map((failure) => {
    const text = failure.type === 'http' && failure.headers?.['retry-after']
    if (!text) return 0
    const ms = /^\d+$/.test(text) ? Number(text) * 1_000 : dateOf(text) - now
    return ms > 0 ? ms : 0
  })
  return Math.max(0, ...asked)
}
