import { afterEach, describe, expect, test, vi } from 'vitest'
import { createTimeSource } from '../../../src/base/clock/timeSource.js'
import { says } from '../../says.js'
import { thrown } from './thrown.js'

const tenYears = 10 * 365 * 24 * 60 * 60 * 1000

afterEach(() => {
  vi.restoreAllMocks()
  vi.useRealTimers()
})

describe('createVirtualSource', () => {
  test('default', () => {
    const source = createTimeSource()
    expect([source.type, source.epoch]).toEqual(['virtual', undefined])
    expect(source.elapsed()).toBe(0)
    source.advance(200)
    expect(source.elapsed()).toBe(200)
  })

  test('behavior: time moves only by advance', () => {
    vi.useFakeTimers()
    const source = createTimeSource('virtual')
    const callback = vi.fn()
    source.after(10, callback)
    vi.advanceTimersByTime(1000)
    vi.setSystemTime(0)
    expect(source.elapsed()).toBe(0)
    expect(callback).not.toHaveBeenCalled()
    expect(vi.getTimerCount()).toBe(0)
    source.advance(10)
    expect(callback).toHaveBeenCalledOnce()
  })

  test('behavior: each source has its own time', () => {
    const [one, other] = [createTimeSource(), createTimeSource()]
    one.advance(5)
    expect([one.elapsed(), other.elapsed()]).toEqual([5, 0])
  })

  test('behavior: a timer counts from the instant it is made', () => {
    const source = createTimeSource()
    source.advance(1_000)
    const times: number[] = []
    source.after(50, () => times.push(source.elapsed()))
    source.advance(49)
    expect(times).toEqual([])
    source.advance(500)
    expect(times).toEqual([1_050])
    expect(source.elapsed()).toBe(1_549)
  })

  test('behavior: timers fire in the order of their deadlines', () => {
    const source = createTimeSource()
    const fired: string[] = []
    source.after(300, () => fired.push('c'))
    source.after(100, () => fired.push('a'))
    source.after(200, () => fired.push('b'))
    source.advance(300)
    expect(fired).toEqual(['a', 'b', 'c'])
  })

  test('behavior: equal deadlines fire in the order of making', () => {
    const source = createTimeSource()
    const fired: string[] = []
    source.after(200, () => fired.push('first'))
    source.advance(100)
    source.after(100, () => fired.push('second'))
    source.after(100, () => fired.push('third'))
    source.advance(100)
    expect(fired).toEqual(['first', 'second', 'third'])
  })

  test('behavior: a timer made by a timer fires in the same advance', () => {
    const source = createTimeSource()
    const times: number[] = []
    const step = () => {
      times.push(source.elapsed())
      if (times.length < 3) source.after(200, step)
    }
    source.after(200, step)
    source.advance(2_000)
    expect(times).toEqual([200, 400, 600])
    expect(source.elapsed()).toBe(2_000)
  })

  test('behavior: however time is cut up, it ends the same', () => {
    const cuts = [[2_000], Array(10).fill(200), Array(2_000).fill(1)]
    const ends = cuts.map((cut) => {
      const source = createTimeSource()
      const times: number[] = []
      source.after(350, () => times.push(source.elapsed()))
      source.after(1_999, () => times.push(source.elapsed()))
      for (const ms of cut) source.advance(ms)
      return { elapsed: source.elapsed(), times }
    })
    expect(ends[0]).toEqual({ elapsed: 2_000, times: [350, 1_999] })
    expect(ends[1]).toEqual(ends[0])
    expect(ends[2]).toEqual(ends[0])
  })

  test('behavior: a cancelled timer does not fire', () => {
    const source = createTimeSource()
    const callback = vi.fn()
    const cancel = source.after(10, callback)
    cancel()
    source.advance(100)
    expect(callback).not.toHaveBeenCalled()
  })

  test('behavior: a throwing timer does not stop time', () => {
    const source = createTimeSource()
    const later = vi.fn()
    source.after(10, () => {
      throw new Error('first')
    })
    source.after(20, later)
    expect(() => source.advance(100)).toThrow('first')
    expect(later).toHaveBeenCalledOnce()
    expect(source.elapsed()).toBe(100)
  })

  test('behavior: ten years with a timer cost one step', () => {
    const source = createTimeSource()
    const callback = vi.fn()
    source.after(tenYears, callback)
    source.advance(tenYears - 1)
    expect(callback).not.toHaveBeenCalled()
    source.advance(1)
    expect(callback).toHaveBeenCalledOnce()
  })

  test('error: advances by what is no duration', () => {
    const source = createTimeSource()
    source.advance(1)
    expect(
      [-1, 0.5, Number.NaN, Number.POSITIVE_INFINITY, 2 ** 53 - 1].map((ms) =>
        thrown(() => source.advance(ms)),
      ),
    ).toEqual(
      [
        'InvalidParametersError … advance moves the clock by a whole number',
        'InvalidParametersError … advance moves the clock by a whole number',
        'InvalidParametersError … advance moves the clock by a whole number',
        'InvalidParametersError … advance moves the clock by a whole number',
        'InvalidParametersError … advance moves the clock by a whole number',
      ].map(says),
    )
    expect(source.elapsed()).toBe(1)
  })
})
