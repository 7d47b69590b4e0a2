import { createClock } from '@sinonjs/fake-timers'
import { createMockNode } from 'preseal'
import { describe, expect, test } from 'vitest'
import { alice, bob, funded } from './actors.js'
import { listen } from './listen.js'
import { readBlock } from './reads.js'

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
