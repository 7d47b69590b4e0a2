import { afterAll, expect, vi } from 'vitest'
import { leftovers, surroundings } from './leftovers.js'

// Files share a process with others, so each leaves it as it found it.
const before = surroundings()

afterAll(() => {
  const hasFakeTimers = vi.isFakeTimers()
  vi.useRealTimers()
  expect(hasFakeTimers, 'The file left fake timers installed').toBe(false)
  expect(leftovers(before), 'The file left these changed').toEqual([])
})
