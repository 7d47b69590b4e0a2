import { createMockNode, type MockNodeOptions } from 'preseal'
import { describe, expect, test } from 'vitest'
import { alice, bob, carol, ether, funded } from './actors.js'
import { listen } from './listen.js'
import { ask, pendingHashes, readBalance, readBlock } from './reads.js'

const scripted = (timeline: MockNodeOptions['steps']) =>
  createMockNode({ ...funded, steps: timeline })

describe('creation', () => {
  test('default: block 1 is open at index 0, over genesis', async () => {
    const node = createMockNode(funded)
    expect(await ask(node, 'eth_blockNumber')).toBe('0x0')
    const [genesis, pending] = [
      await readBlock(node, 'latest'),
      await readBlock(node, 'pending'),
    ]
    expect(pending).toMatchObject({
      number: '0x1',
      parentHash: genesis.hash,
      transactions: [],
      gasUsed: '0x0',
    })
  })

  test('behavior: it is beat 0 and runs the steps at 0', async () => {
    const node = scripted([
      { at: 0, type: 'preconfirm', from: alice, to: carol, value: 5n },
      { at: 0, type: 'setBalance', address: bob, value: 7n },
    ])
    expect(await readBalance(node, carol, 'pending')).toBe(5n)
    expect(await readBalance(node, carol)).toBe(0n)
    expect(await readBalance(node, bob)).toBe(7n)
    expect((await readBlock(node, 'pending')).transactions).toHaveLength(1)
  })

  test('behavior: what a verb queues at 0 waits for the beat at 200', async () => {
    const node = createMockNode(funded)
    const told = listen(node, 'preconfirmed')
    node.preconfirm({ from: alice, to: bob })
    node.advance(199)
    expect(await pendingHashes(node)).toEqual([])
    node.advance(1)
    expect(told).toMatchObject([
      ['preconfirmed', { blockNumber: 1n, index: 1 }],
    ])
  })
})

describe('one instant', () => {
  test('behavior: at a boundary the seal comes first, then steps, then the beat', async () => {
    const node = scripted([
      { at: 1_900, type: 'preconfirm', label: 'a', from: alice, to: bob },
      { at: 2_000, type: 'setBalance', address: carol, value: ether },
      { at: 2_000, type: 'preconfirm', label: 'c', from: carol, to: bob },
    ])
    const told = listen(node, 'preconfirmed', 'sealed', 'beat')
    node.advance(1_999)
    told.splice(0)
    node.advance(1)
    expect(
      told.map(([name, event]) => [
        name,
        event.blockNumber,
        'index' in event ? event.index : event.transactions,
        'transaction' in event ? event.transaction.label : undefined,
      ]),
    ).toEqual([
      ['sealed', 1n, [], undefined],
      ['preconfirmed', 2n, 0, 'a'],
      ['preconfirmed', 2n, 0, 'c'],
      ['beat', 2n, 0, undefined],
    ])
  })

  test('behavior: a set at a boundary is in the new block, not in the sealed one', async () => {
    const node = scripted([
      { at: 2_000, type: 'setBalance', address: carol, value: 1n },
    ])
    const sealed = createMockNode(funded)
    for (const each of [node, sealed]) each.advance(2_000)
    expect((await readBlock(node, '0x1')).hash).toBe(
      (await readBlock(sealed, '0x1')).hash,
    )
    expect(await readBalance(node, carol, '0x1')).toBe(1n)
    expect(await readBalance(node, carol, '0x0')).toBe(0n)
    for (const each of [node, sealed]) each.advance(2_000)
    expect((await readBlock(node, '0x2')).stateRoot).not.toBe(
      (await readBlock(sealed, '0x2')).stateRoot,
    )
  })

  test('behavior: steps of one instant act by position', async () => {
    const node = scripted([
      { at: 100, type: 'setBalance', address: carol, value: ether },
      { at: 100, type: 'preconfirm', from: carol, to: bob, value: ether },
      { at: 100, type: 'setBalance', address: alice, value: 1n },
      { at: 100, type: 'setBalance', address: alice, value: 2n },
    ])
    node.advance(200)
    expect(await readBalance(node, bob, 'pending')).toBe(6n * ether)
    expect(await readBalance(node, alice)).toBe(2n)
  })

  test('behavior: at a beat drops come before pre-confirmations', async () => {
    const node = scripted([
      {
        at: 0,
        type: 'preconfirm',
        label: 'all',
        from: alice,
        to: bob,
        value: 10n * ether,
      },
      { at: 300, type: 'drop', transaction: 'all' },
      { at: 300, type: 'preconfirm', from: alice, to: carol, value: ether },
    ])
    const told = listen(node, 'preconfirmed', 'dropped')
    node.advance(400)
    expect(told.map(([name]) => name)).toEqual(['dropped', 'preconfirmed'])
    expect(await readBalance(node, carol, 'pending')).toBe(ether)
  })

  test('behavior: a step at a beat enters at that beat, a verb at the next', async () => {
    const node = scripted([
      { at: 400, type: 'preconfirm', label: 'step', from: alice, to: bob },
    ])
    const told = listen(node, 'preconfirmed')
    node.advance(400)
    node.preconfirm({ from: bob, to: alice, label: 'verb' })
    node.advance(200)
    expect(
      told.map(([, event]) => [event.transaction.label, event.index]),
    ).toEqual([
      ['step', 2],
      ['verb', 3],
    ])
  })

  test('behavior: a drop step at a beat takes effect at that beat', async () => {
    const node = scripted([
      { at: 0, type: 'preconfirm', label: 'a', from: alice, to: bob },
      { at: 400, type: 'drop', transaction: 'a' },
    ])
    node.advance(399)
    expect(await pendingHashes(node)).toHaveLength(1)
    node.advance(1)
    expect(await pendingHashes(node)).toEqual([])
  })

  test('behavior: sets act at their own instant, between beats', async () => {
    const node = scripted([
      { at: 250, type: 'setBalance', address: carol, value: 3n },
    ])
    node.advance(249)
    expect(await readBalance(node, carol)).toBe(0n)
    node.advance(1)
    expect(await readBalance(node, carol)).toBe(3n)
    expect(await readBalance(node, carol, 'pending')).toBe(3n)
  })

  test('behavior: faults act from their own instant to that of their lift', async () => {
    const node = scripted([
      { at: 250, type: 'fault', fault: { label: 'f', type: 'null' } },
      { at: 350, type: 'lift', label: 'f' },
    ])
    const answers: unknown[] = []
    for (const ms of [249, 1, 99, 1]) {
      node.advance(ms)
      answers.push(await ask(node, 'eth_blockNumber'))
    }
    expect(answers).toEqual(['0x0', null, null, '0x0'])
  })
})

describe('the beats of a block', () => {
  test('behavior: a boundary beat is index 0, later ones are 1 to 9', () => {
    const node = createMockNode()
    const told = listen(node, 'beat')
    node.advance(4_200)
    expect(
      told.map(([, event]) => `${event.blockNumber}/${event.index}`),
    ).toEqual(
      [1, 2]
        .flatMap((block) =>
          Array.from({ length: 10 }, (_, index) => `${block}/${index}`),
        )
        .slice(1)
        .concat('3/0', '3/1'),
    )
    expect(told.map(([, { at }]) => at)).toEqual(
      Array.from({ length: 21 }, (_, k) => (k + 1) * 200),
    )
  })

  test('behavior: a boundary beat holds what was queued', async () => {
    const node = createMockNode(funded)
    node.advance(1_801)
    const hash = node.preconfirm({ from: alice, to: bob })
    const told = listen(node, 'preconfirmed')
    node.nextBlock()
    expect(told).toMatchObject([
      ['preconfirmed', { hash, blockNumber: 2n, index: 0 }],
    ])
    expect((await readBlock(node, 'latest')).transactions).toEqual([])
    expect(await pendingHashes(node)).toEqual([hash])
  })

  test('behavior: a sealed block holds exactly what was last pre-confirmed', async () => {
    const node = createMockNode(funded)
    node.preconfirm({ from: alice, to: bob, value: 1n })
    node.preconfirm({ from: bob, to: carol, value: 2n })
    node.advance(1_999)
    const last = await readBlock(node, 'pending')
    node.advance(1)
    const sealed = await readBlock(node, 'latest')
    const differing = Object.keys(sealed).filter(
      (key) =>
        JSON.stringify(sealed[key as never]) !==
        JSON.stringify(last[key as never]),
    )
    expect(differing).toEqual(['hash', 'stateRoot', 'transactions'])
    expect(
      sealed.transactions.map((one) => ({ ...one, blockHash: last.hash })),
    ).toEqual(last.transactions)
  })

  test('behavior: every transaction is pending before it is latest', async () => {
    const node = createMockNode(funded)
    const pending = new Set<string>()
    const sealed: string[] = []
    node.on('preconfirmed', ({ hash }) => pending.add(hash))
    node.on('sealed', ({ transactions }) => {
      for (const hash of transactions) {
        expect(pending).toContain(hash)
        sealed.push(hash)
      }
    })
    for (let k = 0; k < 50; k++) {
      node.preconfirm({ from: alice, to: bob })
      node.advance(173)
    }
    node.nextBlock(2)
    expect(sealed).toHaveLength(50)
    expect([...pending]).toEqual(sealed)
  })

  test('options: one beat a block', async () => {
    const node = createMockNode({
      ...funded,
      preconfirmationTime: 1_000,
      blockTime: 1_000,
    })
    const hash = node.preconfirm({ from: alice, to: bob })
    const told = listen(node, 'beat', 'preconfirmed', 'sealed')
    node.advance(2_000)
    expect(told.map(([name, event]) => [name, event.blockNumber])).toEqual([
      ['sealed', 1n],
      ['preconfirmed', 2n],
      ['beat', 2n],
      ['sealed', 2n],
      ['beat', 3n],
    ])
    expect((await readBlock(node, '0x2')).transactions).toMatchObject([
      { hash },
    ])
  })
})

describe('a step that cannot run', () => {
  const poor = [
    { at: 500, type: 'preconfirm', from: carol, to: bob, value: 1n },
    { at: 500, type: 'setBalance', address: bob, value: 1n },
    { at: 700, type: 'preconfirm', from: carol, to: bob, value: 2n },
    { at: 900, type: 'setBalance', address: bob, value: 2n },
  ] as const

  test('behavior: advance throws its error, and the story goes on', async () => {
    const node = scripted(poor)
    expect(() => node.advance(1_000)).toThrowErrorMatchingInlineSnapshot(
      `[AggregateError: 2 errors: steps[0] at 500 ms: Account 0x00000000000000000000000000000000000ca401 holds 0 wei but the transaction needs 1 wei (insufficient funds for gas * price + value). Fund it with "accounts" or node.setBalance first; steps[2] at 700 ms: Account 0x00000000000000000000000000000000000ca401 holds 0 wei but the transaction needs 2 wei (insufficient funds for gas * price + value). Fund it with "accounts" or node.setBalance first]`,
    )
    expect(node.now).toBe(1_000)
    expect(await readBalance(node, bob)).toBe(2n)
    node.advance(1_000)
    expect(await ask(node, 'eth_blockNumber')).toBe('0x1')
  })

  test.each(['nextBeat', 'nextBlock', 'seek'] as const)(
    'behavior: %s throws it too',
    async (verb) => {
      const node = scripted(poor)
      const amounts = { nextBeat: 5, nextBlock: 1, seek: 1_000 }
      expect(() => node[verb](amounts[verb])).toThrow('needs 1 wei')
      expect(await readBalance(node, bob)).toBe(2n)
    },
  )

  test('behavior: it is thrown once', () => {
    const node = scripted(poor)
    expect(() => node.advance(500)).toThrow('needs 1 wei')
    node.advance(100)
    expect(() => node.advance(100)).toThrow('needs 2 wei')
    node.advance(100)
    expect(node.now).toBe(800)
  })

  test('error: at 0 createMockNode throws it', () => {
    expect(() =>
      scripted([
        { at: 0, type: 'preconfirm', from: carol, to: bob, value: 1n },
      ]),
    ).toThrowErrorMatchingInlineSnapshot(
      `[InsufficientBalanceError: steps[0] at 0 ms: Account 0x00000000000000000000000000000000000ca401 holds 0 wei but the transaction needs 1 wei (insufficient funds for gas * price + value). Fund it with "accounts" or node.setBalance first.]`,
    )
  })

  test('behavior: a drop at the block’s last beat is in time', async () => {
    const node = scripted([
      { at: 0, type: 'preconfirm', label: 'a', from: alice, to: bob },
      { at: 1_800, type: 'drop', transaction: 'a' },
    ])
    node.nextBlock()
    expect((await readBlock(node, 'latest')).transactions).toEqual([])
  })

  test('behavior: the error keeps its name and says which step', () => {
    const node = scripted([
      { at: 500, type: 'setBalance', address: bob, value: 1n },
      ...poor,
    ])
    expect(() => node.advance(500)).toThrow(
      expect.objectContaining({
        name: 'InsufficientBalanceError',
        message: expect.stringMatching(/^steps\[1\] at 500 ms: Account 0x/),
        cause: expect.objectContaining({
          message: expect.stringMatching(/^Account 0x/),
        }),
      }),
    )
    const next = expect.stringMatching(/^steps\[3\] at 700 ms: Account 0x/)
    expect(() => node.advance(500)).toThrow(
      expect.objectContaining({ message: next }),
    )
  })

  test('error: a drop that comes too late', () => {
    const node = scripted([
      { at: 0, type: 'preconfirm', label: 'a', from: alice, to: bob },
      { at: 2_000, type: 'drop', transaction: 'a' },
    ])
    node.advance(1_900)
    expect(() => node.advance(100)).toThrowErrorMatchingInlineSnapshot(
      `[UnknownTransactionError: steps[1] at 2000 ms: No transaction labelled "a" is queued or pending. Name one that is, before its block is sealed.]`,
    )
  })
})
