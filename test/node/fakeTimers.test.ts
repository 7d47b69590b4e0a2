import { install } from '@sinonjs/fake-timers'
import { createMockNode } from 'preseal'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { thrown } from '../base/clock/thrown.js'
import { says } from '../says.js'
import { alice, bob, ether, funded, tenYears } from './actors.js'
import { listen } from './listen.js'
import { ask, readBalance, readBlock } from './reads.js'

const createdAt = 1_767_225_600_123

afterEach(() => {
  vi.restoreAllMocks()
  vi.useRealTimers()
})

describe('a node that follows the fake timers of its test', () => {
  test('a balance stayed 0n however far a test moved its fake timers', async () => {
    vi.useFakeTimers()
    const node = createMockNode(funded)
    node.preconfirm({ from: alice, to: bob, value: ether })
    await vi.advanceTimersByTimeAsync(200)
    expect(await readBalance(node, bob, 'pending')).toBe(6n * ether)
    expect(node.now).toBe(200)
  })

  test('behavior: the verbs that move time move the fake timers', async () => {
    vi.useFakeTimers({ now: createdAt })
    const node = createMockNode(funded)
    const seen: number[] = []
    const timer = setInterval(() => seen.push(node.now), 100)
    node.preconfirm({ from: alice, to: bob, value: ether })
    node.nextBeat()
    expect(await readBalance(node, bob, 'pending')).toBe(6n * ether)
    node.advance(100)
    node.nextBlock()
    clearInterval(timer)
    expect([node.now, Date.now() - createdAt]).toEqual([2_000, 2_000])
    expect(seen).toEqual(Array.from({ length: 20 }, (_, at) => 100 * (at + 1)))
    expect(await readBalance(node, bob)).toBe(6n * ether)
  })

  test('behavior: blocks have the time of the fakes', async () => {
    vi.useFakeTimers({ now: createdAt })
    const node = createMockNode()
    node.nextBlock(3)
    expect(BigInt((await readBlock(node, 'latest')).timestamp)).toBe(
      BigInt(Math.floor(Date.now() / 1_000)),
    )
  })

  test('behavior: those of sinon, with all faked', () => {
    const clock = install({ now: createdAt })
    try {
      const node = createMockNode()
      const told = listen(node, 'beat')
      clock.tick(200)
      node.nextBeat()
      expect([node.now, clock.now, told.length]).toEqual([
        400,
        createdAt + 400,
        2,
      ])
      node.dispose()
    } finally {
      clock.uninstall()
    }
  })

  test('behavior: one whose setTimeout somebody watches', () => {
    vi.useFakeTimers()
    const node = createMockNode()
    vi.spyOn(globalThis, 'setTimeout')
    node.advance(200)
    vi.advanceTimersByTime(200)
    expect(node.now).toBe(400)
  })

  test("options: clock: 'virtual' insists on a clock of its own", () => {
    vi.useFakeTimers({ now: createdAt })
    const node = createMockNode({ clock: 'virtual' })
    vi.advanceTimersByTime(200)
    expect(node.now).toBe(0)
    node.advance(300)
    expect([node.now, Date.now() - createdAt]).toEqual([300, 200])
  })
})

describe('fakes of a part only', () => {
  test('timers moved while a real Date kept the chain where it was', () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    expect(thrown(() => createMockNode())).toEqual(
      says('ClockError … Fake both, as vi.useFakeTimers(),'),
    )
    expect(createMockNode({ clock: 'virtual' }).now).toBe(0)
  })

  test('a fake Date moved no chain, as its timers were real', () => {
    vi.useFakeTimers({ toFake: ['Date'] })
    expect(thrown(() => createMockNode())).toEqual(
      says('ClockError … Fake both, as vi.useFakeTimers(),'),
    )
    expect(createMockNode({ clock: 'ambient' }).now).toBe(0)
  })

  test("jest's legacy timers, which fake no Date", () => {
    const fake = () => Object.assign(() => 0, { _isMockFunction: true })
    vi.stubGlobal('setTimeout', fake())
    vi.stubGlobal('clearTimeout', fake())
    const error = thrown(() => createMockNode())
    vi.unstubAllGlobals()
    expect(error).toContain('ClockError: setTimeout is fake but Date is')
  })
})

describe('fakes that come later', () => {
  test('a node that was there before the fakes answered as if no time passed', async () => {
    const node = createMockNode(funded)
    vi.useFakeTimers()
    node.preconfirm({ from: alice, to: bob, value: ether })
    await vi.advanceTimersByTimeAsync(200)
    await expect(readBalance(node, bob, 'pending')).rejects.toMatchObject({
      name: 'ClockError',
    })
    expect(thrown(() => node.now)).toEqual(
      says('ClockError … Call vi.useFakeTimers() before createMockNode, or'),
    )
    node.dispose()
  })

  test('behavior: a test that moves the node by itself goes on', async () => {
    const node = createMockNode()
    vi.useFakeTimers()
    node.advance(200)
    vi.advanceTimersByTime(500)
    expect(node.now).toBe(200)
  })

  test('behavior: another time of day is no time that passed', () => {
    const node = createMockNode()
    vi.useFakeTimers()
    vi.setSystemTime(createdAt)
    expect(node.now).toBe(0)
  })

  test('a system time years ahead made a million beats', async () => {
    vi.useFakeTimers({ now: createdAt })
    const node = createMockNode(funded)
    const told = listen(node, 'beat')
    vi.advanceTimersByTime(250)
    vi.setSystemTime(createdAt + tenYears)
    expect([node.now, told.length]).toEqual([250, 1])
    vi.advanceTimersByTime(200)
    vi.setSystemTime(createdAt)
    vi.advanceTimersByTime(1_600)
    expect([node.now, told.length]).toEqual([2_050, 10])
    expect(await ask(node, 'eth_blockNumber')).toBe('0x1')
    const block = await readBlock(node, 'latest')
    expect(Number(block.timestamp)).toBe(Math.floor(createdAt / 1_000) + 2)
  })

  test("options: clock: 'virtual' expects it", () => {
    const node = createMockNode({ clock: 'virtual' })
    vi.useFakeTimers()
    vi.advanceTimersByTime(200)
    expect(node.now).toBe(0)
  })
})

describe('fakes that go', () => {
  test('a node caught up with the months between its fakes and real time', async () => {
    const warn = vi.spyOn(console, 'warn').mockReturnValue()
    vi.useFakeTimers({ now: 0 })
    const node = createMockNode(funded)
    const told = listen(node, 'sealed')
    node.nextBlock()
    vi.useRealTimers()
    expect(await ask(node, 'eth_blockNumber')).toBe('0x1')
    expect([node.now, told.length]).toEqual([2_000, 1])
    expect(warn.mock.calls).toMatchInlineSnapshot(`
      [
        [
          "preseal: The fake timers that this node follows are gone, so its time stands still. Dispose of the node before vi.useRealTimers(), and create another with createMockNode if time should go on.",
        ],
      ]
    `)
    expect(thrown(() => node.nextBeat())).toContain('ClockError: The fake')
    node.dispose()
  })

  test('a node left from an earlier test threw into the fakes of the next one', async () => {
    vi.spyOn(console, 'warn').mockReturnValue()
    vi.useFakeTimers({ now: 0 })
    const left = createMockNode()
    const told = listen(left, 'sealed')
    const offBeats = left.on('beat', () => {})
    left.fault({ type: 'delay', ms: 100, methods: ['eth_chainId'] })
    vi.useRealTimers()
    vi.useFakeTimers({ now: createdAt })
    // Whatever still reads it, such as a client that polls.
    expect(await ask(left, 'eth_blockNumber')).toBe('0x0')
    const late = vi.fn()
    void ask(left, 'eth_chainId').then(late, late)
    expect(vi.getTimerCount()).toBe(0)
    const fired = vi.fn()
    setTimeout(fired, 1_000)
    await vi.advanceTimersByTimeAsync(10_000)
    offBeats()
    expect(fired).toHaveBeenCalledOnce()
    expect([told, late.mock.calls]).toEqual([[], []])
    left.dispose()
  })

  test('error: others that have moved since', () => {
    vi.useFakeTimers({ now: 0 })
    const node = createMockNode()
    vi.useRealTimers()
    vi.useFakeTimers({ now: createdAt })
    expect(node.now).toBe(0)
    vi.advanceTimersByTime(200)
    expect(thrown(() => node.now)).toContain('ClockError: The fake timers')
    node.dispose()
  })
})
