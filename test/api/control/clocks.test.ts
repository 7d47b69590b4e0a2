import { createClock } from '@sinonjs/fake-timers'
import { createMockNode, type MockNode, type MockNodeOptions } from 'preseal'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { alice, bob, ether, funded } from '../../node/actors.js'
import { listen } from '../../node/listen.js'
import { pendingHashes, readAll, readBalance } from '../../node/reads.js'
import { call, refused } from './call.js'

/** A node under each clock, and who moves that clock. */
const clocks: {
  readonly [name: string]: (
    options: MockNodeOptions,
  ) => readonly [MockNode, (ms: number) => void]
} = {
  virtual(options) {
    const node = createMockNode(options)
    return [node, (ms) => node.advance(ms)]
  },
  ambient(options) {
    vi.useFakeTimers()
    const node = createMockNode({ ...options, clock: 'ambient' })
    return [node, (ms) => vi.advanceTimersByTime(ms)]
  },
  given(options) {
    const clock = createClock(5_000)
    return [createMockNode({ ...options, clock }), (ms) => clock.tick(ms)]
  },
}

afterEach(() => {
  vi.useRealTimers()
})

describe.each(Object.keys(clocks))('control under the clock %s', (name) => {
  const open = (options: MockNodeOptions = {}) =>
    clocks[name]?.({ ...funded, timestamp: 1_000n, ...options }) as ReturnType<
      NonNullable<(typeof clocks)[string]>
    >

  test('default: it moves time as the verbs of a virtual clock do', async () => {
    const [node, pass] = open()
    const other = createMockNode({
      ...funded,
      timestamp: 1_000n,
      clock: 'virtual',
    })
    const both = async (
      method: string,
      amount: number | undefined,
      act: () => void,
    ) => {
      const params = amount === undefined ? [] : [amount]
      expect(await call(node, method, ...params)).not.toBe(undefined)
      act()
      expect(node.now).toBe(other.now)
    }
    for (const one of [node, other])
      one.preconfirm({ from: alice, to: bob, value: ether })
    await both('preseal_advance', 150, () => other.advance(150))
    await both('preseal_nextBeat', undefined, () => other.nextBeat())
    pass(70)
    other.advance(70)
    await both('preseal_nextBeat', 3, () => other.nextBeat(3))
    await both('preseal_nextBlock', undefined, () => other.nextBlock())
    pass(130)
    other.advance(130)
    await both('preseal_nextBeat', 0, () => other.nextBeat(0))
    await both('preseal_nextBlock', 0, () => other.nextBlock(0))
    await both('evm_mine', undefined, () => other.nextBlock())
    await both('anvil_mine', 3, () => other.nextBlock(3))
    await both('evm_increaseTime', 3, () => other.advance(3_000))
    await both('preseal_seek', 700, () => other.seek(700))
    await both('preseal_seek', 7_100, () => other.seek(7_100))
    await both('preseal_advance', 0, () => other.advance(0))
    expect(await readAll(node)).toEqual(await readAll(other))
    pass(100)
    other.advance(100)
    expect(node.now).toBe(7_200)
    expect(await readAll(node)).toEqual(await readAll(other))
  })

  test('behavior: listeners are told at every beat, and on time afterwards', async () => {
    const [node, pass] = open()
    const told = listen(node, 'beat', 'sealed')
    await call(node, 'preseal_nextBlock')
    expect(told).toHaveLength(11)
    pass(199)
    expect(told).toHaveLength(11)
    pass(1)
    expect(told).toHaveLength(12)
    node.dispose()
  })

  test('behavior: scripted steps run', async () => {
    const [node] = open({
      steps: [{ at: 300, type: 'setBalance', address: bob, value: 7n }],
    })
    await call(node, 'preseal_advance', 299)
    expect(await readBalance(node, bob)).toBe(5n * ether)
    await call(node, 'preseal_advance', 1)
    expect(await readBalance(node, bob)).toBe(7n)
  })

  test('behavior: revert goes back to the instant of the snapshot', async () => {
    const [node, pass] = open()
    pass(300)
    const id = await call(node, 'evm_snapshot')
    const hash = node.preconfirm({ from: alice, to: bob })
    await call(node, 'preseal_nextBeat')
    expect(await pendingHashes(node)).toEqual([hash])
    pass(5_000)
    await call(node, 'evm_revert', id)
    expect(node.now).toBe(300)
    expect(await pendingHashes(node)).toEqual([])
    pass(100)
    expect(node.now).toBe(400)
  })

  test('behavior: a delayed answer is due when time has moved', async () => {
    const [node] = open()
    node.fault({ type: 'delay', ms: 1_000 })
    const delayed = call(node, 'eth_blockNumber')
    await call(node, 'preseal_nextBlock', 2)
    expect(await delayed).toBe('0x0')
    expect(node.answeredRequests).toMatchObject([{ at: 0, settledAt: 1_000 }])
  })

  test('error: further than a number can tell', async () => {
    const [node, pass] = open()
    pass(1_000)
    const most = Number.MAX_SAFE_INTEGER
    for (const [method, amount] of [
      ['preseal_advance', most],
      ['preseal_nextBeat', most],
      ['preseal_nextBlock', most],
      ['anvil_mine', most],
      ['evm_increaseTime', most],
      ['evm_increaseTime', Math.floor(most / 1_000)],
    ] as const)
      expect(await refused(node, method, amount), method).toMatchObject({
        code: -32602,
        message: expect.stringContaining(`ms from 0 to ${most - 1_000}`),
      })
    expect(node.now).toBe(1_000)
    await call(node, 'preseal_advance', most - 1_000)
    expect(node.now).toBe(most)
  })
})

describe('control in real time', () => {
  test('default: mine lands on the boundary, though time has passed', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: 50_000 })
    const node = createMockNode({ clock: 'ambient' })
    vi.setSystemTime(51_234)
    await call(node, 'evm_mine')
    expect(node.now).toBe(2_000)
    vi.setSystemTime(52_234)
    expect(node.now).toBe(3_000)
  })
})
