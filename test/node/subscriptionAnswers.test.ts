import { createMockNode, type MockNodeOptions } from 'preseal'
import { afterEach, describe, expect, test, vi } from 'vitest'

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

afterEach(() => {
  vi.useRealTimers()
})

describe('what a subscription tells before its answer is given', () => {
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
})
