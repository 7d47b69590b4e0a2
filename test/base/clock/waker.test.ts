import { install } from '@sinonjs/fake-timers'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { type TimeSource, waker } from '../../../src/base/clock/clock.js'
import { createTimeSource } from '../../../src/base/clock/timeSource.js'

const beat = 200

/** Arms itself for the next beat, as a node with listeners does. */
function beating(source: TimeSource) {
  const times: number[] = []
  const next = () => (Math.floor(source.elapsed() / beat) + 1) * beat
  const control = waker(source, () => {
    times.push(source.elapsed())
    control.arm(next())
  })
  return { ...control, times, start: () => control.arm(next()) }
}

afterEach(() => {
  vi.restoreAllMocks()
  vi.useRealTimers()
})

describe('waker', () => {
  test('default', () => {
    const source = createTimeSource()
    const { start, times } = beating(source)
    start()
    source.advance(1_000)
    expect(times).toEqual([200, 400, 600, 800, 1_000])
  })

  test('behavior: no timer until armed, one at most, none when stopped', () => {
    vi.useFakeTimers()
    const { start, arm, stop, times } = beating(createTimeSource('ambient'))
    expect(vi.getTimerCount()).toBe(0)
    start()
    arm(600)
    arm(400)
    arm(200)
    expect(vi.getTimerCount()).toBe(1)
    vi.advanceTimersByTime(1_000)
    expect(vi.getTimerCount()).toBe(1)
    expect(times).toEqual([200, 400, 600, 800, 1_000])
    stop()
    expect(vi.getTimerCount()).toBe(0)
    start()
    expect(vi.getTimerCount()).toBe(0)
  })

  test('behavior: arming for the same instant keeps the timer', () => {
    vi.useFakeTimers()
    const made = vi.spyOn(globalThis, 'setTimeout')
    const { arm } = waker(createTimeSource('ambient'), () => {})
    arm(200)
    arm(200)
    arm(200)
    expect(made).toHaveBeenCalledOnce()
  })

  test('behavior: beats under sinon with every timer faked', async () => {
    const clock = install()
    try {
      const { start, stop, times } = beating(createTimeSource('ambient'))
      start()
      await clock.tickAsync(600)
      expect(times).toEqual([200, 400, 600])
      expect(clock.countTimers()).toBe(1)
      stop()
      expect(clock.countTimers()).toBe(0)
    } finally {
      clock.uninstall()
    }
  })

  test('behavior: beats in real time, unref’d', async () => {
    const made = vi.spyOn(globalThis, 'setTimeout')
    const source = createTimeSource('ambient')
    const woken = await new Promise<number>((resolve) => {
      waker(source, () => resolve(source.elapsed())).arm(20)
      expect(made.mock.results.map(({ value }) => value.hasRef())).toEqual([
        false,
      ])
    })
    expect(woken).toBeGreaterThanOrEqual(20)
  })

  test('behavior: fake timers installed in between take over', () => {
    const first = install()
    const { start, stop, times } = beating(createTimeSource('ambient'))
    start()
    first.uninstall()
    const second = install()
    try {
      start()
      expect([first.countTimers(), second.countTimers()]).toEqual([0, 1])
      second.tick(400)
      expect(times).toHaveLength(2)
      stop()
      expect(second.countTimers()).toBe(0)
    } finally {
      second.uninstall()
    }
  })

  test('behavior: fake timers removed in between give way', async () => {
    vi.useFakeTimers({ now: Date.now() - 60_000 })
    const source = createTimeSource('ambient')
    const woken = vi.fn()
    const { arm } = waker(source, woken)
    arm(60_010)
    vi.useRealTimers()
    arm(60_010)
    await vi.waitFor(() => expect(woken).toHaveBeenCalledOnce())
    expect(source.elapsed()).toBeGreaterThanOrEqual(60_010)
  })

  test('behavior: wakes no sooner than armed for', () => {
    vi.useFakeTimers()
    const { start, times } = beating(createTimeSource('ambient'))
    start()
    vi.advanceTimersByTime(150)
    vi.setSystemTime(0)
    vi.advanceTimersByTime(50)
    expect(times).toEqual([])
    vi.advanceTimersByTime(200)
    expect(times).toEqual([200])
  })

  test('behavior: a jump of ten years is one wake', () => {
    vi.useFakeTimers()
    const { start, times } = beating(createTimeSource('ambient'))
    const tenYears = 10 * 365 * 24 * 60 * 60 * 1_000
    start()
    vi.setSystemTime(Date.now() + tenYears)
    vi.advanceTimersByTime(200)
    expect(times).toEqual([tenYears + 200])
  })
})
