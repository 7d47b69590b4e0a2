import { createMockNode, type MockNode } from 'preseal'
import { readTimeline, type TimelineRange } from 'preseal/timeline'
import { describe, expect, test } from 'vitest'
import { alice, bob } from './actors.js'
import { listen } from './listen.js'
import { ask } from './reads.js'
import { story, storyLength } from './stories.js'

const funded = { accounts: { [alice]: { balance: 100n } } }

/** What `node.on` would have told. */
function events(node: MockNode, range?: TimelineRange) {
  return readTimeline(node, range).events.flatMap((event) =>
    event.type === 'step' ? [] : [[event.type, event]],
  )
}

/** Each with when it was. */
function lines(node: MockNode, range?: TimelineRange) {
  return readTimeline(node, range).events.map((event) => {
    const what = event.type === 'step' ? event.step.type : event.type
    return `${event.at} ${what}`
  })
}

describe('story', () => {
  test.each([
    ['step by step', 50],
    ['in great jumps', storyLength],
  ])('behavior: it tells what listeners heard: %s', (_, stride) => {
    const heard = createMockNode({ ...story, steps: [] })
    const listened = createMockNode(story)
    const told = listen(listened, 'preconfirmed', 'dropped', 'sealed', 'beat')
    const node = createMockNode(story)
    for (let at = 0; at < storyLength; at += stride) {
      listened.advance(Math.min(stride, storyLength - at))
      node.advance(Math.min(stride, storyLength - at))
    }
    const later = (at: number) => at > 0
    const { beats } = readTimeline(node, { since: 1 })
    expect(beats.map(({ at }) => at).every(later)).toBe(true)
    expect(beats).toEqual(
      told.flatMap(([name, event]) =>
        name === 'beat'
          ? [
              {
                at: event.at,
                blockNumber: event.blockNumber,
                index: event.index,
              },
            ]
          : [],
      ),
    )
    expect(events(node, { since: 1 })).toEqual(
      told.filter(([name]) => name !== 'beat'),
    )
    expect(readTimeline(heard).events).toEqual([])
  })

  test('behavior: idle blocks are told, whoever reads and whenever', () => {
    const node = createMockNode()
    node.advance(4_100)
    node.setBalance({ address: bob, value: 1n })
    node.advance(1_900)
    node.setBalance({ address: bob, value: 2n })
    expect(lines(node)).toEqual([
      '2000 sealed',
      '4000 sealed',
      '4100 setBalance',
      '6000 sealed',
      '6000 setBalance',
    ])
    expect(lines(node, { since: 4_001, until: 5_999 })).toEqual([
      '4100 setBalance',
    ])
    expect(readTimeline(node, { since: 1_900, until: 2_200 }).beats).toEqual([
      { at: 2_000, blockNumber: 2n, index: 0 },
      { at: 2_200, blockNumber: 2n, index: 1 },
    ])
  })

  test('behavior: faults, how often they acted and when they were lifted', async () => {
    const node = createMockNode({ faults: [{ type: 'null', times: 2 }] })
    await ask(node, 'eth_getBalance', bob, 'latest')
    node.advance(100)
    const lift = node.fault({ type: 'delay', ms: 0 })
    node.advance(100)
    lift()
    node.advance(100)
    node.setBalance({ address: bob, value: 1n })
    expect(readTimeline(node).faults).toEqual([
      {
        fault: { type: 'null', times: 2 },
        label: undefined,
        since: 0,
        until: null,
        requests: 1,
      },
      {
        fault: { type: 'delay', ms: 0 },
        label: undefined,
        since: 100,
        until: 200,
        requests: 0,
      },
    ])
    expect(readTimeline(node, { since: 201 }).faults).toHaveLength(1)
  })

  test('behavior: what arrives by request is sent, what is refused is not', async () => {
    const node = createMockNode(funded)
    const send = (value: string) =>
      ask(node, 'eth_sendTransaction', { from: alice, to: bob, value })
    const hash = await send('0x1')
    await send('0xffff').catch(() => {})
    expect(readTimeline(node).events).toMatchObject([
      { type: 'step', hash, step: { type: 'preconfirm', to: bob, value: 1n } },
    ])
  })

  test('behavior: a step says whether a request sent it, even if the answer was lost', async () => {
    const node = createMockNode(funded)
    node.preconfirm({ from: alice, to: bob, value: 1n })
    node.fault({ type: 'lostResponse' })
    const sending = { from: alice, to: bob, value: '0x2' }
    await ask(node, 'eth_sendTransaction', sending).catch(() => {})
    expect(
      readTimeline(node).events.flatMap((event) =>
        event.type === 'step' && event.hash !== null ? [event.via] : [],
      ),
    ).toEqual(['script', 'request'])
  })

  test('behavior: what is read can be edited without the node noticing', () => {
    const node = createMockNode({ faults: [{ type: 'null', methods: ['a'] }] })
    node.setBalance({ address: bob, value: 1n })
    const [event] = readTimeline(node).events
    ;(event as { step: { value: bigint } }).step.value = 7n
    ;(readTimeline(node).faults[0]?.fault.methods as string[])[0] = 'b'
    expect(readTimeline(node).events).toMatchObject([{ step: { value: 1n } }])
    expect(readTimeline(node).faults[0]?.fault.methods).toEqual(['a'])
  })
})

describe('view', () => {
  const balanceOf = (node: MockNode, at?: number) =>
    node
      .view(at)
      .request({ method: 'eth_getBalance', params: [bob, 'pending'] })

  test('behavior: past faults and handlers', () => {
    const node = createMockNode({ ...funded, faults: [{ type: 'network' }] })
    node.handle('eth_getBalance', () => '0x7')
    expect(balanceOf(node)).toBe('0x0')
    expect(readTimeline(node).faults).toMatchObject([{ requests: 0 }])
  })

  test('error: what the node would answer with, and what is no instant', () => {
    const node = createMockNode()
    expect(() =>
      node.view().request({ method: 'eth_call', params: [] } as never),
    ).toThrow(expect.objectContaining({ name: 'ProviderRpcError' }))
    expect(() => node.view(0.5)).toThrow('view: "at" is 0.5')
  })

  // It gave out an id by which nothing was found.
  test('error: a filter, which nobody could ask again', () => {
    const { request } = createMockNode().view()
    for (const method of [
      'eth_newBlockFilter',
      'eth_newPendingTransactionFilter',
    ] as const)
      expect(() => request({ method })).toThrow('ask node.provider for one')
    expect(() => request({ method: 'eth_newFilter', params: [{}] })).toThrow(
      'a view keeps no filters',
    )
    expect(request({ method: 'eth_uninstallFilter', params: ['0x1'] })).toBe(
      false,
    )
  })
})

describe('saw', () => {
  test('behavior: account info and handlers once said that they had read the sealed block', async () => {
    const node = createMockNode({ ...funded, beatsSeenBy: 'latestState' })
    node.preconfirm({ from: alice, to: bob, value: 1n })
    node.advance(200)
    node.handle('eth_getCode', () => '0x')
    for (const method of ['Balance', 'Proof', 'AccountInfo', 'Code']) {
      const slots = method === 'Proof' ? [[]] : []
      await ask(node, `eth_get${method}`, bob, ...slots, 'latest')
    }
    expect(
      node.answeredRequests.map(({ method, saw }) => [method, saw?.isPending]),
    ).toEqual([
      ['eth_getBalance', true],
      ['eth_getProof', false],
      ['eth_getAccountInfo', true],
      ['eth_getCode', true],
    ])
  })
})
