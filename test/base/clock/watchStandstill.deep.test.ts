import { expect, test, vi } from 'vitest'

test('default: real time counts from the last move of the clock', async () => {
  let real = 0
  // vitest needs the rest of it.
  const without = { hrtime: { value: undefined } }
  vi.stubGlobal('process', Object.create(process, without))
  vi.stubGlobal('performance', { now: () => real })
  vi.resetModules()
  const { watchStandstill } = await import(
    '../../../src/base/clock/timeSource.js'
  )
  vi.unstubAllGlobals()
  let time = 0
  const standstill = watchStandstill(() => time)
  real = 700
  expect(standstill.hasMoved()).toBe(false)
  expect(standstill.ms()).toBe(700)
  time = 1
  expect(standstill.hasMoved()).toBe(true)
  expect(standstill.ms()).toBe(0)
  real = 1_700
  expect(standstill.hasMoved()).toBe(false)
  expect(standstill.ms()).toBe(1_000)
})
