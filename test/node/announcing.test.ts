import { createMockNode, type MockNode } from 'preseal'
import { readTimeline } from 'preseal/timeline'
import { describe, expect, test } from 'vitest'
import { thrown } from '../base/clock/thrown.js'
import { alice, bob, carol, funded } from './actors.js'
import { ask } from './reads.js'

type Message = { subscription: string; result: never }

/** What a subscription is told from now on. */
async function subscribe<result>(node: MockNode, ...params: unknown[]) {
  const id = await ask(node, 'eth_subscribe', ...params)
  for (let turn = 0; turn < 40; turn++) await undefined
  const told: result[] = []
  node.provider.on('message', ({ data }) => {
    const { subscription, result } = data as Message
    if (subscription === id) told.push(result)
  })
  return told
}

const send = (node: MockNode, fields: object = {}) =>
  ask(node, 'eth_sendTransaction', { from: alice, to: bob, ...fields })

describe('blocks', () => {
  test('the newest of several idle blocks came again when an account was set', async () => {
    const node = createMockNode()
    const heads = await subscribe<{ number: string }>(node, 'newHeads')
    const filter = await ask(node, 'eth_newBlockFilter')
    node.nextBlock(2)
    expect(heads.splice(0).map(({ number }) => number)).toEqual(['0x1', '0x2'])
    expect(await ask(node, 'eth_getFilterChanges', filter)).toHaveLength(2)
    node.setBalance({ address: bob, value: 1n })
    expect(heads).toEqual([])
    expect(await ask(node, 'eth_getFilterChanges', filter)).toEqual([])
  })

  test('a filter forgot blocks where time went back behind a set', async () => {
    const node = createMockNode()
    node.nextBlock(2)
    const filter = await ask(node, 'eth_newBlockFilter')
    node.setBalance({ address: bob, value: 1n })
    node.nextBlock(3)
    node.seek(8_000)
    expect(await ask(node, 'eth_getFilterChanges', filter)).toHaveLength(2)
  })

  test.each([
    ['step', (node: MockNode) => node.apply({ type: 'seal' })],
    ['verb', (node: MockNode) => node.seal()],
  ])(
    'the story lost the block of a boundary at which a %s sealed another',
    (_, sealNow) => {
      const node = createMockNode()
      node.nextBlock()
      sealNow(node)
      const blocks = () => readTimeline(node).blocks.map((one) => one.number)
      expect(blocks()).toEqual([1n, 2n])
      sealNow(node)
      node.setBalance({ address: bob, value: 1n })
      expect(blocks()).toEqual([1n, 2n, 3n])
    },
  )

  test('a filter and a subscription lost a block that was sealed and replaced at one instant', async () => {
    const node = createMockNode({
      ...funded,
      steps: [
        {
          at: 1_000,
          type: 'preconfirm',
          from: alice,
          to: bob,
          logs: [{ address: bob }],
        },
        { at: 2_000, type: 'reorg', depth: 1 },
      ],
    })
    const sealed: string[] = []
    node.on('sealed', ({ hash }) => sealed.push(hash))
    const heads = await subscribe<{ hash: string }>(node, 'newHeads')
    const logs = await subscribe<{ removed: boolean }>(node, 'logs', {})
    const filters = [
      await ask(node, 'eth_newBlockFilter'),
      await ask(node, 'eth_newFilter', {}),
    ]
    node.nextBlock()
    expect(new Set(sealed).size).toBe(2)
    expect(heads.map(({ hash }) => hash)).toEqual(sealed)
    expect(logs.map(({ removed }) => removed)).toEqual([false, true])
    const changes = (id: unknown) => ask(node, 'eth_getFilterChanges', id)
    expect(await changes(filters[0])).toEqual(sealed)
    expect(await changes(filters[1])).toEqual(logs)
  })
})

describe('transactions', () => {
  test('what a reorg at a beat put back entered by its event alone', async () => {
    const node = createMockNode({
      ...funded,
      steps: [{ at: 2_400, type: 'reorg', depth: 1, omit: [] }],
    })
    const hashes = await subscribe(node, 'newFlashblockTransactions')
    const entered: string[] = []
    node.on('preconfirmed', ({ hash }) => entered.push(hash))
    node.preconfirm({ from: alice, to: bob })
    node.nextBlock()
    node.preconfirm({ from: alice, to: bob })
    node.advance(400)
    expect(new Set(entered).size).toBe(2)
    expect(hashes).toEqual(entered)
    expect(hashes).toHaveLength(3)
  })

  test('a verb of a listener hid what a beat had brought from subscriptions', async () => {
    const node = createMockNode(funded)
    const hashes = await subscribe(node, 'newFlashblockTransactions')
    node.on('preconfirmed', () =>
      node.setBalance({ address: carol, value: 1n }),
    )
    const hash = node.preconfirm({ from: alice, to: bob })
    node.nextBeat()
    expect(hashes).toEqual([hash])
  })

  test('the deposit that opens the block after an import entered by its event alone', async () => {
    const options = { ...funded, l1Attributes: {} }
    const other = createMockNode({ ...options, chainId: 5 })
    other.nextBlock()
    const block = await ask(other, 'eth_getBlockByNumber', 'latest', true)
    const node = createMockNode(options)
    const hashes = await subscribe(node, 'newFlashblockTransactions')
    const entered: string[] = []
    node.on('preconfirmed', ({ hash }) => entered.push(hash))
    node.importBlock({ block: block as object })
    expect(entered).toHaveLength(1)
    expect(hashes).toEqual(entered)
  })

  test('a transaction arrives once, and again where it was dropped and sent anew', async () => {
    const node = createMockNode(funded)
    const arrived = await subscribe(node, 'newPendingTransactions')
    const filter = await ask(node, 'eth_newPendingTransactionFilter')
    const kept = await send(node, { value: '0x1' })
    node.nextBlock()
    const pending = await send(node, { value: '0x2' })
    node.nextBeat()
    // One is kept by the new branch, the other goes back to the queue.
    node.reorg({ depth: 1, omit: [] })
    node.nextBlock()
    expect(arrived.splice(0)).toEqual([kept, pending])
    node.reorg({ depth: 1 })
    expect(await send(node, { value: '0x2' })).toBe(pending)
    expect(arrived).toEqual([pending])
    expect(await ask(node, 'eth_getFilterChanges', filter)).toEqual([
      kept,
      pending,
      pending,
    ])
  })
})

describe('listeners', () => {
  const moving = 'ReentrantCallError: node.advance'

  test.each([
    ['a seal', (node: MockNode) => node.seal()],
    ['a reorg', (node: MockNode) => node.reorg({ depth: 1 })],
    ['an import', (node: MockNode) => node.importBlock({ block: node9 })],
    [
      'an arrival',
      (node: MockNode) => node.preconfirm({ from: alice, to: bob }),
    ],
  ])('a message listener moved time inside %s', async (_, verb) => {
    const node = createMockNode(funded)
    node.nextBlock()
    for (const name of ['newHeads', 'newPendingTransactions'])
      await subscribe(node, name)
    const messages: string[] = []
    node.provider.on('message', () =>
      messages.push(thrown(() => node.advance(200))),
    )
    const { now } = node
    verb(node)
    expect(messages.length).toBeGreaterThan(0)
    for (const message of messages) expect(message).toContain(moving)
    expect(node.now).toBe(now)
  })

  test('listeners of the provider moved time inside its emit and a request', async () => {
    const node = createMockNode()
    const messages: string[] = []
    const move = () => messages.push(thrown(() => node.advance(200)))
    node.provider.on('connect', move)
    node.provider.on('accountsChanged', move)
    await ask(node, 'eth_chainId')
    node.provider.emit('accountsChanged', [alice])
    expect(messages).toHaveLength(2)
    for (const message of messages) expect(message).toContain(moving)
  })

  const fails = () => {
    throw new Error('mine')
  }
  const causes = {
    sealNow: (node: MockNode) => node.seal(),
    reorg: (node: MockNode) => node.reorg({ depth: 1 }),
    importBlock: (node: MockNode) => node.importBlock({ block: node9 }),
    preconfirm: (node: MockNode) => node.preconfirm({ from: alice, to: bob }),
    apply: (node: MockNode) => node.apply({ type: 'seal' }),
    emit: (node: MockNode) => node.provider.emit('accountsChanged', [alice]),
    dispose: (node: MockNode) => node.dispose(),
    advance: (node: MockNode) => node.advance(2_000),
    seek: (node: MockNode) => node.seek(9_000),
  }

  test.each(Object.entries(causes))(
    'what a listener of the provider threw was uncaught instead of thrown by %s',
    async (_, verb) => {
      const node = createMockNode(funded)
      node.nextBlock()
      for (const name of ['newHeads', 'newPendingTransactions'])
        await subscribe(node, name)
      const called: string[] = []
      for (const name of [
        'message',
        'accountsChanged',
        'disconnect',
      ] as const) {
        node.provider.on(name, fails)
        node.provider.on(name, () => called.push(name))
      }
      expect(() => verb(node)).toThrow('mine')
      expect(called.length).toBeGreaterThan(0)
    },
  )

  test('what a listener threw of a request that a lift let go was uncaught', async () => {
    const node = createMockNode()
    const lift = node.fault({ type: 'hold' })
    const gate = node.hold({ methods: ['eth_chainId'] })
    const answers = [ask(node, 'eth_blockNumber'), ask(node, 'eth_chainId')]
    node.on('answered', fails)
    expect(lift).toThrow('mine')
    expect(() => gate.release()).toThrow('mine')
    expect(await Promise.all(answers)).toEqual(['0x0', '0x7a69'])
  })

  test('of several errors of one verb the first comes first', () => {
    const node = createMockNode()
    for (const text of ['one', 'two'])
      node.on('sealed', () => {
        throw new Error(text)
      })
    expect(() => node.seal()).toThrow('2 errors: one; two')
  })

  test('a verb of one listener came before what the next was still to hear', () => {
    const node = createMockNode(funded)
    const heard: string[] = []
    node.on('sealed', ({ blockNumber }) => {
      if (blockNumber === 1n) node.seal()
    })
    node.on('sealed', ({ blockNumber }) => heard.push(`sealed ${blockNumber}`))
    node.on('beat', ({ blockNumber }) => heard.push(`beat ${blockNumber}`))
    node.seal()
    expect(heard).toEqual(['sealed 1', 'beat 2', 'sealed 2', 'beat 3'])
  })
})

/** A block as any node has it. */
const node9 = {
  number: '0x9',
  hash: `0x${'9'.repeat(64)}`,
  parentHash: `0x${'8'.repeat(64)}`,
  timestamp: '0x77359400',
  transactions: [],
  gasLimit: '0x3938700',
  gasUsed: '0x0',
}
