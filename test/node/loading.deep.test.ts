import { afterEach, describe, expect, test, vi } from 'vitest'
import { parseOptions } from '../../src/node/options/parseOptions.js'
import { says } from '../says.js'
import { alice, bob, ether } from './actors.js'
import { ask } from './reads.js'
import { hash, refusal } from './schema/refusal.js'

afterEach(() => {
  vi.useRealTimers()
})

/** Loads the package anew, and asks a node under each clock. */
async function load() {
  vi.resetModules()
  const { createMockNode } = await import('preseal')
  expect(vi.getTimerCount()).toBe(0)
  for (const clock of ['virtual', 'ambient'] as const) {
    const node = createMockNode({
      clock,
      accounts: { [alice]: { balance: ether } },
    })
    node.preconfirm({ from: alice, to: bob, value: 1n })
    if (clock === 'virtual') node.nextBeat()
    else await vi.advanceTimersByTimeAsync(200)
    expect(await ask(node, 'eth_getBalance', bob, 'pending')).toBe('0x1')
    expect(vi.getTimerCount()).toBe(0)
  }
  return createMockNode
}

describe('the first load under fake timers', () => {
  test('behavior: all that can be faked here: it works and leaves no timer', async () => {
    vi.useFakeTimers({
      now: 1_767_225_600_000,
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
    })
    await load()
  })

  test('behavior: those that vitest fakes by default: the same, and it follows real time once they are gone', async () => {
    vi.useFakeTimers({ now: 1_767_225_600_000 })
    const createMockNode = await load()
    vi.useRealTimers()
    const node = createMockNode({ clock: 'ambient', preconfirmationTime: 5 })
    await new Promise<void>((resolve) => {
      node.on('beat', () => resolve())
    })
    expect(node.now).toBeGreaterThanOrEqual(5)
    node.dispose()
  })
})

describe('the first load beside zod', () => {
  test('behavior: zod in the hands of its user changes nothing', async () => {
    const z = await import('zod')
    z.object({ list: z.array(z.string()) }).parse({ list: [] })
    const settings = {
      customError: () => {
        throw new Error('not ours to ask')
      },
    }
    const before = { ...z.config(settings) }
    vi.resetModules()
    const fresh = await import('../../src/node/options/parseOptions.js')
    const step = { at: 0, type: 'drop', transaction: hash }
    try {
      expect(
        refusal(() => fresh.parseOptions({ chainId: 0, faults: [{}] })),
      ).toEqual(
        says('InvalidParametersError … "chainId" … Option "faults[0].type" is'),
      )
      expect(fresh.parseOptions({ steps: [step, step] })).toEqual(
        parseOptions({ steps: [step, step] }),
      )
      expect(z.config()).toEqual(before)
    } finally {
      z.config({ customError: undefined })
    }
  })
})
