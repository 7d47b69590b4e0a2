import { setTimeout } from 'node:timers/promises'
import fc from 'fast-check'
import { afterAll, expect, vi } from 'vitest'
import { placeWebSocket } from '../src/entries/kit/runner/otherOrigins.js'
import { leftovers, surroundings, timersSet } from './leftovers.js'

// The same cases at every run; `SEED=7 npm test` tries others.
fc.configureGlobal({ seed: Number(process.env.SEED ?? 1) })

// viem keeps the class that it finds as it opens its first socket, in a process
// that test files share. It imports isows at its first socket, within the first
// of two runs that have to be alike.
placeWebSocket()
await import('isows')

/** Eight alternatives and more, as messages have them of what users can add to. */
const long = /one of (?:"?[\w.]+"?, ){7,}"?[\w.]+"?/g

// Snapshots of messages leave such lists out, so that whoever adds an option, a
// step or a fault edits none of them. `derivedLists.test.ts` reads them whole.
expect.addSnapshotSerializer({
  test: (value) => typeof value === 'string' && value.search(long) >= 0,
  serialize: (value, config, indentation, depth, refs, printer) =>
    printer(value.replace(long, 'one of …'), config, indentation, depth, refs),
})

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
