import { createMockNode } from 'preseal'
import { describe, expect, test } from 'vitest'
import { thrown } from '../base/clock/thrown.js'
import { alice, bob, ether, funded } from './actors.js'
import { ask, pendingHashes, readBalance } from './reads.js'

const balances = { methods: ['eth_getBalance'] }

/** A node in which a payment is pending, and will not be sealed. */
function racing() {
  const node = createMockNode(funded)
  const hash = node.preconfirm({ from: alice, to: bob, value: ether })
  node.nextBeat()
  node.planSeal({ omit: [hash] })
  return node
}

describe('node.hold', () => {
  test('default: requests wait, and are answered as of their release', async () => {
    const node = racing()
    const gate = node.hold(balances)
    const reading = readBalance(node, bob, 'pending')
    expect(await gate.arrived).toEqual({
      method: 'eth_getBalance',
      params: [bob, 'pending'],
      at: 200,
    })
    expect(await pendingHashes(node)).toHaveLength(1)
    node.nextBlock()
    expect(node.waitingRequests).toHaveLength(1)
    gate.release()
    expect(await reading).toBe(5n * ether)
    expect(await readBalance(node, bob)).toBe(5n * ether)
    expect(node.answeredRequests[1]).toMatchObject({
      at: 200,
      settledAt: 2_000,
    })
  })

  test('behavior: a handler of meanwhile answers what waits', async () => {
    const node = createMockNode(funded)
    const gate = node.hold()
    const reading = ask(node, 'eth_blockNumber')
    await gate.arrived
    node.handle('eth_blockNumber', () => '0x7')
    gate.release()
    expect(await reading).toBe('0x7')
  })

  test.each(['requests', 'answers'] as const)(
    'behavior: %s fail, and what comes later does not',
    async (what) => {
      const node = createMockNode(funded)
      const gate = node.hold({ what })
      const asking = [0, 1].map(() => ask(node, 'eth_blockNumber'))
      await gate.arrived
      expect(gate.requests).toHaveLength(2)
      gate.fail({ type: 'http', status: 503 })
      for (const one of asking)
        await expect(one).rejects.toMatchObject({ status: 503 })
      expect(await ask(node, 'eth_blockNumber')).toBe('0x0')
      expect(node.answeredRequests.map(({ outcome }) => outcome.type)).toEqual([
        'http',
        'http',
        'result',
      ])
    },
  )

  test.each([
    [{ type: 'null' } as const, null],
    [{ type: 'network' } as const, 4900],
    [{ type: 'rpc', code: -7, message: 'no' } as const, -7],
  ])(
    'behavior: it fails as under %o, whatever other faults say',
    async (fault, end) => {
      const node = createMockNode(funded)
      const gate = node.hold({ times: 1 })
      const asking = ask(node, 'eth_blockNumber')
      node.fault({ type: 'http', status: 500 })
      gate.fail(fault)
      const got = await asking.catch(({ code }: { code: number }) => code)
      expect(got).toBe(end)
      await expect(ask(node, 'eth_blockNumber')).rejects.toMatchObject({
        status: 500,
      })
    },
  )

  test.each([
    [{ type: 'null' } as const, null],
    [{ type: 'network' } as const, 4900],
    [{ type: 'rpc', code: -7, message: 'no' } as const, -7],
    [{ type: 'http', status: 503 } as const, -32011],
  ])(
    'behavior: a write of which the answer fails as under %o is done once',
    async (fault, end) => {
      const node = createMockNode(funded)
      const gate = node.hold({ what: 'answers' })
      const sending = ask(node, 'eth_sendTransaction', { from: alice, to: bob })
      const refused = ask(node, 'eth_sendTransaction', { from: 'alice' })
      gate.fail(fault)
      const codeOf = ({ code }: { code: number }) => code
      expect(await sending.catch(codeOf)).toBe(end)
      // Where there is no answer to take the place of, the error stays.
      expect(await refused.catch(codeOf)).toBe(end ?? -32602)
      node.nextBeat()
      expect(await pendingHashes(node)).toHaveLength(1)
      expect(node.answeredRequests).toHaveLength(3)
    },
  )

  test('behavior: a delay counts from the release, another hang goes on', async () => {
    const node = createMockNode(funded)
    const gate = node.hold({ what: 'answers' })
    const lift = node.fault({ type: 'hold', ...balances })
    node.fault({ type: 'delay', ms: 300, methods: ['eth_blockNumber'] })
    const number = ask(node, 'eth_blockNumber')
    const balance = readBalance(node, bob)
    await gate.arrived
    node.advance(1_000)
    gate.release()
    expect(node.waitingRequests).toHaveLength(2)
    node.advance(300)
    expect(await number).toBe('0x0')
    lift()
    expect(await balance).toBe(5n * ether)
    expect(node.answeredRequests.map(({ settledAt }) => settledAt)).toEqual([
      1_300, 1_300,
    ])
  })

  test('behavior: an aborted request leaves it', async () => {
    const node = createMockNode(funded)
    const gate = node.hold({ what: 'answers' })
    const controller = new AbortController()
    const body = '{"jsonrpc":"2.0","id":1,"method":"eth_blockNumber"}'
    const asking = node.fetch('http://node.test', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body,
      signal: controller.signal,
    })
    await gate.arrived
    controller.abort()
    await expect(asking).rejects.toThrow()
    gate.release()
    expect(node.answeredRequests.map(({ outcome }) => outcome.type)).toEqual([
      'network',
    ])
  })

  test('behavior: dispose ends it, also for who waits', async () => {
    const node = createMockNode(funded)
    const gate = node.hold(balances)
    const other = node.hold({ what: 'answers' })
    const asking = ask(node, 'eth_blockNumber')
    await other.arrived
    node.dispose()
    await expect(asking).rejects.toMatchObject({ code: 4900 })
    await expect(gate.arrived).rejects.toMatchObject({
      name: 'NothingAheadError',
    })
    gate.release()
    other.fail({ type: 'null' })
    expect(thrown(() => node.hold())).toMatch(/^DisposedError/)
  })

  test('error: opened before anything arrived', async () => {
    const gate = createMockNode().hold(balances)
    gate.release()
    await expect(gate.arrived).rejects.toThrowErrorMatchingInlineSnapshot(
      `[NothingAheadError: The gate was released, or its node disposed of, before a matching request arrived. Release it after "await gate.arrived", and check that "methods" and "block" match the request.]`,
    )
  })
})
