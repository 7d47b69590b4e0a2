import type { MockNode } from 'preseal'
import { advanceAsync, testNode } from 'preseal/vitest'
import { describe, expect, test, vi } from 'vitest'

describe('a node that a waiting request kept alive lived on in the next test', () => {
  const sealed = vi.fn()
  let left: MockNode

  test('first', async () => {
    left = testNode()
    left.on('sealed', ({ blockNumber }) => sealed(blockNumber))
    left.hold({ methods: ['eth_chainId'] })
    left.provider.request({ method: 'eth_chainId' }).catch(() => {})
    await advanceAsync(2_000)
  })

  test('then', async () => {
    const node = testNode()
    const ask = { method: 'eth_blockNumber' } as const
    expect(await left.provider.request(ask)).toBe('0x1')
    await advanceAsync(6_000)
    expect(sealed.mock.calls).toEqual([[1n]])
    expect([left.now, node.now]).toEqual([2_000, 6_000])
    expect(() => left.nextBeat()).toThrow('The test of this node is over')
  })
})
