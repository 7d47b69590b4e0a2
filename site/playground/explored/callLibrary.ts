import type * as library from '../library.js'
import type { Asked, Progress, Result } from './result.js'

type Library = typeof library

declare global {
  /** What library.js leaves: all that is in it, to be called in any place. */
  var createLibrary: (() => Library) | undefined
}

let loading: Promise<() => Library> | undefined

/** Loads it once. A script, as no browser loads a module from a file. */
export function loadLibrary(): Promise<() => Library> {
  const { createLibrary } = globalThis
  if (createLibrary !== undefined) return Promise.resolve(createLibrary)
  loading ??= new Promise((done, fail) => {
    const script = document.createElement('script')
    script.src = 'library.js'
    script.onload = () => {
      if (globalThis.createLibrary !== undefined) done(globalThis.createLibrary)
    }
    script.onerror = () => {
      loading = undefined
      fail(new Error('library.js did not load. Reload the page.'))
    }
    document.head.append(script)
  })
  return loading
}

let worker: Worker | undefined

/**
 * Explores in a worker, whose timers it may fake. What still runs there ends,
 * and its promise is never settled.
 */
export async function callExplore(
  asked: Asked,
  onRun: (progress: Progress) => void,
): Promise<Result> {
  const create = await loadLibrary()
  worker?.terminate()
  // From a file, a browser starts no worker by its address.
  const code = new Blob([`(${create})().answer()`], { type: 'text/javascript' })
  const address = URL.createObjectURL(code)
  const started = new Worker(address)
  worker = started
  return new Promise((done, fail) => {
    started.onmessage = ({ data }: MessageEvent<library.Said>) => {
      if ('tried' in data) onRun(data)
      else {
        started.terminate()
        URL.revokeObjectURL(address)
        if ('result' in data) done(data.result)
        else fail(new Error(data.error))
      }
    }
    started.onerror = ({ message }) => fail(new Error(message))
    started.postMessage(asked)
  })
}
