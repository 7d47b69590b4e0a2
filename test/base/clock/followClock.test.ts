import { createClock, install } from '@sinonjs/fake-timers'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { Clock } from '../../../src/base/clock/clock.js'
import { createTimeSource } from '../../../src/base/clock/timeSource.js'
import { says } from '../../says.js'
import { thrown } from './thrown.js'

const tenYears = 10 * 365 * 24 * 60 * 60 * 1000

afterEach(() => {
  vi.restoreAllMocks()
  vi.useRealTimers()
})

describe('ambient', () => {
  beforeEach(() => {
    vi.useFakeTimers({ now: 1_767_225_600_123 })
  })

  test('behavior: makes no timer of its own', () => {
    const source = createTimeSource('ambient')
    vi.advanceTimersByTime(1_000)
    source.elapsed()
    expect(vi.getTimerCount()).toBe(0)
  })

  test('behavior: a jump forward is time', () => {
    const source = createTimeSource('ambient')
    vi.setSystemTime(Date.now() + tenYears)
    expect(source.elapsed()).toBe(tenYears)
  })

  test('behavior: follows whatever the timers are at each call', () => {
    const source = createTimeSource('ambient')
    const fired: string[] = []
    source.after(100, () => fired.push('old'))
    vi.useRealTimers()
    const before = source.elapsed()
    vi.useFakeTimers({ now: Date.now() + 1_000 })
    expect(source.elapsed()).toBeGreaterThanOrEqual(before + 1_000)
    source.after(50, () => fired.push('new'))
    expect(vi.getTimerCount()).toBe(1)
    vi.advanceTimersByTime(50)
    expect(fired).toEqual(['new'])
  })

  test('behavior: a timer is cancelled on the clock that made it', () => {
    vi.useRealTimers()
    const first = install()
    const cancel = createTimeSource('ambient').after(100, () => {})
    expect(first.countTimers()).toBe(1)
    first.uninstall()
    const second = install()
    try {
      cancel()
      expect(first.countTimers()).toBe(0)
    } finally {
      second.uninstall()
    }
  })

  test('behavior: follows sinon with every timer faked', async () => {
    vi.useRealTimers()
    const clock = install({ now: 1_000 })
    try {
      const source = createTimeSource('ambient')
      expect(source.epoch).toBe(1_000)
      const callback = vi.fn()
      source.after(150, callback)
      await clock.tickAsync(200)
      expect(source.elapsed()).toBe(200)
      expect(callback).toHaveBeenCalledOnce()
      expect(clock.countTimers()).toBe(0)
    } finally {
      clock.uninstall()
    }
  })

  test('behavior: follows real time', async () => {
    vi.useRealTimers()
    const source = createTimeSource('ambient')
    await new Promise<void>((resolve) => source.after(20, resolve))
    expect(source.elapsed()).toBeGreaterThanOrEqual(19)
  })

  test('behavior: an awaited delay keeps the process alive', () => {
    vi.useRealTimers()
    const made = vi.spyOn(globalThis, 'setTimeout')
    createTimeSource('ambient').after(100_000, () => {})()
    expect(made.mock.results[0]?.value.hasRef()).toBe(true)
  })

  test('behavior: a delay of more than 2 ** 31 ms is waited out', () => {
    const source = createTimeSource('ambient')
    const callback = vi.fn()
    source.after(2 ** 32, callback)
    vi.advanceTimersByTime(2 ** 32 - 1)
    expect(callback).not.toHaveBeenCalled()
    vi.advanceTimersByTime(1)
    expect(callback).toHaveBeenCalledOnce()
  })

  test('behavior: a delay is cancelled in any of its parts', () => {
    const source = createTimeSource('ambient')
    const callback = vi.fn()
    const cancel = source.after(2 ** 32, callback)
    vi.advanceTimersByTime(2 ** 31)
    cancel()
    expect(vi.getTimerCount()).toBe(0)
  })

  test('behavior: verbs move the fake timers that there are', () => {
    const source = createTimeSource('ambient')
    const fired = vi.fn()
    setTimeout(fired, 150)
    source.advance(200)
    expect([source.elapsed(), Date.now()]).toEqual([200, 1_767_225_600_323])
    expect(fired).toHaveBeenCalledOnce()
  })

  test('error: nothing moves real time', () => {
    vi.useRealTimers()
    const source = createTimeSource('ambient')
    expect(
      (['advance', 'nextBeat', 'nextBlock'] as const).map((verb) =>
        thrown(() => source.advance(200, verb)),
      ),
    ).toEqual(
      [
        'ClockError … Let 200 ms pass, or call vi.useFakeTimers() or',
        'ClockError … Let 200 ms pass, or call vi.useFakeTimers() or',
        'ClockError … Let 200 ms pass, or call vi.useFakeTimers() or',
      ].map(says),
    )
  })
})

describe('given', () => {
  function handWritten(start: number) {
    const timers = new Map<number, () => void>()
    let next = 0
    return {
      now: start,
      setTimeout(callback: () => void, _ms: number) {
        timers.set(++next, callback)
        return next
      },
      clearTimeout(id: number) {
        timers.delete(id)
      },
      timers,
    } satisfies Clock & { timers: Map<number, () => void> }
  }

  test('behavior: a small hand-written clock fits', () => {
    const clock = handWritten(0)
    const source = createTimeSource(clock)
    const cancel = source.after(10, () => {})
    expect(clock.timers.size).toBe(1)
    cancel()
    expect(clock.timers.size).toBe(0)
  })

  test('behavior: by tick, where it has one, verbs move it', () => {
    const clock = createClock(7)
    const source = createTimeSource(clock)
    source.advance(200)
    expect([clock.now, source.elapsed()]).toEqual([207, 200])
  })

  test('error: advance names the call to use', () => {
    const source = createTimeSource(handWritten(0))
    expect(thrown(() => source.advance(200, 'nextBlock'))).toEqual(
      says('ClockError … Move that clock by 200 ms, or create the node with'),
    )
  })
})
