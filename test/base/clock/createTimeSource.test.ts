import { createRequire } from 'node:module'
import { afterEach, expect, test, vi } from 'vitest'

afterEach(() => {
  vi.restoreAllMocks()
  vi.useRealTimers()
})

test('fake-timers loaded under fake timers leave no timer and work', () => {
  vi.useFakeTimers()
  const require = createRequire(import.meta.url)
  delete require.cache[require.resolve('@sinonjs/fake-timers')]
  const { withGlobal } = require('@sinonjs/fake-timers')
  expect(vi.getTimerCount()).toBe(0)
  const clock = withGlobal({ Date }).createClock()
  expect(vi.getTimerCount()).toBe(0)
  const callback = vi.fn()
  clock.setTimeout(callback, 10)
  clock.tick(10)
  expect(callback).toHaveBeenCalledOnce()
})
