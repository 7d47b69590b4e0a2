import { afterEach, describe, expect, test, vi } from 'vitest'
import { alice, bob, ether } from './actors.js'
import { ask } from './reads.js'

afterEach(() => {
  vi.useRealTimers()
})

describe('the first load under fake timers', () => {
  test.each([
    ['the timers that vitest fakes by default', {}],
    [
      'all that can be faked here',
      {
        toFake: [
          'setTimeout',
          'clearTimeout',
          'setInterval',
          'clearInterval',
          'setImmediate',
          'clearImmediate',
          'Date',
          'performance',
          'queueMicrotask',
        ],
      },
    ],
  ] as const)(
    'behavior: %s: it works and leaves no timer',
    async (_, fakes) => {
      vi.resetModules()
      vi.useFakeTimers({ now: 1_767_225_600_000, ...fakes } as never)
      const { createMockNode } = await import('preseal')
      expect(vi.getTimerCount()).toBe(0)
      for (const clock of ['virtual', 'ambient'] as const) {
        const node = createMockNode({
          clock,
          accounts: { [alice]: { balance: ether } },
        })
        node.preconfirm({ from: alice, to: bob, value: 1n })
        if (clock === 'virtual') node.tick()
        else await vi.advanceTimersByTimeAsync(200)
        expect(await ask(node, 'eth_getBalance', bob, 'pending')).toBe('0x1')
        expect(vi.getTimerCount()).toBe(0)
      }
    },
  )

  test('behavior: it follows real time once the fakes are gone', async () => {
    vi.resetModules()
    vi.useFakeTimers()
    const { createMockNode } = await import('preseal')
    vi.useRealTimers()
    const node = createMockNode({ clock: 'ambient', preconfirmationTime: 5 })
    await new Promise<void>((resolve) => {
      node.on('beat', () => resolve())
    })
    expect(node.now).toBeGreaterThanOrEqual(5)
    node.dispose()
  })
})
