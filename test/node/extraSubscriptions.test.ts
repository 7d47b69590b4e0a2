import { createMockNode, type MockNode, type MockNodeOptions } from 'preseal'
import { describe, expect, test } from 'vitest'
import { alice, bob, funded, token, word } from './actors.js'
import { ask, readBlock } from './reads.js'

const create = (options: MockNodeOptions = {}) =>
  createMockNode({
    ...funded,
    subscriptions: { extra: ['monadNewHeads', 'shreds', 'stateChanges'] },
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
    for (const name of ['monadNewHeads', 'shreds', 'stateChanges'])
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

  test('shreds: each beat, with what entered, and the state if asked for', async () => {
    const node = create()
    const plain = await subscribe(node, 'shreds')
    const pay = (topic: number) =>
      node.preconfirm({
        from: alice,
        to: bob,
        value: 1n,
        logs: [{ address: token, topics: [word(topic)] }],
      })
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
          { hash, status: 'success', gasUsed: '0x5208', type: 'eip1559' },
        ],
        stateChanges: [],
      },
    ])
    const whole = await subscribe(create(), 'shreds', true)
    expect(whole()).toEqual([])
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

  test('error: what is no list of addresses', async () => {
    await expect(
      ask(create(), 'eth_subscribe', 'stateChanges', ['0x1']),
    ).rejects.toMatchObject({ code: -32602 })
  })
})
