import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { warnOfStandstill } from '../../src/doors/standstill.js'

const key = Symbol.for('preseal.standstillWarned')

beforeEach(() => {
  Reflect.deleteProperty(globalThis, key)
  onTestFinished(() => void Reflect.deleteProperty(globalThis, key))
})

const standing = {
  ms: 1_500,
  queued: [] as readonly string[],
  due: 2_000 as number | null,
}

/** The warnings of a client that asks so often after ms of real time. */
function ask(
  method: string,
  times: number,
  { ms = 1_500, queued = [], due = 2_000 }: Partial<typeof standing> = {},
) {
  const warn = vi.spyOn(console, 'warn').mockReturnValue()
  onTestFinished(() => warn.mockRestore())
  const answer = { type: 'result', value: null } as const
  const dispatch = warnOfStandstill(
    () => answer,
    { hasMoved: () => false, ms: () => ms },
    () => queued.length > 0,
    () => ({ now: 0, queued, isHolding: false, due }),
  )
  for (let time = 0; time < times; time++)
    expect(dispatch({ ok: true, method, params: [] } as never)).toBe(answer)
  return warn.mock.calls.map(([text]) => String(text))
}

test('a client that waited for a node without a kit waited in silence', () => {
  const [text, ...more] = ask('eth_getBalance', 3, { queued: ['"pay"'] })
  expect(text).toContain(
    "The node's clock did not move: it stands at 0 ms, although 1.5 s of real time passed",
  )
  expect(text).toContain(
    'Transaction "pay" is in no block yet: it waits for the block due at 2000 ms.',
  )
  expect(text).toMatch(
    /Replace the wait before test\/doors\/standstill\.test\.ts:\d+ with node\.advance\(2000\)\./,
  )
  expect(text).toContain("testNode of 'preseal/vitest'")
  expect(more).toEqual([])
})

test('a wait for a receipt is told where to let time pass', () => {
  const [text] = ask('eth_getTransactionReceipt', 1, { queued: ['0xabc'] })
  expect(text).toMatch(
    /Write node\.advance\(2000\) before \S*standstill\.test\.ts:\d+, which waits for the receipt\./,
  )
})

test('behavior: a node that seals when it is told to', () => {
  const [text] = ask('eth_getBalance', 1, { queued: ['0xabc'], due: null })
  expect(text).toContain('it waits for node.seal().')
})

test('a failing test of vitest did not repeat what was warned of', () => {
  const tell = vi.fn<(run: (test: object) => void) => void>()
  const current = { context: { onTestFailed: tell } }
  vi.stubGlobal('__vitest_worker__', { current })
  onTestFinished(() => void vi.unstubAllGlobals())
  ask('eth_getBalance', 1, { queued: ['0xabc'] })
  const error = { message: 'no', stack: 'Error: no\n    at x' }
  tell.mock.calls[0]?.[0]({ task: { result: { errors: [error] } } })
  expect(error.message).toContain("no\n\nThe node's clock did not move")
  expect(error.stack).toBe(`Error: ${error.message}\n    at x`)
})

test('behavior: whoever polls for a block waits', () => {
  expect(ask('eth_blockNumber', 2)).toEqual([])
  expect(ask('eth_blockNumber', 3)).toHaveLength(1)
})

test('behavior: nobody waits if nothing needs time, or it has not been long', () => {
  expect(ask('eth_getBalance', 9)).toEqual([])
  expect(ask('eth_getBalance', 9, { ms: 900, queued: ['0xabc'] })).toEqual([])
})
