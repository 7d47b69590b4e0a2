import { setTimeout } from 'node:timers/promises'
import { afterAll, expect, vi } from 'vitest'
import { leftovers, surroundings, timersSet } from './leftovers.js'

// Files share a process with others, so each leaves it as it found it.
const before = surroundings()

afterAll(async () => {
  const hasFakeTimers = vi.isFakeTimers()
  vi.useRealTimers()
  expect(hasFakeTimers, 'The file left fake timers installed').toBe(false)
  expect(leftovers(before), 'The file left these changed').toEqual([])
  // What a client does later, it would do under the fake timers of another file.
  // One is vitest's own, for a tenth of a second after a test.
  if (timersSet() <= 1) return
  for (let waited = 0; timersSet() > 0 && waited < 2_000; waited += 10)
    await setTimeout(10)
  expect(timersSet(), 'The file left timers that run').toBe(0)
})
