import { expect, test, vi } from 'vitest'
import { inOwnTurn, isFiring } from '../../../src/base/clock/turns.js'

const shared = () =>
  (globalThis as { [key: symbol]: object })[
    Symbol.for('preseal.socketTurns')
  ] as { [name: string]: unknown }

test('default: tasks run in turns of their own, in order', async () => {
  const ran: number[] = []
  inOwnTurn(() => ran.push(1))
  inOwnTurn(() => ran.push(2))
  expect([ran, isFiring()]).toEqual([[], true])
  await vi.waitUntil(() => !isFiring())
  expect(ran).toEqual([1, 2])
})

// As jest does once a test file is over, while a socket is still closing.
test('behavior: properties that were taken away ended the process', async () => {
  const ran = vi.fn()
  inOwnTurn(ran)
  const turns = shared()
  const before = { ...turns }
  for (const name of Object.keys(turns)) delete turns[name]
  inOwnTurn(ran)
  await vi.waitUntil(() => ran.mock.calls.length === 2)
  expect(isFiring()).toBe(false)
  Object.assign(turns, before)
})
