import type * as ethers from '../ethersLibrary.js'
import type * as library from '../library.js'
import type { Asked, Progress, Result, Said } from './result.js'

/** What the scripts leave: all that is in them, to be called in any place. */
type Left = {
  readonly library?: () => typeof library
  readonly ethersLibrary?: () => typeof ethers
}

const loading = new Map<string, Promise<void>>()

/** Loads one once. A script, as no browser loads a module from a file. */
export async function load<name extends keyof Left>(
  name: name,
): Promise<NonNullable<Left[name]>> {
  const left = globalThis as Left
  if (left[name] === undefined) {
    const loaded = loading.get(name) ?? loadScript(name)
    loading.set(name, loaded)
    await loaded
  }
  return left[name] as NonNullable<Left[name]>
}

function loadScript(name: string): Promise<void> {
  return new Promise((done, fail) => {
    const script = document.createElement('script')
    script.src = `${name}.js`
    script.onload = () => done()
    script.onerror = () => {
      loading.delete(name)
      fail(new Error(`${name}.js did not load. Reload the page.`))
    }
    document.head.append(script)
  })
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
  const isEthers = asked.client === 'ethers'
  const create = await load(isEthers ? 'ethersLibrary' : 'library')
  worker?.terminate()
  // From a file, a browser starts no worker by its address.
  const code = new Blob([`(${create})().answer()`], { type: 'text/javascript' })
  const address = URL.createObjectURL(code)
  const started = new Worker(address)
  worker = started
  return new Promise((done, fail) => {
    started.onmessage = ({ data }: MessageEvent<Said>) => {
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
