import { createClock } from '@sinonjs/fake-timers'
import { afterEach, expect, test, vi } from 'vitest'
import { createTimeSource } from '../../src/clock/createTimeSource.js'

afterEach(() => {
  vi.restoreAllMocks()
  vi.useRealTimers()
})

test('default', () => {
  const types = [undefined, 'virtual', 'ambient', createClock()] as const
  expect(types.map((clock) => createTimeSource(clock).type)).toEqual([
    'virtual',
    'virtual',
    'ambient',
    'given',
  ])
})

test('loading under fake timers leaves no timer and works', async () => {
  vi.useFakeTimers()
  vi.resetModules()
  const fresh = await import('../../src/clock/createTimeSource.js')
  const source = fresh.createTimeSource()
  const callback = vi.fn()
  source.after(10, callback)
  source.advance(10)
  expect(callback).toHaveBeenCalledOnce()
  expect(vi.getTimerCount()).toBe(0)
})
