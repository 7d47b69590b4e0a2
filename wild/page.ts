import { populateGlobal } from 'vitest/runtime'

/** Makes this process a page, before any software is loaded that wants one. */
export async function openPage(): Promise<void> {
  // Which ships no types.
  const { JSDOM } = await import('jsdom' as string)
  const { window } = new JSDOM('<!doctype html><body></body>', {
    pretendToBeVisual: true,
    url: 'http://localhost/',
  })
  populateGlobal(globalThis, window, { bindFunctions: true })
  const lacking = {
    matchMedia: () => ({
      matches: false,
      addListener() {},
      removeListener() {},
      addEventListener() {},
      removeEventListener() {},
    }),
    ResizeObserver: class {
      observe() {}
      unobserve() {}
      disconnect() {}
    },
  }
  for (const [name, value] of Object.entries(lacking))
    Object.assign(globalThis, { [name]: value })
}
