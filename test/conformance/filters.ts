import type { Fault } from 'preseal'
import type { RpcLog } from 'viem'
import { describe, expect, test } from 'vitest'
import { alice, bob, ether, token, word } from './actors.js'
import type { Door } from './door.js'
import { readBlock, readChain } from './wire.js'

async function open(door: Door) {
  const opened = await door.open({ accounts: { [alice]: { balance: ether } } })
  const { node, request } = opened
  const emit = (at: number) =>
    node.preconfirm({
      from: alice,
      to: bob,
      label: `${at}`,
      logs: [{ address: token, topics: [word(at)] }],
    })
  const changes = (id: unknown) =>
    request<RpcLog[]>('eth_getFilterChanges', [id])
  /** Each log by its topic, and a minus before those that were removed. */
  const told = async (id: unknown) =>
    (await changes(id)).map(
      ({ topics, removed }) => Number(topics[0]) * (removed ? -1 : 1),
    )
  return { ...opened, emit, changes, told }
}

const missing = { code: -32000, message: 'filter not found' }

export function filters(door: Door) {
  describe('filters: logs', () => {
    test('default: what was sealed since it was asked last', async () => {
      const { node, request, emit, told } = await open(door)
      emit(1)
      node.nextBlock()
      const id = await request('eth_newFilter', [{ address: token }])
      expect(await told(id)).toEqual([])
      emit(2)
      node.nextBeat()
      expect(await told(id)).toEqual([])
      emit(3)
      node.nextBlock()
      emit(4)
      node.nextBlock()
      expect(await told(id)).toEqual([2, 3, 4])
      expect(await told(id)).toEqual([])
    })

    test('behavior: what a reorg takes back is told as removed, then the new branch', async () => {
      const { node, request, emit, changes } = await open(door)
      const id = await request('eth_newFilter', [{}])
      for (const at of [1, 2, 3]) {
        emit(at)
        node.nextBlock()
      }
      const before = await changes(id)
      node.reorg({ depth: 2, omit: ['3'] })
      const after = await changes(id)
      expect(after.slice(0, 2)).toEqual(
        before.slice(1).map((log) => ({ ...log, removed: true })),
      )
      expect(after.slice(2)).toEqual(
        await request('eth_getLogs', [{ fromBlock: '0x2', toBlock: 'latest' }]),
      )
      expect(after).toHaveLength(3)
    })

    test('behavior: several reorgs between two looks are all told, as by geth', async () => {
      const { node, request, emit, told } = await open(door)
      emit(1)
      node.nextBlock()
      const id = await request('eth_newFilter', [{}])
      for (let count = 0; count < 3; count++) node.reorg({ depth: 1, omit: [] })
      expect(await told(id)).toEqual([-1, 1, -1, 1, -1, 1])
    })

    test('options: topics, bounds and eth_getFilterLogs', async () => {
      const { node, request, emit, told } = await open(door)
      const topics = [[word(2), word(4)]]
      const id = await request('eth_newFilter', [{ topics, fromBlock: '0x1' }])
      const bounded = await request('eth_newFilter', [
        { fromBlock: '0x2', toBlock: '0x3' },
      ])
      for (const at of [1, 2, 3, 4]) {
        emit(at)
        node.nextBlock()
      }
      expect(await told(id)).toEqual([2, 4])
      expect(await told(bounded)).toEqual([2, 3])
      expect(await request('eth_getFilterLogs', [id])).toEqual(
        await request('eth_getLogs', [{ topics, fromBlock: '0x1' }]),
      )
      expect(await told(id)).toEqual([])
    })

    test('error: eth_getFilterLogs of a range that ends past latest', async () => {
      const { request, refused } = await open(door)
      const range = { fromBlock: '0x0', toBlock: '0x9' }
      const id = await request('eth_newFilter', [range])
      expect(
        await refused({ method: 'eth_getFilterLogs', params: [id] }),
      ).toEqual({
        code: -32602,
        message: 'block range extends beyond current head block',
      })
    })

    test("error: in geth's words and codes", async () => {
      const { request, refused } = await open(door)
      const refusal = (filter: object) =>
        refused({ method: 'eth_newFilter', params: [filter] })
      for (const range of [
        { fromBlock: '0x3', toBlock: '0x2' },
        { toBlock: '0x9' },
        { fromBlock: 'latest', toBlock: '0x9' },
        { fromBlock: '0x0', toBlock: 'safe' },
        { fromBlock: 'finalized' },
        { fromBlock: 'earliest', toBlock: 'earliest' },
      ])
        expect(await refusal(range)).toEqual({
          code: -32602,
          message: 'invalid block range params',
        })
      expect(await refusal({ toBlock: 'pending' })).toEqual({
        code: -32602,
        message: 'pending logs are not supported',
      })
      expect(await refusal({ topics: Array(5).fill(null) })).toEqual({
        code: -32602,
        message: 'invalid argument 0: exceed max topics',
      })
      const blocks = await request('eth_newBlockFilter')
      for (const [method, id] of [
        ['eth_getFilterChanges', '0x99'],
        ['eth_getFilterLogs', '0x99'],
        ['eth_getFilterLogs', blocks],
      ])
        expect(await refused({ method, params: [id] })).toEqual(missing)
    })
  })

  describe('filters: blocks', () => {
    test('default: the hash of each block since', async () => {
      const opened = await open(door)
      const { node, request, changes } = opened
      const id = await request('eth_newBlockFilter')
      expect(await changes(id)).toEqual([])
      node.nextBlock(3)
      const chain = await readChain(opened)
      expect(await changes(id)).toEqual(
        chain.slice(1, 4).map(({ hash }) => hash),
      )
      expect(await changes(id)).toEqual([])
      node.reorg({ depth: 2, omit: [] })
      const branch = await readChain(opened)
      expect(await changes(id)).toEqual(
        branch.slice(2, 4).map(({ hash }) => hash),
      )
    })

    test('behavior: an imported block', async () => {
      const opened = await open(door)
      const { node, request, changes } = opened
      const id = await request('eth_newBlockFilter')
      node.nextBlock()
      const { hash } = await readBlock(opened, 'latest')
      const block = {
        ...(await readBlock(opened, '0x1')),
        number: '0x9',
        hash: word(9),
      }
      node.importBlock({ block })
      expect(await changes(id)).toEqual([hash, word(9)])
    })
  })

  describe('filters: pending transactions', () => {
    test('default: each once, on its arrival, beats and seals notwithstanding', async () => {
      const { node, request, emit, changes } = await open(door)
      const first = emit(1)
      const id = await request('eth_newPendingTransactionFilter')
      expect(await changes(id)).toEqual([])
      const second = emit(2)
      expect(await changes(id)).toEqual([second])
      node.nextBeat()
      expect(await changes(id)).toEqual([])
      const third = emit(3)
      node.nextBeat()
      const fourth = emit(4)
      expect(await changes(id)).toEqual([third, fourth])
      const fifth = emit(5)
      node.nextBlock(2)
      expect(await changes(id)).toEqual([fifth])
      expect(first).not.toBe(second)
    })
  })

  describe('filters: beside the chain', () => {
    test('behavior: time that goes back tells nothing, and what comes anew is told', async () => {
      const { node, request, emit, told, changes } = await open(door)
      const snapshot = node.snapshot()
      const id = await request('eth_newFilter', [{}])
      const blocks = await request('eth_newBlockFilter')
      const arrivals = await request('eth_newPendingTransactionFilter')
      emit(1)
      node.nextBlock()
      expect(await told(id)).toEqual([1])
      node.revert(snapshot)
      expect(await told(id)).toEqual([])
      expect(await changes(blocks)).toEqual([])
      expect(await changes(arrivals)).toEqual([])
      const hash = emit(2)
      node.nextBlock(2)
      expect(await told(id)).toEqual([2])
      expect(await changes(blocks)).toHaveLength(2)
      expect(await changes(arrivals)).toEqual([hash])
      node.seek(2_000)
      node.seek(0)
      expect(await told(id)).toEqual([])
    })

    test('behavior: a step back that leaves the cursor where it was loses nothing', async () => {
      const { node, request, emit, told } = await open(door)
      const id = await request('eth_newFilter', [{}])
      emit(1)
      node.nextBlock()
      emit(2)
      node.nextBlock()
      node.seek(2_000)
      expect(await told(id)).toEqual([1])
    })

    test('behavior: faults of reading never touch them, the others do', async () => {
      const { node, request, emit, told, refused } = await open(door)
      const id = await request('eth_newFilter', [{}])
      const reading: Fault[] = [
        { type: 'stale', beats: 30 },
        { type: 'frozen' },
        { type: 'otherBlock', to: '0x0' },
        { type: 'unknownBlockAsZero' },
      ]
      for (const fault of reading) node.fault(fault)
      emit(1)
      node.nextBlock()
      expect(await told(id)).toEqual([1])
      emit(2)
      node.nextBlock()
      const lift = node.fault({ type: 'http', status: 503 })
      await expect(told(id)).rejects.toThrow()
      lift()
      expect(await told(id)).toEqual([2])
      emit(3)
      node.nextBlock()
      node.fault({ type: 'null', times: 1 })
      expect(await request('eth_getFilterChanges', [id])).toBeNull()
      expect(await told(id)).toEqual([])
      expect(
        await refused({ method: 'eth_getFilterChanges', params: ['0x77'] }),
      ).toEqual(missing)
    })

    test('behavior: an answered request keeps what was told', async () => {
      const { node, request, emit, changes } = await open(door)
      const id = await request('eth_newFilter', [{}])
      emit(1)
      node.nextBlock()
      const value = await changes(id)
      await changes(id)
      const [earlier, later] = node.answeredRequests.slice(-2)
      expect(earlier?.outcome).toEqual({ type: 'result', value })
      expect(later?.outcome).toEqual({ type: 'result', value: [] })
    })

    test('behavior: uninstalled once, and of more than 1 000 the one asked least lately', async () => {
      const { request, refused } = await open(door)
      const first = await request('eth_newBlockFilter')
      const second = await request('eth_newBlockFilter')
      expect(await request('eth_uninstallFilter', [first])).toBe(true)
      expect(await request('eth_uninstallFilter', [first])).toBe(false)
      const gone = { method: 'eth_getFilterChanges', params: [first] }
      expect(await refused(gone)).toEqual(missing)
      const third = await request('eth_newBlockFilter')
      for (let count = 0; count < 998; count++)
        await request('eth_newBlockFilter')
      expect(await request('eth_getFilterChanges', [second])).toEqual([])
      await request('eth_newBlockFilter')
      expect(await request('eth_getFilterChanges', [second])).toEqual([])
      expect(
        await refused({ method: 'eth_getFilterChanges', params: [third] }),
      ).toEqual(missing)
    })
  })
}
