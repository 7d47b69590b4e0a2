import { createMockNode } from 'preseal'
import { describe, expect, test } from 'vitest'

const chainId = { method: 'eth_chainId' } as const

describe('very many requests that wait', () => {
  // Each took as long as all before it: this many, minutes.
  test('50 000 that hang at once cost no square of their number', async () => {
    const node = createMockNode({
      requestHistory: 1,
      faults: [{ type: 'hold' }],
    })
    const { request } = node.provider
    const asked = Array.from({ length: 50_000 }, () => request(chainId))
    const ends = Promise.allSettled(asked)
    node.dispose()
    const statuses = (await ends).map(({ status }) => status)
    expect(new Set(statuses)).toEqual(new Set(['rejected']))
  })

  // They were arguments of one call, which the stack has to hold.
  test('200 000 that one lift releases are answered', async () => {
    const node = createMockNode({ requestHistory: 1 })
    const { request } = node.provider
    const lift = node.fault({ type: 'hold' })
    const asked = Array.from({ length: 200_000 }, () => request(chainId))
    lift()
    expect(new Set(await Promise.all(asked))).toEqual(new Set(['0x7a69']))
  })

  test('those that leave one by one cost no square of their number', async () => {
    const node = createMockNode({
      requestHistory: 1,
      faults: [{ type: 'hold' }],
    })
    const leaving = Array.from({ length: 20_000 }, () => new AbortController())
    const asked = leaving.map(({ signal }) =>
      node.fetch('http://node.test', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ jsonrpc: '2.0', id: 1, ...chainId }),
        signal,
      }),
    )
    const ends = Promise.allSettled(asked)
    for (const one of leaving) one.abort()
    const statuses = (await ends).map(({ status }) => status)
    expect(new Set(statuses)).toEqual(new Set(['rejected']))
  })
})
