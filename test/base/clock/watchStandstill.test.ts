import { expect, test, vi } from 'vitest'
import { createVirtualSource } from '../../../src/base/clock/timeSource.js'

test('default: real time counts from the last move of the clock', async () => {
  let real = 0
  vi.stubGlobal('process', undefined)
  vi.stubGlobal('performance', { now: () => real })
  vi.resetModules()
  const { watchStandstill } = await import(
    '../../../src/base/clock/timeSource.js'
  )
  vi.unstubAllGlobals()
  const source = createVirtualSource()
  const stoodFor = watchStandstill(source)
  real = 700
  expect(stoodFor()).toBe(700)
  source.advance(1)
  expect(stoodFor()).toBe(0)
  real = 1_700
  expect(stoodFor()).toBe(1_000)
})
