import { createMockNode, type MockNodeOptions } from 'preseal'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { Web3 } from 'web3'

type Told = { subscription: string; result: { number: string } }

const subscribe = { method: 'eth_subscribe', params: ['newHeads'] } as never

/** What the caller learns, in its order: ids, and heads of such as it knows. */
function open(options: MockNodeOptions = {}) {
  const node = createMockNode(options)
  const learned: string[] = []
  const ids = new Set<unknown>()
  node.provider.on('message', ({ data }) => {
    const { subscription, result } = data as Told
    learned.push(
      ids.has(subscription) ? result.number : `${result.number} too early`,
    )
  })
  const ask = () =>
    node.provider.request(subscribe).then(
      (id: unknown) => {
        ids.add(id)
        learned.push('id')
      },
      (error) => learned.push(`${error.code}`),
    )
  return { node, learned, ask }
}

const settled = async () => {
  for (let turn = 0; turn < 100; turn++) await undefined
}

afterEach(() => {
  vi.useRealTimers()
})

describe('what a subscription tells before its answer is given', () => {
  test('default: comes after it, and what follows at once', async () => {
    const { node, learned, ask } = open()
    const asking = ask()
    node.nextBlock(2)
    await asking
    await settled()
    expect(learned).toEqual(['id', '0x1', '0x2'])
    node.nextBlock()
    expect(learned.at(-1)).toBe('0x3')
  })

  test('behavior: what follows keeps its place behind what was held', async () => {
    const { node, learned, ask } = open()
    const asking = ask()
    node.nextBlock()
    await asking
    node.nextBlock()
    expect(learned).toEqual(['id', '0x1', '0x2'])
    await settled()
    expect(learned).toEqual(['id', '0x1', '0x2'])
  })

  test("behavior: under 'delay', with fake timers", async () => {
    vi.useFakeTimers({ now: 0 })
    const { node, learned, ask } = open({ clock: 'ambient' })
    node.fault({ type: 'delay', ms: 5_000, methods: ['eth_subscribe'] })
    const asking = ask()
    await vi.advanceTimersByTimeAsync(4_999)
    expect(learned).toEqual([])
    await vi.advanceTimersByTimeAsync(1)
    await asking
    expect(learned).toEqual(['id', '0x1', '0x2'])
    await vi.advanceTimersByTimeAsync(1_000)
    expect(learned).toEqual(['id', '0x1', '0x2', '0x3'])
    node.dispose()
  })

  test('behavior: under a gate for answers, and one for requests', async () => {
    for (const what of ['answers', 'requests'] as const) {
      const { node, learned, ask } = open()
      const gate = node.hold({ methods: ['eth_subscribe'], what })
      const asking = ask()
      node.nextBlock()
      gate.release()
      node.nextBlock()
      await asking
      await settled()
      expect(learned).toEqual(
        what === 'answers' ? ['id', '0x1', '0x2'] : ['id', '0x2'],
      )
    }
  })

  test('behavior: one that never learns of its id is told all the same', async () => {
    for (const [type, code] of [
      ['null', 'id'],
      ['lostResponse', '4900'],
    ] as const) {
      const { node, learned, ask } = open()
      node.fault({ type, methods: ['eth_subscribe'], times: 1 })
      const asking = ask()
      node.nextBlock()
      await asking
      await settled()
      expect(learned).toEqual([code, '0x1 too early'])
    }
  })

  test('behavior: other subscriptions are not held up', async () => {
    const { node, learned, ask } = open()
    await ask()
    const gate = node.hold({ methods: ['eth_subscribe'], what: 'answers' })
    const asking = ask()
    node.nextBlock()
    expect(learned).toEqual(['id', '0x1'])
    gate.release()
    await asking
    await settled()
    expect(learned).toEqual(['id', '0x1', 'id', '0x1'])
  })

  test('behavior: web3.js loses nothing', async () => {
    vi.useFakeTimers({ now: 0 })
    const { node } = open({ clock: 'ambient' })
    node.fault({ type: 'delay', ms: 3_000, methods: ['eth_subscribe'] })
    const web3 = new Web3(node.provider)
    const heads: unknown[] = []
    const subscribing = web3.eth.subscribe('newHeads').then((subscription) => {
      subscription.on('data', ({ number }) => void heads.push(Number(number)))
    })
    await vi.advanceTimersByTimeAsync(3_000)
    await subscribing
    expect(heads).toEqual([1])
    await vi.advanceTimersByTimeAsync(1_000)
    expect(heads).toEqual([1, 2])
    node.dispose()
  })
})
