import { createClock } from '@sinonjs/fake-timers'
import { expect, test } from 'vitest'
import { createTimeSource } from '../../src/clock/createTimeSource.js'

test('default', () => {
  const types = [undefined, 'virtual', 'ambient', createClock()] as const
  expect(types.map((clock) => createTimeSource(clock).type)).toEqual([
    'virtual',
    'virtual',
    'ambient',
    'given',
  ])
})
