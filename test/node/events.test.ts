import { createMockNode } from 'preseal'
import { describe, expect, test } from 'vitest'
import { thrown } from '../base/clock/thrown.js'
import { says } from '../says.js'
import { alice, bob, carol, ether, funded } from './actors.js'
import { listen } from './listen.js'
import { ask, readAll, readBlock } from './reads.js'

describe('preconfirmed', () => {
  test('default', () => {
    const node = createMockNode(funded)
    const told = listen(node, 'preconfirmed')
    node.preconfirm({
      from: alice,
      to: bob,
      value: ether,
      gas: 50_000n,
      gasUsed: 30_000n,
      data: '0xAB',
      label: 'pay',
    })
    node.advance(4_000)
    expect(told).toMatchInlineSnapshot(`
      [
        [
          "preconfirmed",
          {
            "at": 200,
            "blockNumber": 1n,
            "hash": "0x22c37c6e424171e7a582e1711e1080cbe63e867457ea08bd539bcd5027291caa",
            "index": 1,
            "transaction": {
              "data": "0xab",
              "from": "0x00000000000000000000000000000000000a11ce",
              "gas": 50000n,
              "gasUsed": 30000n,
              "isExecuted": false,
              "label": "pay",
              "nonce": 0,
              "status": "success",
              "to": "0x0000000000000000000000000000000000000b0b",
              "type": "eip1559",
              "value": 1000000000000000000n,
            },
            "type": "preconfirmed",
          },
        ],
      ]
    `)
  })

  test('behavior: once per transaction, in the order of the block', () => {
    const node = createMockNode(funded)
    const told = listen(node, 'preconfirmed')
    const hashes = [
      node.preconfirm({ from: alice, to: bob }),
      node.preconfirm({ from: bob, to: alice }),
      node.preconfirm({ from: alice, to: null }),
    ]
    node.advance(10_000)
    expect(told.map(([, { hash }]) => hash)).toEqual(hashes)
  })

  test('behavior: those that stay when another is dropped are not told again', () => {
    const node = createMockNode(funded)
    const hash = node.preconfirm({ from: alice, to: bob })
    node.preconfirm({ from: bob, to: alice })
    node.nextBeat()
    const told = listen(node, 'preconfirmed', 'dropped')
    node.drop(hash)
    node.advance(4_000)
    expect(told.map(([name]) => name)).toEqual(['dropped'])
  })

  test('behavior: nobody is told of what is queued', () => {
    const node = createMockNode(funded)
    const told = listen(node, 'preconfirmed', 'dropped', 'beat', 'sealed')
    node.preconfirm({ from: alice, to: bob })
    node.setBalance({ address: carol, value: 1n })
    expect(told).toEqual([])
  })

  test('behavior: what a listener does to its event changes nothing', async () => {
    const [node, other] = [createMockNode(funded), createMockNode(funded)]
    node.on('preconfirmed', (event) => {
      event.hash = '0x'
      event.transaction.value = 99n
    })
    node.on('sealed', ({ transactions }) => {
      ;(transactions as string[]).length = 0
    })
    for (const each of [node, other]) {
      each.preconfirm({ from: alice, to: bob, value: 1n })
      each.nextBlock()
    }
    expect(await readAll(node)).toEqual(await readAll(other))
  })
})

describe('dropped', () => {
  test('default', () => {
    const node = createMockNode(funded)
    const hash = node.preconfirm({ from: alice, to: bob, label: 'pay' })
    node.nextBeat()
    const told = listen(node, 'dropped')
    node.drop(hash)
    expect(told).toEqual([])
    node.advance(4_000)
    expect(told).toMatchInlineSnapshot(`
      [
        [
          "dropped",
          {
            "at": 400,
            "blockNumber": 1n,
            "hash": "0xd0be6839b45ee739b17d5faf15653015eef3924022847a3ee3d8cda9a71d40ed",
            "index": 2,
            "reason": "requested",
            "transaction": {
              "data": "0x",
              "from": "0x00000000000000000000000000000000000a11ce",
              "gas": 21000n,
              "gasUsed": 21000n,
              "isExecuted": false,
              "label": "pay",
              "nonce": 0,
              "status": "success",
              "to": "0x0000000000000000000000000000000000000b0b",
              "type": "eip1559",
              "value": 0n,
            },
            "type": "dropped",
          },
        ],
      ]
    `)
  })

  test('behavior: a queued one is told at once', () => {
    const node = createMockNode(funded)
    const told = listen(node, 'dropped', 'preconfirmed')
    const hash = node.preconfirm({ from: alice, to: bob })
    node.advance(150)
    node.drop(hash)
    expect(told).toMatchObject([
      ['dropped', { hash, blockNumber: 1n, index: 0, reason: 'requested' }],
    ])
    node.nextBlock(2)
    expect(told).toHaveLength(1)
  })

  test('behavior: fallout is told once each, with its reason', () => {
    const node = createMockNode(funded)
    const hash = node.preconfirm({
      from: alice,
      to: carol,
      value: ether,
      label: 'first',
    })
    node.preconfirm({ from: alice, to: bob, label: 'waits for it' })
    node.preconfirm({ from: carol, to: bob, value: ether, label: 'spends it' })
    node.preconfirm({ from: bob, to: bob, label: 'unharmed' })
    node.nextBeat()
    const told = listen(node, 'dropped')
    node.drop(hash)
    node.advance(4_000)
    expect(
      told.map(([, { transaction, reason }]) => [transaction.label, reason]),
    ).toEqual([
      ['first', 'requested'],
      ['spends it', 'funds'],
    ])
  })
})

describe('sealed', () => {
  test('default', () => {
    const node = createMockNode(funded)
    const told = listen(node, 'sealed')
    const hash = node.preconfirm({ from: alice, to: bob })
    node.advance(4_000)
    expect(told).toMatchObject([
      [
        'sealed',
        { blockNumber: 1n, timestamp: 1_767_225_602n, transactions: [hash] },
      ],
      [
        'sealed',
        { blockNumber: 2n, timestamp: 1_767_225_604n, transactions: [] },
      ],
    ])
  })

  test('behavior: it says gas and hash, as reads do', async () => {
    const node = createMockNode(funded)
    const told = listen(node, 'sealed')
    node.preconfirm({ from: alice, to: bob, gasUsed: 30_000n })
    node.nextBlock()
    const { hash } = await readBlock(node, 'latest')
    node.nextBlock()
    expect(told[0]?.[1]).toMatchObject({ gasUsed: 30_000n, hash })
  })

  test('behavior: once per block, however far time moves', () => {
    const node = createMockNode()
    const told = listen(node, 'sealed')
    node.nextBlock(300)
    node.advance(199)
    expect(told.map(([, { blockNumber }]) => Number(blockNumber))).toEqual(
      Array.from({ length: 300 }, (_, at) => at + 1),
    )
  })
})

describe('beat', () => {
  test('default', () => {
    const node = createMockNode()
    const told = listen(node, 'beat')
    node.advance(399)
    expect(told).toMatchObject([
      ['beat', { at: 200, blockNumber: 1n, index: 1 }],
    ])
  })

  test('behavior: it says what the block holds by then, as reads do', async () => {
    const node = createMockNode(funded)
    const told = listen(node, 'beat')
    node.preconfirm({ from: alice, to: bob, gasUsed: 30_000n })
    node.nextBeat()
    const pending = await readBlock(node, 'pending')
    node.preconfirm({ from: bob, to: alice })
    node.nextBeat()
    expect(told[0]?.[1]).toEqual({
      type: 'beat',
      at: 200,
      blockNumber: 1n,
      index: 1,
      gasUsed: 30_000n,
      transactions: pending.transactions.map(({ hash }) => hash),
      hash: pending.hash,
    })
    expect(told[1]?.[1].transactions).toHaveLength(2)
  })

  test('behavior: it says what an imported block without a hash holds', async () => {
    const other = createMockNode(funded)
    const hash = other.preconfirm({ from: alice, to: bob })
    other.nextBeat()
    const block = { ...(await readBlock(other, 'pending')), hash: null }
    const node = createMockNode()
    node.importBlock({ block })
    const told = listen(node, 'beat')
    node.nextBeat()
    expect(told).toMatchObject([
      ['beat', { hash: null, gasUsed: 21_000n, transactions: [hash] }],
    ])
  })

  test('behavior: it comes after what happened at it', () => {
    const node = createMockNode(funded)
    const hash = node.preconfirm({ from: alice, to: bob })
    node.preconfirm({ from: bob, to: bob })
    node.advance(1_800)
    const told = listen(node, 'beat', 'preconfirmed', 'dropped', 'sealed')
    node.preconfirm({ from: bob, to: alice })
    node.preconfirm({ from: alice, to: bob })
    node.drop(node.preconfirm({ from: alice, to: bob, data: '0x01' }))
    node.drop(hash)
    node.nextBeat()
    expect(told.map(([name]) => name)).toEqual([
      'dropped',
      'sealed',
      'dropped',
      'preconfirmed',
      'beat',
    ])
  })
})

describe('answered', () => {
  test('default', async () => {
    const node = createMockNode(funded)
    const told = listen(node, 'answered')
    node.advance(250)
    await ask(node, 'eth_getBalance', bob, 'latest')
    expect(told).toEqual([
      [
        'answered',
        {
          via: 'endpoint',
          method: 'eth_getBalance',
          params: [bob, 'latest'],
          at: 250,
          settledAt: 250,
          position: 0,
          outcome: { type: 'result', value: '0x4563918244f40000' },
          saw: {
            blockNumber: 0n,
            isPending: false,
            transactions: 0,
            state: {},
          },
          faults: [],
        },
      ],
    ])
    expect(node.answeredRequests).toEqual(told.map(([, exchange]) => exchange))
  })

  test('behavior: once per request, whatever becomes of it', async () => {
    const node = createMockNode(funded)
    node.handle('my_promise', async () => 1)
    node.handle('my_error', () => {
      throw new Error('mine')
    })
    node.fault({ type: 'http', status: 429, methods: ['eth_chainId'] })
    node.fault({ type: 'delay', ms: 100, methods: ['eth_blockNumber'] })
    const lift = node.fault({ type: 'hold', methods: ['net_version'] })
    const told = listen(node, 'answered')
    const requests = Promise.allSettled([
      ask(node, 'eth_getBalance', bob, 'latest'),
      ask(node, 'eth_getBalance', 'bob', 'latest'),
      ask(node, 'eth_nothing'),
      ask(node, 'my_promise'),
      ask(node, 'my_error'),
      ask(node, 'eth_chainId'),
      ask(node, 'eth_blockNumber'),
      ask(node, 'net_version'),
      node.provider.request(null as never),
    ])
    node.advance(100)
    lift()
    const settled = await requests
    expect(settled.map(({ status }) => status)).toEqual([
      'fulfilled',
      'rejected',
      'rejected',
      'fulfilled',
      'rejected',
      'rejected',
      'fulfilled',
      'fulfilled',
      'rejected',
    ])
    expect(
      told
        .map(([, { method, outcome }]) => `${method}: ${outcome.type}`)
        .sort(),
    ).toEqual([
      'eth_blockNumber: result',
      'eth_chainId: http',
      'eth_getBalance: error',
      'eth_getBalance: result',
      'eth_nothing: error',
      'my_error: error',
      'my_promise: result',
      'net_version: result',
      'null: error',
    ])
    expect(node.answeredRequests).toHaveLength(9)
  })

  test('behavior: one that waits is not among the answered yet', async () => {
    const node = createMockNode()
    node.fault({ type: 'delay', ms: 100 })
    const told = listen(node, 'answered')
    const answered = ask(node, 'eth_blockNumber')
    node.advance(99)
    await Promise.resolve()
    expect([told, node.answeredRequests]).toEqual([[], []])
    node.advance(1)
    await answered
    expect(told).toMatchObject([['answered', { at: 0, settledAt: 100 }]])
  })

  test('behavior: one that was held is one, whatever is lifted later', async () => {
    const node = createMockNode()
    const told = listen(node, 'answered')
    const lift = node.fault({ type: 'hold', times: 1 })
    const answered = ask(node, 'eth_blockNumber')
    lift()
    await answered
    node.fault({ type: 'null' })()
    node.fault({ type: 'hold' })()
    node.dispose()
    expect([told.length, node.answeredRequests.length]).toEqual([1, 1])
  })

  test('options: requestHistory keeps the latest', async () => {
    const node = createMockNode({ requestHistory: 2 })
    for (const method of ['eth_chainId', 'net_version', 'eth_blockNumber'])
      await ask(node, method)
    expect(node.answeredRequests.map(({ method }) => method)).toEqual([
      'net_version',
      'eth_blockNumber',
    ])
    const none = createMockNode({ requestHistory: 0 })
    const told = listen(none, 'answered')
    await ask(none, 'eth_chainId')
    expect([none.answeredRequests, told.length]).toEqual([[], 1])
  })

  test('behavior: what a test does to it changes no later one', async () => {
    const node = createMockNode(funded)
    const params = [bob, 'latest']
    await ask(node, 'eth_getBalance', ...params)
    await ask(node, 'eth_getBlockByNumber', 'latest', true)
    const before = structuredClone(node.answeredRequests)
    for (const exchange of node.answeredRequests) {
      const { outcome } = exchange as { outcome: { value: unknown } }
      if (typeof outcome.value === 'object')
        Object.assign(outcome.value as object, { number: 'mine' })
      outcome.value = 'mine'
      ;(exchange.params as unknown[])[0] = 'mine'
    }
    expect(node.answeredRequests).toEqual(before)
  })
})

describe('on', () => {
  test('error: no such event, no function', () => {
    const node = createMockNode()
    expect([
      thrown(() => node.on('preconfirm' as never, () => {})),
      thrown(() => node.on(undefined as never, () => {})),
      thrown(() => node.on('beat', undefined as never)),
      thrown(() => node.on('beat', { handleEvent() {} } as never)),
    ]).toEqual(
      [
        'InvalidParametersError … "event" … expected one of beat,',
        'InvalidParametersError … "event" … expected one of beat,',
        'InvalidParametersError … "listener of beat" … expected a function.',
        'InvalidParametersError … "listener of beat" … expected a function.',
      ].map(says),
    )
    node.nextBlock()
  })
})

describe('off', () => {
  test.each(['beat', 'preconfirmed', 'dropped', 'sealed', 'answered'] as const)(
    'behavior: after it nobody is told of %s',
    async (name) => {
      const node = createMockNode(funded)
      const told: unknown[] = []
      const off = node.on(name, (event) => told.push(event))
      const stay: unknown[] = []
      node.on(name, (event) => stay.push(event))
      off()
      const hash = node.preconfirm({ from: alice, to: bob })
      node.drop(hash)
      node.preconfirm({ from: alice, to: bob })
      node.nextBlock()
      await ask(node, 'eth_chainId')
      expect(told).toEqual([])
      expect(stay.length).toBeGreaterThan(0)
    },
  )

  test('behavior: a listener can take itself off while it is told', () => {
    const node = createMockNode()
    const told: number[] = []
    const off = node.on('beat', ({ at: now }) => {
      told.push(now)
      off()
    })
    const other = listen(node, 'beat')
    node.advance(600)
    expect(told).toEqual([200])
    expect(other).toHaveLength(3)
  })

  test('behavior: one function that listens twice is told twice, off once', () => {
    const node = createMockNode()
    let told = 0
    const listener = () => {
      told++
    }
    const off = node.on('beat', listener)
    node.on('beat', listener)
    node.nextBeat()
    off()
    node.nextBeat()
    expect(told).toBe(3)
  })
})

describe('the provider', () => {
  test('behavior: connect once, at the first answer', async () => {
    const node = createMockNode({ chainId: 10 })
    const told: unknown[] = []
    node.provider.on('connect', (event) => told.push(event))
    expect(told).toEqual([])
    await ask(node, 'eth_blockNumber')
    await ask(node, 'eth_blockNumber')
    expect(told).toEqual([{ chainId: '0xa' }])
  })

  test('behavior: an error is an answer, too', async () => {
    const node = createMockNode()
    const told: unknown[] = []
    node.provider.on('connect', (event) => told.push(event))
    await expect(ask(node, 'eth_nothing')).rejects.toThrow()
    expect(told).toHaveLength(1)
  })

  test('behavior: disconnect when the network fails, connect when it is back', async () => {
    const node = createMockNode()
    const told: unknown[] = []
    node.provider.on('connect', () => told.push('connect'))
    node.provider.on('disconnect', ({ code }) => told.push(code))
    await ask(node, 'eth_blockNumber')
    const lift = node.fault({ type: 'network' })
    for (let k = 0; k < 2; k++)
      await expect(ask(node, 'eth_blockNumber')).rejects.toMatchObject({
        code: 4900,
      })
    lift()
    await ask(node, 'eth_blockNumber')
    expect(told).toEqual(['connect', 4900, 'connect'])
  })

  test('behavior: emit tells what a wallet would', () => {
    const node = createMockNode()
    const told: unknown[] = []
    for (const name of ['chainChanged', 'accountsChanged', 'message'] as const)
      node.provider.on(name, (event: unknown) => told.push([name, event]))
    node.provider.emit('chainChanged', '0x1')
    node.provider.emit('accountsChanged', [alice])
    node.provider.emit('message', { type: 'eth_subscription', data: 1 })
    expect(told).toEqual([
      ['chainChanged', '0x1'],
      ['accountsChanged', [alice]],
      ['message', { type: 'eth_subscription', data: 1 }],
    ])
  })

  // Types of wallets and of viem have it as a string.
  test('behavior: emit takes a chain id that is typed as text, if hex', () => {
    const node = createMockNode()
    const told: unknown[] = []
    node.provider.on('chainChanged', (chainId) => told.push(chainId))
    const chainId: string = `0x${(10).toString(16)}`
    node.provider.emit('chainChanged', chainId)
    expect(told).toEqual(['0xa'])
    expect(() => node.provider.emit('chainChanged', '10')).toThrow(
      'emit: "chainChanged" is "10", expected the chain id as hex, such as "0x1".',
    )
  })

  test('behavior: removeListener', () => {
    const node = createMockNode()
    const told: unknown[] = []
    const listener = (event: unknown) => told.push(event)
    node.provider.on('chainChanged', listener)
    node.provider.removeListener('chainChanged', listener)
    node.provider.emit('chainChanged', '0x1')
    expect(told).toEqual([])
  })

  test('behavior: on and removeListener return the provider', () => {
    const { provider } = createMockNode()
    const listener = () => {}
    expect(provider.on('message', listener)).toBe(provider)
    expect(provider.removeListener('message', listener)).toBe(provider)
  })
})
