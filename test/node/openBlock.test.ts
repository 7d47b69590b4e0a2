import { createMockNode } from 'preseal'
import { describe, expect, test } from 'vitest'
import { thrown } from '../base/clock/thrown.js'
import { says } from '../says.js'
import { alice, bob, carol, ether, funded, token } from './actors.js'
import { listen } from './listen.js'
import { readBalance, readBlock, readNonce } from './reads.js'

describe('a set', () => {
  test('behavior: of several the last holds', async () => {
    const node = createMockNode()
    for (const value of [1n, 2n, 0n]) node.setBalance({ address: bob, value })
    expect(await readBalance(node, bob, 'pending')).toBe(0n)
    node.nextBlock()
    expect(await readBalance(node, bob)).toBe(0n)
  })

  test('behavior: it changes neither number, transactions nor hash of pending', async () => {
    const node = createMockNode(funded)
    node.preconfirm({ from: alice, to: bob })
    node.nextBeat()
    const before = await readBlock(node, 'pending')
    node.setBalance({ address: carol, value: 1n })
    expect(await readBlock(node, 'pending')).toEqual(before)
  })

  test('behavior: by a transaction’s sender, in the middle of its own block', async () => {
    const node = createMockNode(funded)
    node.preconfirm({ from: alice, to: bob, value: ether })
    node.nextBeat()
    node.setNonce({ address: alice, nonce: 8 })
    expect(await readNonce(node, alice, 'pending')).toBe(8)
    expect(await readNonce(node, alice)).toBe(8)
    node.nextBlock()
    expect(await readNonce(node, alice)).toBe(8)
    expect(await readBalance(node, bob)).toBe(6n * ether)
  })
})

describe('a drop', () => {
  /** Three transactions pending, and one that is queued. */
  function busy() {
    const node = createMockNode(funded)
    const hashes = [
      node.preconfirm({
        from: alice,
        to: carol,
        value: ether,
        gasUsed: 30_000n,
        logs: [{ address: token }, { address: token }],
      }),
      node.preconfirm({
        from: bob,
        to: token,
        gasUsed: 40_000n,
        logs: [{ address: token }],
      }),
      node.preconfirm({ from: bob, to: alice, value: 1n, gasUsed: 50_000n }),
    ] as const
    node.nextBeat()
    return { node, hashes }
  }

  test('behavior: twice before the beat is once', () => {
    const { node, hashes } = busy()
    const told = listen(node, 'dropped')
    node.drop(hashes[0])
    node.advance(100)
    node.drop(hashes[0])
    node.advance(2_000)
    expect(told).toHaveLength(1)
  })

  test('behavior: up to the beat before the last it is in time', async () => {
    const { node, hashes } = busy()
    node.advance(1_599)
    expect(node.now).toBe(1_799)
    node.drop(hashes[2])
    node.nextBlock()
    expect((await readBlock(node, 'latest')).transactions).toHaveLength(2)
  })

  test('error: sealed', () => {
    const { node, hashes } = busy()
    node.nextBlock()
    expect(thrown(() => node.drop(hashes[0]))).toEqual(
      says('UnknownTransactionError … Drop it while it is queued or pending.'),
    )
  })
})
