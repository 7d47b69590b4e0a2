import { createMockNode, type Fault, type MockNode } from 'preseal'
import { createWebSocket } from 'preseal/websocket'
import type { Hash } from 'viem'
import { expect, vi } from 'vitest'
import { decidesInclusion } from '../../src/chain/model/transaction.js'
import { readBlock } from './reading.js'

/** What a fault of each type does, as the table has it. */
export const faults: { [type in Fault['type']]: () => Promise<void> } = {
  async http() {
    expect(await faultyAnswer({ type: 'http', status: 500 })).toMatchObject({
      status: 500,
      code: -32002,
    })
  },
  async rpc() {
    const error = { code: 3, message: 'reverted', data: '0x' } as const
    expect(await faultyAnswer({ type: 'rpc', ...error })).toMatchObject(error)
  },
  async null() {
    expect(await faultyAnswer({ type: 'null' })).toBe(null)
  },
  async network() {
    const error = await faultyAnswer({ type: 'network' })
    expect(error).toMatchObject({ code: 4900 })
  },
  async lostResponse() {
    const node = createMockNode()
    const lift = node.fault({ type: 'lostResponse' })
    const sender = `0x${'1'.repeat(40)}` as const
    const error = await node.provider
      .request({
        method: 'eth_sendTransaction',
        params: [{ from: sender, to: sender }],
      })
      .catch((error: unknown) => error)
    expect(error).toMatchObject({ code: 4900 })
    lift()
    node.nextBeat()
    expect((await readBlock(node, 'pending'))?.transactions).toHaveLength(1)
  },
  async delay() {
    const node = createMockNode({ faults: [{ type: 'delay', ms: 500 }] })
    const settled = vi.fn()
    const asking = readBlock(node, 'latest').then(settled)
    node.advance(499)
    for (let turn = 0; turn < 100; turn++) await Promise.resolve()
    expect(settled).not.toHaveBeenCalled()
    node.advance(5_000)
    await asking
    expect(settled.mock.lastCall?.[0].number).toBe('0x0')
  },
  async hold() {
    const node = createMockNode()
    const lift = node.fault({ type: 'hold' })
    const settled = vi.fn()
    const asking = readBlock(node, 'latest').then(settled)
    node.advance(60_000)
    for (let turn = 0; turn < 100; turn++) await Promise.resolve()
    expect(settled).not.toHaveBeenCalled()
    lift()
    await asking
    expect(settled).toHaveBeenCalled()
  },
  async stale() {
    const node = createMockNode({ faults: [{ type: 'stale', beats: 3 }] })
    node.advance(2_400)
    expect((await readBlock(node, 'latest'))?.number).toBe('0x0')
    node.nextBeat()
    expect((await readBlock(node, 'latest'))?.number).toBe('0x1')
  },
  async frozen() {
    const node = createMockNode()
    node.nextBlock()
    node.fault({ type: 'frozen', block: 'pending' })
    node.nextBlock(5)
    expect((await readBlock(node, 'pending'))?.number).toBe('0x2')
    expect((await readBlock(node, 'latest'))?.number).toBe('0x6')
  },
  async otherBlock() {
    const node = createMockNode()
    node.fault({ type: 'otherBlock', block: 'pending', to: 'latest' })
    expect(await readBlock(node, 'pending')).toEqual(
      await readBlock(node, 'latest'),
    )
  },
  async unknownBlockAsZero() {
    const node = createMockNode()
    node.fault({ type: 'unknownBlockAsZero' })
    const params = [`0x${'1'.repeat(40)}`, '0x5'] as const
    const request = { method: 'eth_getBalance', params } as const
    expect(await node.provider.request(request)).toBe('0x0')
  },
  async socket() {
    const node = createMockNode()
    node.fault({ type: 'socket', opening: 'refused' })
    const WebSocket = createWebSocket(node)
    const socket = new WebSocket('ws://node.test')
    const { code } = await new Promise<{ code: number }>((resolve) => {
      socket.onclose = resolve
    })
    expect(code).toBe(1006)
    expect(await readBlock(node, 'latest')).toMatchObject({ number: '0x0' })
  },
  async includeLate() {
    const counts = await countsOf({ type: 'includeLate', beats: 2 })
    expect(counts).toEqual({ pending: [0, 0, 1], latest: 1 })
  },
  async includeNever() {
    const counts = await countsOf({ type: 'includeNever' })
    expect(counts).toEqual({ pending: [0, 0, 0], latest: 0 })
  },
  async drop() {
    const counts = await countsOf({ type: 'drop', beats: 2 })
    expect(counts).toEqual({ pending: [1, 1, 0], latest: 0 })
  },
  async omitAtSeal() {
    const counts = await countsOf({ type: 'omitAtSeal' })
    expect(counts).toEqual({ pending: [1, 1, 1], latest: 0 })
  },
  async revert() {
    const node = createMockNode({ faults: [{ type: 'revert' }] })
    const hash = await send(node)
    node.nextBeat()
    expect(await statusOf(node, hash)).toBe('0x0')
  },
  async revertAtSeal() {
    const fault = { type: 'revertAtSeal' } as const
    expect(await countsOf(fault)).toEqual({ pending: [1, 1, 1], latest: 1 })
    const node = createMockNode({ faults: [fault] })
    const hash = await send(node)
    node.nextBlock()
    expect(await statusOf(node, hash)).toBe('0x0')
  },
}

function send(node: MockNode) {
  const sender = `0x${'1'.repeat(40)}` as const
  return node.provider.request({
    method: 'eth_sendTransaction',
    params: [{ from: sender, to: sender }],
  })
}

async function statusOf(node: MockNode, hash: Hash) {
  const receipt = await node.provider.request({
    method: 'eth_getTransactionReceipt',
    params: [hash],
  })
  return receipt?.status
}

/** The transactions in a block at each of three beats, and once sealed. */
async function countsOf(fault: Fault) {
  const node = createMockNode({ faults: [fault] })
  await send(node)
  const pending: unknown[] = []
  for (let beat = 0; beat < 3; beat++) {
    node.nextBeat()
    pending.push((await readBlock(node, 'pending'))?.transactions.length)
  }
  node.nextBlock()
  const latest = (await readBlock(node, 'latest'))?.transactions.length
  return { pending, latest }
}

/** Those that act on requests, or on the sockets that carry them. */
export const requestFaults = Object.keys(faults).filter(
  (type) => !decidesInclusion({ type }),
)

function faultyAnswer(fault: Fault): Promise<unknown> {
  return readBlock(createMockNode({ faults: [fault] }), 'latest').catch(
    (error: unknown) => error,
  )
}
