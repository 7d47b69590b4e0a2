import { createMockNode, type MockNode } from 'preseal'
import { describe, expect, test, vi } from 'vitest'
import { thrown } from '../base/clock/thrown.js'
import { alice, bob, funded } from './actors.js'
import { ask } from './reads.js'

const error = (event: string) =>
  `ReentrantCallError: A listener of "${event}" causes "${event}" again and again: 2000 times at one instant. Remove it after the first event, with the function that "on" returned, or let it skip events that it causes.`

describe('listeners that lead to their own event', () => {
  test('a reorg at each seal went on for ever', async () => {
    const node = createMockNode(funded)
    const stop = node.on('sealed', () => node.reorg({ depth: 1 }))
    expect(thrown(() => node.nextBlock())).toBe(error('sealed'))
    stop()
    node.preconfirm({ from: alice, to: bob, value: 1n })
    node.nextBlock()
    expect(await ask(node, 'eth_blockNumber')).toBe('0x2')
  })

  const loops: [string, string, (node: MockNode) => void][] = [
    [
      'two listeners that seal at each seal',
      'sealed',
      (node) => {
        node.on('sealed', () => node.seal())
        node.on('sealed', () => node.seal())
      },
    ],
    [
      'a seal at each message of a subscription',
      'message',
      (node) => {
        node.provider.on('message', () => node.seal())
      },
    ],
    [
      'a request at each answer',
      'answered',
      (node) => {
        const read = () => void ask(node, 'eth_chainId')
        node.on('answered', read)
        node.on('sealed', read)
      },
    ],
  ]

  test.each(loops)('behavior: %s', async (_, event, loop) => {
    const node = createMockNode()
    await ask(node, 'eth_subscribe', 'newHeads')
    await new Promise((next) => setImmediate(next))
    loop(node)
    expect(thrown(() => node.nextBlock())).toBe(error(event))
  })

  test('behavior: many verbs of one listener, and a chain that ends', () => {
    const node = createMockNode(funded)
    const answered = vi.fn()
    node.on('answered', answered)
    const stop = node.on('beat', () => {
      stop()
      for (let count = 0; count < 5_000; count++) void ask(node, 'eth_chainId')
    })
    node.nextBeat()
    expect(answered).toHaveBeenCalledTimes(5_000)
    let seals = 0
    node.on('sealed', () => ++seals < 1_000 && node.seal())
    node.nextBlock()
    expect(seals).toBe(1_000)
  })
})
