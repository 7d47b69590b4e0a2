import type { Fault, SocketEvent } from 'preseal'
import { readTimeline } from 'preseal/timeline'
import { describe, expect, test } from 'vitest'
import { type Connection, carriers, eventually, quiet } from './connections.js'

/** The numbers of the blocks that a connection has heard of. */
const numbers = ({ said }: Connection) =>
  said
    .splice(0)
    .flatMap(({ params }) =>
      params === undefined
        ? []
        : [Number((params.result as { number: string }).number)],
    )

describe.each(carriers)('sockets that fail, $name', ({ open }) => {
  async function connect(options?: Parameters<typeof open>[0]) {
    const { node, dial } = await open(options)
    const events: SocketEvent[] = []
    node.on('socket', (event) => void events.push(event))
    const one = dial()
    await one.opened()
    return { node, dial, one, events }
  }

  async function subscribed(options?: Parameters<typeof open>[0]) {
    const connected = await connect(options)
    const { result } = await connected.one.ask('eth_subscribe', 'newHeads')
    return { ...connected, id: result as string }
  }

  async function heads(connection: Connection) {
    await quiet()
    return numbers(connection)
  }

  const tells = (fault: object): Fault =>
    ({ type: 'socket', methods: ['eth_subscription'], ...fault }) as Fault

  test('behavior: an outage cuts what is open at once, and lets nobody in', async () => {
    const { node, dial, one } = await subscribed()
    const other = dial()
    await other.opened()
    const lift = node.fault({ type: 'network' })
    expect(node.subscriptions).toEqual([])
    expect([await one.closed(), await other.closed()]).toEqual([
      '1006 unclean',
      '1006 unclean',
    ])
    expect(await dial().closed()).toBe('1006 unclean')
    // Two that it cut, one that it refused.
    expect(readTimeline(node).faults[0]?.requests).toBe(3)
    lift()
    const again = dial()
    await again.opened()
    expect(await again.ask('eth_chainId')).toMatchObject({ result: '0x7a69' })
  })

  test('behavior: an outage of the script, and one that begins between beats', async () => {
    const { node, one } = await connect({
      steps: [
        { at: 450, type: 'fault', fault: { label: 'down', type: 'network' } },
        { at: 500, type: 'lift', label: 'down' },
      ],
    })
    node.advance(449)
    await quiet()
    expect(one.closings).toEqual([])
    // It is over by the time that somebody looks.
    node.advance(1_000)
    expect(await one.closed()).toBe('1006 unclean')
  })

  test('behavior: an outage by since and until, over in one leap', async () => {
    const { node, one, dial } = await connect({
      faults: [{ type: 'network', since: 333, until: 444 }],
    })
    node.advance(332)
    await quiet()
    expect(one.closings).toEqual([])
    node.advance(5_000)
    expect(await one.closed()).toBe('1006 unclean')
    await dial().opened()
  })

  test('behavior: a network fault of some requests is no outage', async () => {
    const { node, one } = await connect()
    node.fault({ type: 'network', methods: ['eth_call'] })
    node.fault({ type: 'network', times: 1, methods: ['eth_gasPrice'] })
    expect(await one.ask('eth_chainId')).toMatchObject({ result: '0x7a69' })
    one.send('eth_gasPrice')
    expect(await one.closed()).toBe('1006 unclean')
  })

  test('behavior: openings are refused, late and held', async () => {
    const { node, dial } = await open()
    node.fault({ type: 'socket', opening: 'refused', times: 1 })
    node.fault({ type: 'socket', opening: 'delayed', ms: 500, times: 1 })
    const lift = node.fault({ type: 'socket', opening: 'held', times: 1 })
    expect(await dial().closed()).toBe('1006 unclean')
    const late = dial()
    await quiet()
    const held = dial()
    await quiet()
    node.advance(499)
    await quiet()
    expect([late.socket.readyState, held.socket.readyState]).toEqual([0, 0])
    node.advance(1)
    await late.opened()
    expect(held.socket.readyState).toBe(0)
    lift()
    await held.opened()
    await dial().opened()
  })

  test('behavior: a client that gives up while it is held is forgotten', async () => {
    const { node, dial } = await open()
    const lift = node.fault({ type: 'socket', opening: 'held' })
    const held = dial()
    await quiet()
    held.socket.close()
    expect(await held.closed()).toBe('1006 unclean')
    await quiet()
    lift()
    await quiet()
    expect(held.socket.readyState).toBe(3)
  })

  test('behavior: disconnectSockets: abruptly, cleanly, with a code and a reason', async () => {
    const { node, dial, one } = await subscribed()
    node.disconnectSockets()
    expect(await one.closed()).toBe('1006 unclean')
    const ends = [
      [{ how: 'cleanly' }, '1005'],
      [{ code: 1012, reason: 'restart' }, '1012 restart'],
      [{ how: 'abruptly' }, '1006 unclean'],
    ] as const
    for (const [how, end] of ends) {
      const next = dial()
      await next.opened()
      node.disconnectSockets(how)
      expect(await next.closed()).toBe(end)
    }
    expect(node.subscriptions).toEqual([])
  })

  test('behavior: disconnectSockets: one of several, and as a step', async () => {
    const { node, dial, one } = await connect({
      steps: [{ at: 300, type: 'disconnectSockets', code: 4_000 }],
    })
    const two = dial()
    await two.opened()
    node.disconnectSockets({ socket: 1 })
    expect(await one.closed()).toBe('1006 unclean')
    await quiet()
    expect(two.closings).toEqual([])
    node.advance(300)
    expect(await two.closed()).toBe('4000')
  })

  test('a socket that is not open was ended without a word', async () => {
    const { node, dial, one } = await connect({
      steps: [
        { at: 300, type: 'disconnectSockets', socket: 3 },
        { at: 500, type: 'disconnectSockets', socket: 2 },
      ],
    })
    const counted =
      "Sockets are numbered from 1 as they connect; node.on('socket', …) reports the numbers."
    expect(() => node.disconnectSockets({ socket: 99 })).toThrow(
      `disconnectSockets: socket 99 is not open, expected one of 1. ${counted}`,
    )
    await expect(
      node.control.request({
        method: 'preseal_disconnectSockets',
        params: [{ socket: 99 }],
      }),
    ).rejects.toThrow('disconnectSockets: socket 99 is not open')
    const two = dial()
    await two.opened()
    node.disconnectSockets({ socket: 1 })
    await one.closed()
    expect(() => node.disconnectSockets({ socket: 1 })).toThrow(
      'expected one of 2.',
    )
    expect(() => node.advance(400)).toThrow(
      'disconnectSockets: socket 3 is not open',
    )
    await quiet()
    expect(two.closings).toEqual([])
    node.advance(100)
    expect(await two.closed()).toBe('1006 unclean')
    expect(() => node.disconnectSockets({ socket: 2 })).toThrow(
      `disconnectSockets: socket 2 is not open, nor is any other. ${counted}`,
    )
  })

  test('behavior: a disconnect that time has undone is not done again', async () => {
    const { node, dial, one } = await connect()
    const before = node.snapshot()
    node.disconnectSockets()
    await one.closed()
    const next = dial()
    await next.opened()
    node.revert(before)
    node.nextBlock()
    expect(await next.ask('eth_blockNumber')).toMatchObject({ result: '0x1' })
  })

  test('behavior: half-dead: open, and nothing passes either way', async () => {
    const { node, dial, one } = await subscribed()
    node.disconnectSockets({ how: 'silently' })
    expect(node.subscriptions).toEqual([])
    one.send('net_version')
    node.nextBlock(3)
    await quiet()
    expect([one.said, one.closings, one.socket.readyState]).toEqual([[], [], 1])
    expect(node.answeredRequests.map(({ method }) => method)).toEqual([
      'eth_subscribe',
    ])
    const next = dial()
    await next.opened()
    expect(await next.ask('eth_blockNumber')).toMatchObject({ result: '0x3' })
  })

  test('behavior: the n-th message is dropped, doubled, late, swapped', async () => {
    const { node, one } = await subscribed()
    node.fault(tells({ messages: 'dropped', skip: 1, times: 1 }))
    node.nextBlock(3)
    expect(await heads(one)).toEqual([1, 3])
    node.fault(tells({ messages: 'doubled', times: 1 }))
    node.nextBlock(2)
    expect(await heads(one)).toEqual([4, 4, 5])
    node.fault(tells({ messages: 'swapped', times: 1 }))
    node.nextBlock(3)
    expect(await heads(one)).toEqual([7, 6, 8])
    node.fault(tells({ messages: 'delayed', ms: 3_000, times: 1 }))
    node.nextBlock(2)
    expect(await heads(one)).toEqual([10])
    node.advance(999)
    expect(await heads(one)).toEqual([])
    node.advance(1)
    expect(await heads(one)).toEqual([9])
  })

  test('behavior: what is held comes as a backlog', async () => {
    const { node, one } = await subscribed()
    const lift = node.fault(tells({ messages: 'held' }))
    node.nextBlock(3)
    expect(await heads(one)).toEqual([])
    expect(await one.ask('eth_blockNumber')).toMatchObject({ result: '0x3' })
    lift()
    expect(await heads(one)).toEqual([1, 2, 3])
  })

  test('behavior: a backlog comes after a reconnect, under another id', async () => {
    const { node, dial, one, id } = await subscribed()
    const lift = node.fault(tells({ messages: 'held' }))
    node.nextBlock()
    node.disconnectSockets({ code: 1012 })
    await one.closed()
    node.nextBlock()
    const next = dial()
    await next.opened()
    const { result } = await next.ask('eth_subscribe', 'newHeads')
    expect(result).not.toBe(id)
    node.nextBlock(3)
    expect(await heads(next)).toEqual([])
    lift()
    const backlog = await next.hear(3)
    expect(backlog.map(({ params }) => params)).toMatchObject(
      ['0x3', '0x4', '0x5'].map((number) => ({
        subscription: result,
        result: { number },
      })),
    )
    await quiet()
    expect([one.said, next.said]).toEqual([[], []])
  })

  test('behavior: an answer is dropped, and its request is done', async () => {
    const { node, one } = await connect()
    node.fault({
      type: 'socket',
      messages: 'dropped',
      methods: ['eth_subscribe'],
      times: 1,
    })
    one.send('eth_subscribe', 'newHeads')
    await eventually(() => node.subscriptions.length === 1)
    node.nextBlock()
    const [head] = await one.hear(1)
    expect(head?.params?.subscription).toBe(node.subscriptions[0]?.id)
  })

  test('behavior: ids change after a reconnect, and it may be refused', async () => {
    const { node, dial, one, id } = await subscribed()
    node.disconnectSockets()
    await one.closed()
    const next = dial()
    await next.opened()
    node.fault({
      type: 'rpc',
      code: -32_000,
      message: 'too many subscriptions',
      methods: ['eth_subscribe'],
      times: 1,
    })
    const refused = await next.ask('eth_subscribe', 'newHeads')
    expect(refused.error?.message).toBe('too many subscriptions')
    const { result } = await next.ask('eth_subscribe', 'newHeads')
    expect(result).not.toBe(id)
    expect(node.subscriptions).toEqual([
      { id: result, params: ['newHeads'], at: 0, socket: 2 },
    ])
  })

  test('behavior: events say who is connected and what was sent', async () => {
    const { node, one, events } = await subscribed()
    node.fault(tells({ messages: 'doubled', times: 1 }))
    node.nextBlock()
    await one.hear(2)
    one.socket.close(4_001, 'done')
    await eventually(() => events.some(({ type }) => type === 'closed'))
    // The first one opens before anybody listens.
    expect(events.filter(({ type }) => type !== 'opened')).toMatchObject([
      { at: 0, socket: 1, type: 'message', method: 'eth_subscribe' },
      {
        at: 2_000,
        socket: 1,
        type: 'message',
        method: 'eth_subscription',
        subscription: '0x1',
        became: 'doubled',
      },
      { type: 'closed', by: 'client', code: 4_001, reason: 'done' },
    ])
    expect(readTimeline(node).sockets).toEqual(
      expect.arrayContaining([...events]),
    )
  })
})
