import { createMockNode, type MockNode } from 'preseal'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { thrown } from '../base/clock/thrown.js'
import { alice, bob, carol, ether, funded } from './actors.js'
import { listen } from './listen.js'
import { ask, pendingHashes, readBalance, readBlock } from './reads.js'

afterEach(() => {
  vi.useRealTimers()
})

/** What nobody caught, while `act` runs and right after. */
async function uncaught(act: () => unknown): Promise<unknown[]> {
  vi.useRealTimers()
  const caught: unknown[] = []
  const names = ['unhandledRejection', 'uncaughtException'] as const
  const before = names.map((name) => process.listeners(name as never))
  const keep = (error: unknown) => caught.push(error)
  for (const name of names) {
    process.removeAllListeners(name)
    process.on(name, keep)
  }
  try {
    await act()
    vi.useRealTimers()
    await new Promise((resolve) => setTimeout(resolve, 5))
  } finally {
    names.forEach((name, at) => {
      process.removeAllListeners(name)
      for (const listener of before[at] ?? []) process.on(name, listener)
    })
  }
  return caught
}

describe('commit, then tell', () => {
  test('behavior: reads inside a listener see that beat', async () => {
    const node = createMockNode(funded)
    const reads: Promise<unknown>[] = []
    node.on('preconfirmed', ({ hash, blockNumber, index }) => {
      reads.push(
        (async () => ({
          hash,
          blockNumber,
          index,
          pending: await pendingHashes(node),
        }))(),
      )
    })
    const sent = [1n, 2n, 3n].map((value) => {
      const hash = node.preconfirm({ from: alice, to: bob, value })
      node.nextBeat()
      return hash
    })
    expect(await Promise.all(reads)).toEqual(
      sent.map((hash, at) => ({
        hash,
        blockNumber: 1n,
        index: at + 1,
        pending: sent.slice(0, at + 1),
      })),
    )
  })

  test('behavior: also in the middle of a long advance', async () => {
    const node = createMockNode(funded)
    const reads: Promise<[number, string, bigint]>[] = []
    node.preconfirm({ from: alice, to: bob, value: 1n })
    node.on('sealed', () => {
      const { now } = node
      reads.push(
        Promise.all([
          now,
          readBlock(node, 'latest').then(({ number }) => number),
          readBalance(node, bob),
        ]),
      )
    })
    node.advance(6_000)
    expect(await Promise.all(reads)).toEqual([
      [2_000, '0x1', 5n * ether + 1n],
      [4_000, '0x2', 5n * ether + 1n],
      [6_000, '0x3', 5n * ether + 1n],
    ])
  })

  test('behavior: a sealed listener sees the next block open', async () => {
    const node = createMockNode(funded)
    node.advance(1_900)
    const hash = node.preconfirm({ from: alice, to: bob })
    let pending: Promise<string[]> | undefined
    node.on('sealed', () => {
      pending = pendingHashes(node)
    })
    node.nextBlock()
    expect(await pending).toEqual([hash])
  })

  test('behavior: a read tells the listeners before it is answered', async () => {
    vi.useFakeTimers()
    const node = createMockNode({ ...funded, clock: 'ambient' })
    const told = listen(node, 'sealed', 'answered')
    vi.setSystemTime(Date.now() + 2_000)
    await readBalance(node, bob)
    expect(told.map(([name]) => name)).toEqual(['sealed', 'answered'])
    node.dispose()
  })

  test('behavior: every verb works inside a listener', async () => {
    const node = createMockNode(funded)
    const off = node.on('beat', ({ at: now }) => {
      if (now === 200) {
        const hash = node.preconfirm({ from: alice, to: bob, value: 1n })
        node.drop(hash)
        node.preconfirm({ from: alice, to: bob, value: 2n })
        node.setBalance({ address: carol, value: 3n })
        node.setNonce({ address: carol, nonce: 4 })
        node.setCode({ address: carol, bytecode: '0x05' })
        node.setStorageAt({ address: carol, index: 0, value: '0x06' })
        node.fault({ type: 'null', methods: ['eth_chainId'] })()
        node.handle('eth_call', () => '0x07')
        node.snapshot()
        node.on('sealed', () => {})()
        expect([node.now, node.answeredRequests]).toEqual([200, []])
      }
      if (now === 600) off()
    })
    const told = listen(node, 'preconfirmed', 'dropped')
    node.advance(1_000)
    expect(told).toMatchObject([
      ['dropped', { index: 1, transaction: { value: 1n } }],
      ['preconfirmed', { index: 2, transaction: { value: 2n } }],
    ])
    expect(await readBalance(node, carol)).toBe(3n)
  })

  test('behavior: what a listener changes, the next one sees', () => {
    const node = createMockNode(funded)
    const seen: number[] = []
    node.on('beat', () => node.fault({ type: 'null' }))
    node.on('beat', () => seen.push(node.snapshot().now))
    node.advance(400)
    expect(seen).toEqual([200, 400])
  })
})

describe('a listener that throws', () => {
  const faulty = (node: MockNode) => {
    node.on('beat', ({ at: now }) => {
      if (now % 400 === 0) throw new Error(`at ${now}`)
    })
    return listen(node, 'beat', 'sealed')
  }

  test('behavior: advance throws all errors at its end; time goes on', async () => {
    const node = createMockNode(funded)
    const told = faulty(node)
    expect(() => node.advance(2_000)).toThrow(
      '5 errors: at 400; at 800; at 1200; at 1600; at 2000',
    )
    expect(node.now).toBe(2_000)
    expect(told).toHaveLength(11)
    expect(() => node.advance(100)).not.toThrow()
    expect(() => node.nextBlock()).toThrow('at 2400')
    expect((await readBlock(node, 'latest')).number).toBe('0x2')
  })

  test.each(['nextBeat', 'nextBlock', 'seek'] as const)(
    'behavior: so does %s',
    (verb) => {
      const node = createMockNode()
      const told = faulty(node)
      const amounts = { nextBeat: 10, nextBlock: 1, seek: 2_000 }
      expect(() => node[verb](amounts[verb])).toThrow('at 400')
      expect([node.now, told.length]).toEqual([2_000, 11])
    },
  )

  test('behavior: of several, ten that differ are listed', () => {
    const node = createMockNode()
    node.on('beat', ({ index }) => {
      throw new Error(`index ${index}`)
    })
    node.on('sealed', () => {
      throw new RangeError('A sentence.')
    })
    let caught: unknown
    try {
      node.advance(4_000)
    } catch (error) {
      caught = error
    }
    expect(caught).toBeInstanceOf(AggregateError)
    const { message, errors } = caught as AggregateError
    expect(message).toBe(
      '22 errors: index 1; index 2; index 3; index 4; index 5; index 6; index 7; index 8; index 9; A sentence; and 1 more',
    )
    expect(errors).toHaveLength(10)
    expect(errors[0]).toEqual(new Error('index 1'))
    expect(errors[9]).toEqual(new RangeError('A sentence.'))
  })

  test('behavior: the same error, however often, is thrown as it is', () => {
    const node = createMockNode()
    const own = new Error('mine')
    node.on('beat', () => {
      throw own
    })
    expect(() => node.nextBlock()).toThrow(own)
  })

  test('behavior: the others are told all the same', () => {
    const node = createMockNode(funded)
    const told = listen(node, 'preconfirmed')
    node.on('preconfirmed', () => {
      throw new Error('mine')
    })
    const later = listen(node, 'preconfirmed')
    node.preconfirm({ from: alice, to: bob })
    expect(() => node.nextBeat()).toThrow('mine')
    expect([told.length, later.length]).toEqual([1, 1])
  })

  test('behavior: what is thrown is handed on as it is', () => {
    const node = createMockNode()
    const own = Object.freeze(new RangeError('mine'))
    node.on('beat', () => {
      throw own
    })
    let caught: unknown
    try {
      node.nextBeat()
    } catch (error) {
      caught = error
    }
    expect(caught).toBe(own)
  })

  test('behavior: under the ambient clock it is an uncaught error', async () => {
    const told: unknown[] = []
    const errors = await uncaught(() => {
      vi.useFakeTimers()
      const node = createMockNode({ clock: 'ambient' })
      told.push(faulty(node))
      vi.advanceTimersByTime(1_000)
      expect(node.now).toBe(1_000)
      node.dispose()
    })
    expect(errors).toEqual([new Error('at 400'), new Error('at 800')])
    expect(told[0]).toHaveLength(5)
  })

  test('behavior: a step that cannot run is one too', async () => {
    const errors = await uncaught(() => {
      vi.useFakeTimers()
      const node = createMockNode({
        clock: 'ambient',
        steps: [
          { at: 300, type: 'preconfirm', from: carol, to: bob, value: 1n },
        ],
      })
      vi.advanceTimersByTime(1_000)
      expect(node.now).toBe(1_000)
    })
    expect(errors).toMatchObject([{ name: 'InsufficientBalanceError' }])
  })

  test('behavior: one of answered requests does not hurt the request', async () => {
    const errors = await uncaught(async () => {
      const node = createMockNode(funded)
      node.on('answered', () => {
        throw new Error('mine')
      })
      expect(await readBalance(node, bob)).toBe(5n * ether)
    })
    expect(errors).toEqual([new Error('mine')])
  })

  test('behavior: one of the provider does not hurt the request', async () => {
    const errors = await uncaught(async () => {
      const node = createMockNode(funded)
      node.provider.on('connect', () => {
        throw new Error('mine')
      })
      expect(await readBalance(node, bob)).toBe(5n * ether)
    })
    expect(errors).toEqual([new Error('mine')])
  })

  test('behavior: drop throws it, and has dropped all the same', () => {
    const node = createMockNode(funded)
    const hash = node.preconfirm({ from: alice, to: bob })
    node.on('dropped', () => {
      throw new Error('mine')
    })
    expect(() => node.drop(hash)).toThrow('mine')
    const told = listen(node, 'preconfirmed')
    node.nextBlock()
    expect(told).toEqual([])
  })
})

describe('moving time inside a listener', () => {
  const verbs = {
    advance: (node: MockNode) => node.advance(200),
    nextBeat: (node: MockNode) => node.nextBeat(),
    nextBlock: (node: MockNode) => node.nextBlock(),
    seek: (node: MockNode) => node.seek(0),
    revert: (node: MockNode) => node.revert(node.snapshot()),
  }

  test.each(Object.entries(verbs))('error: %s', async (name, verb) => {
    const node = createMockNode(funded)
    const messages: string[] = []
    node.on('beat', () => messages.push(thrown(() => verb(node))))
    node.nextBeat()
    expect(messages).toEqual([
      `ReentrantCallError: node.${name} was called from inside a listener, where time stands still. Call it after the method that moved time has returned.`,
    ])
    expect(node.now).toBe(200)
  })

  test.each(['sealed', 'preconfirmed', 'dropped', 'answered'] as const)(
    'error: inside a listener of %s',
    async (name) => {
      const node = createMockNode(funded)
      const messages: string[] = []
      node.on(name, () => messages.push(thrown(() => node.advance(1))))
      const hash = node.preconfirm({ from: alice, to: bob })
      node.drop(hash)
      node.preconfirm({ from: alice, to: bob })
      node.nextBlock()
      await readBalance(node, bob)
      expect(messages).toHaveLength(1)
      expect(messages[0]).toMatch(/^ReentrantCallError: node.advance/)
    },
  )

  test('error: inside a handler that answers while time moves', async () => {
    const node = createMockNode({
      steps: [
        {
          at: 0,
          type: 'fault',
          fault: { label: 'held', type: 'hold', methods: ['eth_call'] },
        },
        { at: 300, type: 'lift', label: 'held' },
      ],
    })
    node.handle('eth_call', () => {
      node.advance(5_000)
      return '0x'
    })
    const answered = ask(node, 'eth_call')
    node.advance(1_000)
    await expect(answered).rejects.toMatchObject({
      code: -32_000,
      message: expect.stringContaining('where time stands still'),
    })
    expect(node.now).toBe(1_000)
  })

  test('behavior: uncaught in the listener, it is what advance throws', () => {
    const node = createMockNode()
    node.on('beat', () => node.advance(200))
    expect(() => node.advance(600)).toThrow('inside a listener')
    expect(node.now).toBe(600)
  })

  test('behavior: after the verb has returned it works', () => {
    const node = createMockNode()
    let due = false
    node.on('beat', () => {
      due = true
    })
    node.nextBeat()
    if (due) node.advance(200)
    expect(node.now).toBe(400)
  })
})
