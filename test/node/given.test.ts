import { createClock } from '@sinonjs/fake-timers'
import { type Clock, createMockNode } from 'preseal'
import { describe, expect, test } from 'vitest'
import { thrown } from '../base/clock/thrown.js'
import { says } from '../says.js'
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

  test('behavior: a clock with tick is moved by the verbs of its node', () => {
    const clock = createClock(5_000)
    const node = createMockNode({ clock })
    const told = listen(node, 'sealed')
    node.advance(300)
    node.nextBeat(2)
    expect([clock.now, node.now]).toEqual([5_600, 600])
    node.nextBlock()
    expect([clock.now, node.now]).toEqual([7_000, 2_000])
    expect(told).toHaveLength(1)
    node.dispose()
  })

  test('error: verbs name the call to use for a clock without tick', () => {
    const clock: Clock = { now: 0, setTimeout: () => 0, clearTimeout() {} }
    const node = createMockNode({ clock })
    expect(
      [
        () => node.advance(300),
        () => node.nextBeat(2),
        () => node.nextBlock(),
      ].map(thrown),
    ).toEqual(
      [
        'ClockError … Move that clock by 300 ms, or create the node with',
        'ClockError … Move that clock by 400 ms, or create the node with',
        'ClockError … Move that clock by 2000 ms, or create the node with',
      ].map(says),
    )
  })
})
