import { createMockNode, type MockNode } from 'preseal'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { thrown } from '../base/clock/thrown.js'
import { alice, bob, funded, word } from './actors.js'
import { listen } from './listen.js'
import { ask } from './reads.js'

afterEach(() => {
  vi.useRealTimers()
})

const hash = word(1)

/** Every verb of the node but dispose. */
const verbs: { [verb: string]: (node: MockNode) => unknown } = {
  preconfirm: (node) => node.preconfirm({ from: alice, to: bob }),
  dropTransaction: (node) => node.drop(hash),
  setBalance: (node) => node.setBalance({ address: bob, value: 1n }),
  setNonce: (node) => node.setNonce({ address: bob, nonce: 1 }),
  setCode: (node) => node.setCode({ address: bob, bytecode: '0x' }),
  setStorageAt: (node) =>
    node.setStorageAt({ address: bob, index: 0, value: '0x1' }),
  setContract: (node) =>
    node.setContract({ type: 'erc20', address: bob, symbol: 'T' }),
  advance: (node) => node.advance(1),
  tick: (node) => node.nextBeat(),
  seal: (node) => node.nextBlock(),
  seek: (node) => node.seek(0),
  handle: (node) => node.handle('eth_call', () => '0x'),
  fault: (node) => node.fault({ type: 'null' }),
  snapshot: (node) => node.snapshot(),
  revert: (node) => node.revert({ now: 0 } as never),
  on: (node) => node.on('beat', () => {}),
  emit: (node) => node.provider.emit('chainChanged', '0x1'),
}

describe('dispose', () => {
  test('default', async () => {
    const node = createMockNode(funded)
    node.advance(300)
    node.dispose()
    await expect(ask(node, 'eth_blockNumber')).rejects.toMatchObject({
      name: 'ProviderRpcError',
      code: 4900,
      message:
        'The provider is disconnected from the chain: its node was disposed of. Use the node of the running test, and end what an earlier test left running.',
    })
  })

  test('behavior: no timer is left, and nobody is told any more', () => {
    vi.useFakeTimers()
    const node = createMockNode({ ...funded, clock: 'ambient' })
    const told = listen(node, 'beat', 'preconfirmed', 'sealed', 'answered')
    node.preconfirm({ from: alice, to: bob })
    node.dispose()
    expect(vi.getTimerCount()).toBe(0)
    vi.advanceTimersByTime(10_000)
    vi.setSystemTime(Date.now() + 10_000)
    expect([told, node.now]).toEqual([[], 0])
    expect(vi.getTimerCount()).toBe(0)
  })

  test.each([
    ['virtual', 'virtual' as const],
    ['ambient', 'ambient' as const],
  ])(
    'behavior: %s clock: all that waits settles with 4900',
    async (_, clock) => {
      vi.useFakeTimers()
      const node = createMockNode({ ...funded, clock })
      node.fault({ type: 'delay', ms: 1_000, methods: ['eth_chainId'] })
      node.fault({ type: 'hold', methods: ['eth_blockNumber'] })
      node.handle('eth_call', () => new Promise<never>(() => {}))
      node.handle('eth_late', async () => 1)
      const requests = Promise.allSettled(
        ['eth_chainId', 'eth_blockNumber', 'eth_call', 'eth_late'].map(
          (method) => ask(node, method),
        ),
      )
      node.dispose()
      expect(vi.getTimerCount()).toBe(0)
      expect(await requests).toMatchObject(
        Array.from({ length: 4 }, () => ({
          status: 'rejected',
          reason: { name: 'ProviderRpcError', code: 4900 },
        })),
      )
    },
  )

  test('behavior: what waited is answered: it found no connection', async () => {
    const node = createMockNode()
    node.fault({ type: 'hold' })
    const request = ask(node, 'eth_blockNumber').catch(() => {})
    node.dispose()
    await request
    expect(node.answeredRequests).toMatchObject([
      { method: 'eth_blockNumber', outcome: { type: 'network' } },
    ])
  })

  test('behavior: the provider says disconnect, once', async () => {
    const node = createMockNode()
    const told: unknown[] = []
    node.provider.on('disconnect', ({ code }) => told.push(code))
    await ask(node, 'eth_blockNumber')
    node.dispose()
    await expect(ask(node, 'eth_blockNumber')).rejects.toThrow()
    expect(told).toEqual([4900])
  })

  test('behavior: twice is fine', () => {
    const node = createMockNode()
    const told: unknown[] = []
    node.provider.on('disconnect', (event) => told.push(event))
    node.dispose()
    node.dispose()
    expect(told).toHaveLength(1)
  })

  test('behavior: what was read before can still be looked at', async () => {
    const node = createMockNode({ chainId: 7 })
    await ask(node, 'eth_chainId')
    node.advance(250)
    node.dispose()
    expect(node.now).toBe(250)
    expect(node.chain.id).toBe(7)
    expect(node.answeredRequests).toHaveLength(1)
  })

  test('behavior: what stops something stops it quietly', () => {
    const node = createMockNode()
    const stops = [
      node.fault({ type: 'null' }),
      node.on('beat', () => {}),
      node.handle('eth_call', () => '0x'),
    ]
    node.dispose()
    for (const stop of stops) expect(stop).not.toThrow()
  })

  test.each(Object.entries(verbs))(
    'error: %s throws DisposedError',
    (_, verb) => {
      const node = createMockNode(funded)
      node.dispose()
      expect(thrown(() => verb(node))).toBe(
        'DisposedError: The node was disposed. Create another one with createMockNode.',
      )
    },
  )

  test('behavior: inside a listener everything stops at once', () => {
    const node = createMockNode(funded)
    const told = { first: 0, second: 0 }
    node.on('beat', ({ at: now }) => {
      told.first++
      if (now === 400) node.dispose()
    })
    node.on('beat', () => {
      told.second++
    })
    node.advance(2_000)
    expect(told.first).toBe(2)
    expect(node.now).toBe(400)
  })

  test('behavior: inside a listener told of a jump, too', () => {
    vi.useFakeTimers()
    const node = createMockNode({
      ...funded,
      clock: 'ambient',
      steps: [{ at: 1_000, type: 'setBalance', address: bob, value: 1n }],
    })
    const told: number[] = []
    node.on('beat', ({ at: now }) => {
      told.push(now)
      if (now === 400) node.dispose()
    })
    vi.setSystemTime(Date.now() + 2_000)
    expect(node.now).toBe(400)
    expect(told).toEqual([200, 400])
    expect(vi.getTimerCount()).toBe(0)
  })

  test('behavior: using', async () => {
    const symbol = (Symbol as { dispose?: symbol }).dispose
    expect(symbol).toBeTypeOf('symbol')
    let kept: MockNode | undefined
    {
      using node = createMockNode(funded)
      kept = node
      await ask(node, 'eth_blockNumber')
    }
    await expect(ask(kept, 'eth_blockNumber')).rejects.toMatchObject({
      code: 4900,
    })
  })
})
