import { afterEach, describe, expect, test, vi } from 'vitest'
import { createTimeSource } from '../../../src/base/clock/timeSource.js'

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
})
