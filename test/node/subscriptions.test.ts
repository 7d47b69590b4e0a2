import { createMockNode, type MockNode, type MockNodeOptions } from 'preseal'
import { checkStream, fromStream } from 'preseal/stream'
import type { RpcBlock, RpcLog } from 'viem'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { alice, bob, ether, token, word } from '../conformance/actors.js'
import { busy } from '../conformance/stories.js'

type Message = { subscription: string; result: never }

function open(options: MockNodeOptions = {}) {
  const node = createMockNode({
    accounts: { [alice]: { balance: ether } },
    ...options,
  })
  const told: Message[] = []
  node.provider.on('message', ({ type, data }) => {
    expect(type).toBe('eth_subscription')
    told.push(data as Message)
  })
  const subscribe = (...params: unknown[]) =>
    node.provider.request({ method: 'eth_subscribe', params: params as never })
  const emit = (at: number) =>
    node.preconfirm({
      from: alice,
      to: bob,
      label: `${at}`,
      logs: [{ address: token, topics: [word(at)] }],
    })
  /** What was told since the last look. */
  const results = <result>() =>
    told.splice(0).map(({ result }) => result as result)
  return { node, told, subscribe, emit, results }
}

const read = (node: MockNode, block: string, full = false) =>
  node.provider.request({
    method: 'eth_getBlockByNumber',
    params: [block as 'latest', full],
  }) as Promise<RpcBlock>

/** Each log by its topic, and a minus before those that were removed. */
const signed = (logs: RpcLog[]) =>
  logs.map(({ topics, removed }) => Number(topics[0]) * (removed ? -1 : 1))

afterEach(() => {
  vi.useRealTimers()
})

describe('newHeads', () => {
  test('error: of a block imported without receipts logs are not known', async () => {
    const { node, subscribe, results } = open()
    const filter = await node.provider.request({
      method: 'eth_newFilter',
      params: [{}],
    })
    await subscribe('logs', {})
    const { node: real } = open()
    for (const _ of [1, 2]) {
      real.preconfirm({ from: alice, to: bob, logs: [{ address: token }] })
      real.seal()
    }
    const receipts = await real.provider.request({
      method: 'eth_getBlockReceipts',
      params: ['0x2'],
    })
    node.importBlock({ block: await read(real, '0x1') })
    node.importBlock({
      block: await read(real, '0x2'),
      receipts: receipts ?? [],
    })
    const learned = results()
    expect(learned).toMatchObject([{ address: token, blockNumber: '0x2' }])
    const ask = (method: string, params: unknown[]) =>
      node.provider.request({ method, params } as never)
    expect(await ask('eth_getFilterChanges', [filter])).toEqual(learned)
    await expect(
      ask('eth_getLogs', [{ fromBlock: '0x1' }]),
    ).rejects.toMatchObject({ code: -32000 })
  })

  test("options: newHeads 'beat', the pending block at each beat", async () => {
    const { node, subscribe, results, emit } = open({
      subscriptions: { newHeads: 'beat' },
    })
    await subscribe('newHeads')
    emit(1)
    node.nextBeat(11)
    const heads = results<RpcBlock>()
    expect(heads.map(({ number }) => number)).toEqual([
      ...Array.from({ length: 9 }, () => '0x1'),
      '0x2',
      '0x2',
    ])
    expect(heads.at(-1)?.hash).toBe((await read(node, 'pending')).hash)
  })
})

describe('logs', () => {
  test('default: of sealed blocks, and those that are taken back', async () => {
    const { node, subscribe, results, emit } = open()
    await subscribe('logs', { address: token, topics: [[word(1), word(3)]] })
    for (const at of [1, 2, 3]) emit(at)
    node.nextBeat()
    expect(results()).toEqual([])
    node.nextBlock()
    expect(signed(results())).toEqual([1, 3])
    node.reorg({ depth: 1, omit: ['3'] })
    expect(signed(results())).toEqual([-1, -3, 1])
  })
})

describe('newPendingTransactions', () => {
  test('default: the hash of each on its arrival', async () => {
    const { node, subscribe, results, emit } = open()
    await subscribe('newPendingTransactions')
    const hash = emit(1)
    expect(results()).toEqual([hash])
    node.nextBlock(2)
    expect(results()).toEqual([])
  })
})

describe('newFlashblocks', () => {
  test('default: the pending block at each beat', async () => {
    const { node, subscribe, results, emit } = open()
    await subscribe('newFlashblocks')
    emit(1)
    node.nextBeat()
    expect(results()).toEqual([await read(node, 'pending', true)])
    node.nextBeat(12)
    expect(results()).toHaveLength(12)
  })

  test("options: 'payload', messages as a builder's stream has them", async () => {
    const { node, subscribe, results } = open({
      ...busy.options,
      subscriptions: { newFlashblocks: 'payload' },
      pendingStateRoot: 'everyBeat',
    })
    await subscribe('newFlashblocks')
    node.nextBlock()
    busy.play(node)
    node.nextBlock()
    const all = results<{ index: number }>()
    const messages = all.slice(all.findIndex(({ index }) => index === 0))
    expect(messages.length).toBeGreaterThan(60)
    expect(checkStream(messages)).toEqual([])
    const { steps: timeline = [] } = fromStream(messages)
    expect(
      timeline.filter(({ type }) => type === 'importBlock').length,
    ).toBeGreaterThan(60)
  })
})

describe('pendingLogs and newFlashblockTransactions', () => {
  test('default: what the newest beat brought, each a message', async () => {
    const { node, subscribe, results, emit } = open()
    await subscribe('pendingLogs', { address: token })
    emit(1)
    node.nextBeat()
    expect(signed(results())).toEqual([1])
    emit(2)
    emit(3)
    node.nextBeat()
    expect(signed(results())).toEqual([2, 3])
    node.nextBeat(15)
    expect(results()).toEqual([])
  })

  test('options: topics', async () => {
    const { node, subscribe, results, emit } = open()
    await subscribe('pendingLogs', { topics: [word(2)] })
    emit(1)
    emit(2)
    node.nextBeat()
    expect(signed(results())).toEqual([2])
  })

  test('behavior: transactions as hashes, whole, or those with such a log', async () => {
    for (const [option, count, as] of [
      [undefined, 2, 'string'],
      [false, 2, 'string'],
      [true, 2, 'object'],
      [{ topics: [word(2)] }, 1, 'object'],
    ] as const) {
      const { node, subscribe, results, emit } = open()
      await subscribe('newFlashblockTransactions', option)
      emit(1)
      const hash = emit(2)
      node.nextBeat(3)
      const told = results<string | { hash: string; logs: RpcLog[] }>()
      expect(told).toHaveLength(count)
      const last = told.at(-1)
      expect(typeof last).toBe(as)
      if (typeof last === 'string') expect(last).toBe(hash)
      else {
        expect(last?.hash).toBe(hash)
        expect(signed(last?.logs ?? [])).toEqual([2])
      }
    }
  })
})

describe('subscriptions', () => {
  test("error: an unknown kind, in geth's words, and options that are none", async () => {
    const { subscribe } = open()
    await expect(subscribe('newFoos')).rejects.toMatchObject({
      code: -32601,
      message: 'no "newFoos" subscription in eth namespace',
    })
    for (const [kind, option, expected] of [
      ['newHeads', {}, 'nothing'],
      ['newPendingTransactions', 'yes', 'true or false'],
      ['newPendingTransactions', {}, 'true or false'],
      ['logs', 'all', '.*'],
      ['newFlashblockTransactions', 1, 'true, false or a filter for logs'],
      ['pendingLogs', { topics: ['0x1'] }, '.*'],
    ])
      await expect(subscribe(kind, option)).rejects.toMatchObject({
        code: -32602,
        message: expect.stringMatching(
          new RegExp(
            `parameter 2 of "${kind}": given .*, expected ${expected}`,
          ),
        ),
      })
    for (const [range, message] of [
      [{ fromBlock: '0x3', toBlock: '0x2' }, 'invalid block range params'],
      [{ toBlock: 'pending' }, 'pending logs are not supported'],
    ])
      await expect(subscribe('logs', range)).rejects.toMatchObject({
        code: -32602,
        message,
      })
    await expect(
      subscribe('logs', { topics: Array(5).fill(null) }),
    ).rejects.toMatchObject({
      code: -32602,
      message: 'invalid argument 1: exceed max topics',
    })
  })

  test("behavior: 'syncing' is known, and says nothing of a node in step", async () => {
    const { node, subscribe, results } = open()
    expect(await subscribe('syncing')).toMatch(/^0x/)
    node.nextBlock(2)
    expect(results()).toEqual([])
  })

  test('error: over HTTP nobody can be told', async () => {
    const { node } = open()
    const response = await node.fetch('http://node.test', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({
        jsonrpc: '2.0',
        id: 1,
        method: 'eth_subscribe',
        params: ['newHeads'],
      }),
    })
    expect(await response.json()).toMatchObject({
      error: { code: -32601, message: 'notifications not supported' },
    })
  })

  test('behavior: one timer for however many, and none once they are gone', async () => {
    vi.useFakeTimers()
    const { node, subscribe, results, emit } = open({ clock: 'ambient' })
    const ids = [await subscribe('newHeads'), await subscribe('logs', {})]
    expect(vi.getTimerCount()).toBe(1)
    emit(1)
    await vi.advanceTimersByTimeAsync(2_000)
    expect(results()).toHaveLength(2)
    for (const id of ids)
      await node.provider.request({ method: 'eth_unsubscribe', params: [id] })
    expect(vi.getTimerCount()).toBe(0)
  })

  test('behavior: base_transactionStatus knows what waits or is pre-confirmed', async () => {
    const { node, emit } = open({ l1Attributes: {} })
    const status = (hash: string) =>
      node.provider.request({
        method: 'base_transactionStatus',
        params: [hash as never],
      })
    const hash = emit(1)
    expect(await status(hash)).toEqual({ status: 'Known' })
    node.nextBeat()
    const { transactions } = await read(node, 'pending')
    expect(transactions).toHaveLength(2)
    expect(
      await Promise.all(transactions.map((hash) => status(hash as string))),
    ).toEqual([{ status: 'Unknown' }, { status: 'Known' }])
    node.nextBlock()
    expect(await status(hash)).toEqual({ status: 'Unknown' })
    expect(await status(word(1))).toEqual({ status: 'Unknown' })
  })
})
