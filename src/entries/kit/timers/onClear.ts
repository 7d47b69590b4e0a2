import { ambient } from './ambient.js'

/** Calls back for each timer that is cleared: either function clears any. */
export function onClear(callback: (id: unknown) => void): void {
  for (const name of ['clearTimeout', 'clearInterval'] as const) {
    const clear = ambient[name]
    const cleared = (id: unknown) => {
      callback(id)
      clear(id)
    }
    ambient[name] = Object.assign(cleared, clear)
  }
}
