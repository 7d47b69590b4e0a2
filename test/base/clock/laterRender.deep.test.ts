import { afterEach, expect, test, vi } from 'vitest'

afterEach(() => {
  vi.unstubAllGlobals()
  vi.resetModules()
})

test('a page in jsdom of jest was shown one render behind', async () => {
  const { setTimeout } = globalThis
  // As React's scheduler does there, which has no other turn to wait for.
  vi.stubGlobal('MessageChannel', undefined)
  vi.stubGlobal('setImmediate', undefined)
  vi.resetModules()
  const { laterRender } = await import('../../../src/base/clock/turns.js')
  for (let round = 0; round < 20; round++) {
    const shown: number[] = []
    setTimeout(() => {
      shown.push(1)
      setTimeout(() => shown.push(2), 0)
    }, 0)
    await laterRender()
    expect(shown[0]).toBe(1)
    await laterRender()
    expect(shown).toEqual([1, 2])
  }
})
