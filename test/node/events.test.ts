import { createMockNode } from 'preseal'
import { describe, expect, test } from 'vitest'
import { alice, bob, carol, funded } from './actors.js'
import { listen } from './listen.js'
import { ask } from './reads.js'

describe('preconfirmed', () => {
  test('behavior: nobody is told of what is queued', () => {
    const node = createMockNode(funded)
    const told = listen(node, 'preconfirmed', 'dropped', 'beat', 'sealed')
    node.preconfirm({ from: alice, to: bob })
    node.setBalance({ address: carol, value: 1n })
    expect(told).toEqual([])
  })
})

describe('beat', () => {
  test('default', () => {
    const node = createMockNode()
    const told = listen(node, 'beat')
    node.advance(399)
    expect(told).toMatchObject([
      ['beat', { at: 200, blockNumber: 1n, index: 1 }],
    ])
  })
})

describe('answered', () => {
  test('options: requestHistory keeps the latest', async () => {
    const node = createMockNode({ requestHistory: 2 })
    for (const method of ['eth_chainId', 'net_version', 'eth_blockNumber'])
      await ask(node, method)
    expect(node.answeredRequests.map(({ method }) => method)).toEqual([
      'net_version',
      'eth_blockNumber',
    ])
    const none = createMockNode({ requestHistory: 0 })
    const told = listen(none, 'answered')
    await ask(none, 'eth_chainId')
    expect([none.answeredRequests, told.length]).toEqual([[], 1])
  })
})

describe('the provider', () => {
  test('behavior: an error is an answer, too', async () => {
    const node = createMockNode()
    const told: unknown[] = []
    node.provider.on('connect', (event) => told.push(event))
    await expect(ask(node, 'eth_nothing')).rejects.toThrow()
    expect(told).toHaveLength(1)
  })

  test('behavior: on and removeListener return the provider', () => {
    const { provider } = createMockNode()
    const listener = () => {}
    expect(provider.on('message', listener)).toBe(provider)
    expect(provider.removeListener('message', listener)).toBe(provider)
  })
})
