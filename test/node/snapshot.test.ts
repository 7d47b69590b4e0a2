import { createMockNode } from 'preseal'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { alice, bob, ether, funded, tenYears } from './actors.js'
import { ask, readBalance, readBlock } from './reads.js'

afterEach(() => {
  vi.useRealTimers()
})

describe('snapshot and revert', () => {
  test('behavior: it is a value that nobody can change', () => {
    const snapshot = createMockNode().snapshot()
    expect(Object.isFrozen(snapshot)).toBe(true)
  })

  test('behavior: idle branches of different length share their blocks', async () => {
    const node = createMockNode(funded)
    node.nextBlock(2)
    const fork = node.snapshot()
    node.nextBlock(10)
    const long = await readBlock(node, '0xa')
    node.revert(fork)
    expect(await ask(node, 'eth_getBlockByNumber', '0x3', false)).toBe(null)
    expect(await ask(node, 'eth_getBlockByHash', long.hash, false)).toBe(null)
    node.nextBlock(2)
    node.setBalance({ address: bob, value: 1n })
    node.nextBlock(8)
    expect((await readBlock(node, '0xa')).hash).not.toBe(long.hash)
    expect(await readBalance(node, bob, '0x3')).toBe(5n * ether)
    expect(await readBalance(node, bob, '0x4')).toBe(1n)
    node.revert(fork)
    node.nextBlock(8)
    expect(await readBlock(node, '0xa')).toEqual(long)
    expect(await readBalance(node, bob, '0x4')).toBe(5n * ether)
  })

  test('behavior: over ten years', async () => {
    const node = createMockNode(funded)
    node.preconfirm({ from: alice, to: bob, value: 1n })
    const snapshot = node.snapshot()
    node.advance(tenYears)
    node.revert(snapshot)
    expect(node.now).toBe(0)
    node.nextBlock()
    expect(await readBalance(node, bob)).toBe(5n * ether + 1n)
  })
})
