import { createMockNode, type Fault } from 'preseal'
import { createWebSocket } from 'preseal/websocket'
import { expect, vi } from 'vitest'
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
}

function faultyAnswer(fault: Fault): Promise<unknown> {
  return readBlock(createMockNode({ faults: [fault] }), 'latest').catch(
    (error: unknown) => error,
  )
}
