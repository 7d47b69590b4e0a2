import { createClock } from '@sinonjs/fake-timers'
import { type Clock, createMockNode } from 'preseal'
import { describe, expect, test } from 'vitest'
import { thrown } from '../base/clock/thrown.js'
import { alice, bob, funded, tenYears } from './actors.js'
import { listen } from './listen.js'
import { ask, pendingHashes, readBlock } from './reads.js'

describe('a given clock', () => {
  test('default', async () => {
    const clock = createClock(5_000)
    const node = createMockNode({ ...funded, clock })
    const hash = node.preconfirm({ from: alice, to: bob })
    clock.tick(200)
    expect(node.now).toBe(200)
    expect(await pendingHashes(node)).toEqual([hash])
    clock.tick(1_800)
    expect(await ask(node, 'eth_blockNumber')).toBe('0x1')
  })

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

  test('behavior: jumps are caught up, and a jump back is no time', async () => {
    const clock = createClock(5_000)
    const node = createMockNode({ ...funded, clock })
    clock.setSystemTime(5_000 + tenYears)
    expect(await ask(node, 'eth_blockNumber')).toBe('0x9675300')
    clock.setSystemTime(0)
    expect(node.now).toBe(tenYears)
    clock.tick(100)
    expect(node.now).toBe(tenYears + 100)
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

  test('error: advance, tick and seal name the call to use', () => {
    const handMade: Clock = { now: 0, setTimeout: () => 0, clearTimeout() {} }
    const nodes = [
      createMockNode({ clock: createClock() }),
      createMockNode({ clock: handMade }),
    ]
    expect(
      nodes.flatMap((node) => [
        thrown(() => node.advance(300)),
        thrown(() => node.nextBeat(2)),
        thrown(() => node.nextBlock()),
      ]),
    ).toMatchInlineSnapshot(`
      [
        "ClockNotOwnedError: advance moves only a node's own clock, and this node follows the given clock. Call its own clock.tick(300) instead, or create the node with clock: 'virtual'.",
        "ClockNotOwnedError: nextBeat moves only a node's own clock, and this node follows the given clock. Call its own clock.tick(400) instead, or create the node with clock: 'virtual'.",
        "ClockNotOwnedError: nextBlock moves only a node's own clock, and this node follows the given clock. Call its own clock.tick(2000) instead, or create the node with clock: 'virtual'.",
        "ClockNotOwnedError: advance moves only a node's own clock, and this node follows the given clock. Call whatever moves it by 300 ms instead, or create the node with clock: 'virtual'.",
        "ClockNotOwnedError: nextBeat moves only a node's own clock, and this node follows the given clock. Call whatever moves it by 400 ms instead, or create the node with clock: 'virtual'.",
        "ClockNotOwnedError: nextBlock moves only a node's own clock, and this node follows the given clock. Call whatever moves it by 2000 ms instead, or create the node with clock: 'virtual'.",
      ]
    `)
  })
})
