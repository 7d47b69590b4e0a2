import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { warnOfStandstill } from '../../src/doors/createProvider.js'

const key = Symbol.for('preseal.standstillWarned')

beforeEach(() => {
  Reflect.deleteProperty(globalThis, key)
  onTestFinished(() => void Reflect.deleteProperty(globalThis, key))
})

/** The warnings of a client that asks so often after ms of real time. */
function ask(
  method: string,
  times: number,
  { ms = 1_500, isWaiting = false } = {},
) {
  const warn = vi.spyOn(console, 'warn').mockReturnValue()
  onTestFinished(() => warn.mockRestore())
  const answer = { type: 'result', value: null } as const
  const dispatch = warnOfStandstill(
    () => answer,
    () => ms,
    () => isWaiting,
  )
  for (let time = 0; time < times; time++)
    expect(dispatch({ ok: true, method, params: [] } as never)).toBe(answer)
  return warn.mock.calls.map(([text]) => String(text))
}

test('a client that waited for a node without a kit waited in silence', () => {
  const [text, ...more] = ask('eth_getBalance', 3, { isWaiting: true })
  expect(text).toContain(
    "a client asks eth_getBalance, but the node's time has stood still for 1.5 s of real time",
  )
  expect(text).toContain('Write node.nextBeat()')
  expect(more).toEqual([])
})

test('behavior: whoever polls for a block waits', () => {
  expect(ask('eth_blockNumber', 2)).toEqual([])
  expect(ask('eth_blockNumber', 3)).toHaveLength(1)
})

test('behavior: nobody waits if nothing needs time, or it has not been long', () => {
  expect(ask('eth_getBalance', 9)).toEqual([])
  expect(ask('eth_getBalance', 9, { ms: 900, isWaiting: true })).toEqual([])
})
