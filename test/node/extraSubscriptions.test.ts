import {
  createMockNode,
  type LogParameters,
  type MockNode,
  type MockNodeOptions,
} from 'preseal'
import { describe, expect, test } from 'vitest'
import { alice, bob, funded, token, word } from './actors.js'
import { ask, readBlock } from './reads.js'

const create = (options: MockNodeOptions = {}) =>
  createMockNode({
    ...funded,
    answers: {
      subscriptions: {
        monadNewHeads: 'served',
        monadLogs: 'served',
        miniBlocks: 'served',
        shreds: 'served',
        stateChanges: 'served',
      },
    },
    ...options,
  })

/** What a subscription was told since the last look. */
async function subscribe(node: MockNode, ...params: unknown[]) {
  const told: unknown[] = []
  node.provider.on('message', ({ data }) =>
    told.push((data as { result: unknown }).result),
  )
  await ask(node, 'eth_subscribe', ...params)
  return <result>() => told.splice(0) as result[]
}

describe('subscriptions of other chains', () => {
  test('default: they are unknown', async () => {
    const node = createMockNode()
    const names = [
      'monadNewHeads',
      'monadLogs',
      'miniBlocks',
      'shreds',
      'stateChanges',
    ]
    for (const name of names)
      await expect(ask(node, 'eth_subscribe', name)).rejects.toMatchObject({
        code: -32601,
      })
  })

  test('monadNewHeads: a block is told at each state it comes to', async () => {
    const node = create({ finalityLag: { safe: 1, finalized: 2 } })
    const told = await subscribe(node, 'monadNewHeads')
    node.nextBlock(6)
    type Head = { number: string; commitState: string; blockId: string }
    const heads = told<Head>()
    const of = (state: string) =>
      heads
        .filter(({ commitState }) => commitState === state)
        .map(({ number }) => Number(number))
    expect(of('Proposed')).toEqual([1, 2, 3, 4, 5, 6])
    expect(of('Voted')).toEqual([1, 2, 3, 4, 5])
    expect(of('Finalized')).toEqual([1, 2, 3, 4])
    expect(of('Verified')).toEqual([1])
    expect(heads[0]?.blockId).toBe((await readBlock(node, '0x1')).hash)
  })

  test('monadNewHeads: another proposal of a number has another blockId', async () => {
    const node = create()
    const told = await subscribe(node, 'monadNewHeads')
    node.nextBlock()
    node.reorg({ depth: 1, omit: [] })
    const heads = told<{ number: string; blockId: string }>()
    expect(heads.map(({ number }) => number)).toEqual(['0x1', '0x1'])
    expect(heads[0]?.blockId).not.toBe(heads[1]?.blockId)
  })

  test('monadLogs: the logs of a proposal, once', async () => {
    const node = create()
    const told = await subscribe(node, 'monadLogs', { topics: [word(2)] })
    for (const topic of [1, 2])
      node.preconfirm({
        from: alice,
        to: bob,
        logs: [{ address: token, topics: [word(topic)] }],
      })
    node.nextBeat()
    expect(told()).toEqual([])
    node.nextBlock()
    const { hash } = await readBlock(node, 'latest')
    expect(told()).toMatchObject([
      {
        blockId: hash,
        blockHash: hash,
        commitState: 'Proposed',
        blockNumber: '0x1',
        logIndex: '0x1',
        topics: [word(2)],
        removed: false,
      },
    ])
    node.reorg({ depth: 1, omit: [] })
    const other = await readBlock(node, 'latest')
    expect(told()).toMatchObject([{ blockId: other.hash }])
  })

  test('miniBlocks: each beat, counted in its block and since genesis', async () => {
    const node = create({ timestamp: 1_000n })
    node.nextBlock()
    const told = await subscribe(node, 'miniBlocks')
    const hash = node.preconfirm({ from: alice, to: bob, value: 1n })
    node.nextBeat(2)
    expect(told()).toMatchObject([
      {
        block_number: '0x2',
        block_timestamp: '0x3ec',
        index: '0x1',
        mini_block_number: '0xb',
        mini_block_timestamp: `0x${(1_002_200_000).toString(16)}`,
        gas_used: '0x5208',
        transactions: [{ hash, transactionIndex: '0x0' }],
        receipts: [{ transactionHash: hash, status: '0x1' }],
      },
      {
        index: '0x2',
        mini_block_number: '0xc',
        gas_used: '0x0',
        transactions: [],
        receipts: [],
      },
    ])
  })

  test('error: a subscription that no node has is not served', () => {
    expect(() =>
      createMockNode({ answers: { subscriptions: { newHead: 'served' } } }),
    ).toThrow(
      'Option "answers.subscriptions.newHead" is "served", expected the code of an error, or the name of a subscription: newHeads, logs, syncing, newPendingTransactions, newFlashblocks, pendingLogs, newFlashblockTransactions, monadNewHeads, monadLogs, miniBlocks, shreds, stateChanges.',
    )
  })

  test('shreds: each beat, with what entered, and the state if asked for', async () => {
    const node = create()
    const plain = await subscribe(node, 'shreds')
    const log = (topic: number): LogParameters => ({
      address: token,
      topics: [word(topic)],
      data: '0x0a',
    })
    const pay = (topic: number) =>
      node.preconfirm({ from: alice, to: bob, value: 1n, logs: [log(topic)] })
    pay(1)
    node.nextBeat()
    plain()
    const hash = pay(2)
    node.nextBeat()
    expect(plain()).toMatchObject([
      {
        blockNumber: '0x1',
        shredIndex: 2,
        startingLogIndex: 1,
        transactions: [
          {
            hash,
            status: 'success',
            gasUsed: '0x5208',
            type: 'eip1559',
            logs: [log(2)],
          },
        ],
        stateChanges: [],
      },
    ])
    const other = create()
    const whole = await subscribe(other, 'shreds', true)
    other.preconfirm({
      from: alice,
      to: bob,
      value: 1n,
      changes: { [bob]: { storage: { [word(3)]: word(7) } } },
    })
    other.nextBeat()
    expect(whole<{ stateChanges: unknown[] }>()[0]?.stateChanges).toMatchObject(
      expect.arrayContaining([
        expect.objectContaining({
          address: bob,
          storageChanges: [[word(3), '0x7']],
        }),
      ]),
    )
  })

  test('stateChanges: of the accounts that are named, at the beat', async () => {
    const node = create()
    const told = await subscribe(node, 'stateChanges', [bob])
    node.preconfirm({
      from: alice,
      to: bob,
      value: 1n,
      changes: { [bob]: { storage: { [word(3)]: word(7) } } },
    })
    node.nextBeat()
    expect(told()).toEqual([
      {
        address: bob,
        nonce: 0,
        balance: expect.stringMatching(/^0x/),
        storage: { [word(3)]: '0x7' },
      },
    ])
    node.nextBlock()
    expect(told()).toEqual([])
  })

  test.each([
    ['monadNewHeads', true, 'nothing'],
    ['miniBlocks', {}, 'nothing'],
    ['shreds', 'yes', 'true or false'],
    ['stateChanges', undefined, 'an array of addresses'],
    ['stateChanges', bob, 'an array of addresses'],
    ['stateChanges', [], 'an array of addresses'],
    ['stateChanges', ['0x1'], 'an array of addresses'],
    ['stateChanges', [bob, '0x1'], 'an array of addresses'],
  ])('error: %s of %j', async (name, option, expected) => {
    const params = option === undefined ? [name] : [name, option]
    await expect(
      ask(create(), 'eth_subscribe', ...params),
    ).rejects.toMatchObject({
      code: -32602,
      message: expect.stringMatching(
        new RegExp(`^Invalid parameter 2 of "${name}": .+ ${expected}$`),
      ),
    })
  })
})
