import { keccak256 } from 'viem'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { account, ask, fundedNode, transfer } from './wallets.js'

afterEach(() => void vi.useRealTimers())

const raw = await account.signTransaction(transfer)
const hash = keccak256(raw)
const gap = await account.signTransaction({ ...transfer, nonce: 1 })

/** Asks, and says what came of it so far. */
function send(node: ReturnType<typeof fundedNode>, ...params: unknown[]) {
  const state: { answer?: unknown } = {}
  const sending = ask(node, 'eth_sendRawTransactionSync', ...params)
  const done = sending.then((answer) => {
    state.answer = answer
  })
  return { state, done }
}

describe('eth_sendRawTransactionSync', () => {
  test('behavior: under fake timers it leaves none behind', async () => {
    vi.useFakeTimers()
    const node = fundedNode({ clock: 'ambient' })
    const { state, done } = send(node, raw)
    await vi.advanceTimersByTimeAsync(200)
    await done
    expect(state.answer).toMatchObject({ transactionHash: hash })
    expect(vi.getTimerCount()).toBe(0)
  })

  test.each([
    [[gap], 6_000],
    [[gap, '0x3e8'], 1_000],
    [[gap, 1_500], 1_500],
    [[gap, 60_000], 6_000],
  ])('error: %j is over after %i ms', async (params, ms) => {
    const node = fundedNode()
    const { state, done } = send(node, ...params)
    node.advance(ms - 1)
    await new Promise((resolve) => setImmediate(resolve))
    expect(state).toEqual({})
    node.advance(1)
    await done
    expect(state.answer).toMatchObject({ code: 4, data: keccak256(gap) })
  })

  test('error: what is refused is refused at once', async () => {
    const node = fundedNode()
    expect(await ask(node, 'eth_sendRawTransactionSync', '0x02')).toMatchObject(
      {
        code: -32000,
      },
    )
  })

  test('error: a timeout that is none', async () => {
    const node = fundedNode()
    expect(
      await ask(node, 'eth_sendRawTransactionSync', raw, '6s'),
    ).toMatchObject({ code: -32602 })
    node.nextBeat()
    expect(await ask(node, 'eth_getTransactionByHash', hash)).toBe(null)
  })
})
