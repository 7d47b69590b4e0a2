import { createMockNode } from 'preseal'
import { describe, expect, test } from 'vitest'

const chainId = { method: 'eth_chainId' } as const
const version = { method: 'net_version' } as const

describe('requests that wait', () => {
  // Each release came from within the one before: too deep for the stack.
  test('5,000 go from one hang to the next, which counts them', async () => {
    const node = createMockNode({ requestHistory: 1 })
    const { request } = node.provider
    const lift = node.fault({ type: 'hold' })
    const next = node.fault({ type: 'hold' })
    const asked = Array.from({ length: 5_000 }, () => request(chainId))
    lift()
    next()
    expect(new Set(await Promise.all(asked))).toEqual(new Set(['0x7a69']))
  })

  test('released together, they end in the order in which they were asked', async () => {
    const node = createMockNode({
      steps: [
        ...[chainId, version].map(({ method }) => ({
          at: 0,
          type: 'fault' as const,
          fault: { type: 'hold' as const, methods: [method], label: method },
        })),
        { at: 1_000, type: 'lift', label: chainId.method },
        { at: 1_000, type: 'lift', label: version.method },
      ],
    })
    const order = [version, chainId, chainId, version]
    const asked = order.map((one) => node.provider.request(one))
    node.advance(1_000)
    await Promise.all(asked)
    const ended = node.answeredRequests.map(({ method }) => method)
    expect(ended).toEqual(order.map(({ method }) => method))
  })

  test('a seek lets those go on that were due by then, and no others', async () => {
    const node = createMockNode()
    const late = async (ms: number) => {
      const lift = node.fault({ type: 'delay', ms })
      const asked = node.provider.request(chainId)
      lift()
      await asked
      ended.push(ms)
    }
    const ended: number[] = []
    const all = [300, 100, 200, 100, 400].map(late)
    node.seek(200)
    await Promise.all([all[1], all[2], all[3]])
    expect(ended).toEqual([100, 200, 100])
    node.seek(400)
    await Promise.all(all)
    expect(ended).toEqual([100, 200, 100, 300, 400])
    expect(node.answeredRequests.map(({ settledAt }) => settledAt)).toEqual([
      100, 200, 100, 300, 400,
    ])
  })
})
