import { createClock } from '@sinonjs/fake-timers'
import { createMockNode } from 'preseal'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { alice, bob, funded } from './actors.js'
import { listen } from './listen.js'
import { ask, readBlock } from './reads.js'

afterEach(() => {
  vi.useRealTimers()
})

describe('the virtual clock', () => {
  test('default', async () => {
    const node = createMockNode()
    expect(node.now).toBe(0)
    node.advance(199)
    expect(node.now).toBe(199)
    node.advance(1)
    expect(node.now).toBe(200)
  })

  test('behavior: it makes no timer that others could run', () => {
    vi.useFakeTimers()
    const node = createMockNode({ ...funded, clock: 'virtual' })
    const told = listen(node, 'beat')
    node.preconfirm({ from: alice, to: bob })
    node.fault({ type: 'delay', ms: 300 })
    const answered = ask(node, 'eth_blockNumber')
    expect(vi.getTimerCount()).toBe(0)
    vi.runAllTimers()
    expect([node.now, told.length]).toEqual([0, 0])
    node.advance(300)
    expect(vi.getTimerCount()).toBe(0)
    return expect(answered).resolves.toBe('0x0')
  })

  test('behavior: each node has its own', () => {
    const [one, other] = [createMockNode(), createMockNode()]
    one.advance(1_000)
    expect([one.now, other.now]).toEqual([1_000, 0])
  })

  test('behavior: idle blocks are told one by one', () => {
    const node = createMockNode()
    const told = { beat: 0, sealed: 0 }
    node.on('beat', () => told.beat++)
    node.on('sealed', () => told.sealed++)
    node.advance(60_000)
    expect(told).toEqual({ beat: 300, sealed: 30 })
  })
})

describe('nextBeat', () => {
  test('default: to the next beat', () => {
    const node = createMockNode()
    node.nextBeat()
    expect(node.now).toBe(200)
  })

  test('behavior: to the n-th next beat, over boundaries', () => {
    const node = createMockNode()
    node.nextBeat(3)
    expect(node.now).toBe(600)
    node.nextBeat(20)
    expect(node.now).toBe(4_600)
  })

  test('behavior: from a beat, the next one is a whole beat away', () => {
    const node = createMockNode()
    node.advance(2_000)
    node.nextBeat()
    expect(node.now).toBe(2_200)
  })

  test('behavior: 0 beats are no time', () => {
    const node = createMockNode()
    node.advance(250)
    node.nextBeat(0)
    expect(node.now).toBe(250)
  })

  test('options: preconfirmationTime', () => {
    const node = createMockNode({ preconfirmationTime: 70, blockTime: 210 })
    node.advance(100)
    node.nextBeat()
    expect(node.now).toBe(140)
    node.nextBeat(2)
    expect(node.now).toBe(280)
  })
})

describe('seal', () => {
  test('default: to the next block boundary', async () => {
    const node = createMockNode()
    node.nextBlock()
    expect(node.now).toBe(2_000)
    expect(await ask(node, 'eth_blockNumber')).toBe('0x1')
  })

  test('behavior: to the n-th next boundary', async () => {
    const node = createMockNode()
    node.nextBlock(16)
    expect(node.now).toBe(32_000)
    expect(await ask(node, 'eth_blockNumber')).toBe('0x10')
  })

  test('behavior: from a boundary, the next one is a whole block away', () => {
    const node = createMockNode()
    node.advance(2_000)
    node.nextBlock()
    expect(node.now).toBe(4_000)
  })

  test('behavior: 0 blocks are no time', async () => {
    const node = createMockNode()
    node.advance(1_999)
    node.nextBlock(0)
    expect(node.now).toBe(1_999)
    expect(await ask(node, 'eth_blockNumber')).toBe('0x0')
  })

  test('options: blockTime', () => {
    const node = createMockNode({ preconfirmationTime: 500, blockTime: 1_500 })
    node.nextBlock(3)
    expect(node.now).toBe(4_500)
  })
})

describe('advance', () => {
  test('behavior: 0 ms are no time, and tell nobody', () => {
    const node = createMockNode(funded)
    node.preconfirm({ from: alice, to: bob })
    const told = listen(node, 'beat', 'preconfirmed', 'sealed')
    node.advance(0)
    expect([node.now, told]).toEqual([0, []])
  })
})

describe('a given clock', () => {
  test('behavior: the genesis timestamp is not its time', async () => {
    const node = createMockNode({ clock: createClock(5_000) })
    expect(BigInt((await readBlock(node, '0x0')).timestamp)).toBe(
      1_767_225_600n,
    )
  })

  test('behavior: a timer on it while somebody listens, none otherwise', () => {
    const clock = createClock()
    const node = createMockNode({ ...funded, clock })
    node.preconfirm({ from: alice, to: bob })
    expect(clock.countTimers()).toBe(0)
    const off = node.on('beat', () => {})
    clock.tick(2_345)
    expect(clock.countTimers()).toBe(1)
    off()
    expect(clock.countTimers()).toBe(0)
  })

  test('behavior: two nodes share it', () => {
    const clock = createClock()
    const [one, other] = [createMockNode({ clock }), createMockNode({ clock })]
    const told = [listen(one, 'beat'), listen(other, 'beat')]
    clock.tick(400)
    expect(told[0]).toEqual(told[1])
    expect(told[0]).toHaveLength(2)
  })

  test('behavior: the smallest clock that fits', () => {
    const clock = { now: 0, setTimeout: () => 0, clearTimeout() {} }
    const node = createMockNode({ clock })
    const told = listen(node, 'sealed')
    clock.now = 4_000
    expect(node.now).toBe(4_000)
    expect(told).toHaveLength(2)
  })
})
