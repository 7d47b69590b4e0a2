import { createMockNode, type MockNode, type Step } from 'preseal'
import { describe, expect, test } from 'vitest'
import { alice, bob, carol, funded, word } from './actors.js'
import { ask, readAll, readBalance, readBlock } from './reads.js'

const donor = createMockNode()
donor.nextBlock(20)

const real = (number: number) => readBlock(donor, `0x${number.toString(16)}`)

/** What a script set stays, whatever becomes of the blocks it was set in. */
describe('what was scripted before a reorg stays', () => {
  const reorg: Step = { at: 6_100, type: 'reorg', depth: 2 }

  test.each([100, 1_999, 2_100, 4_100, 6_050])(
    'behavior: a balance set at %i ms',
    async (ms) => {
      const node = createMockNode({ steps: [reorg] })
      node.advance(ms)
      node.setBalance({ address: carol, value: 5n })
      node.advance(6_200 - ms)
      for (const tag of ['latest', 'pending'])
        expect(await readBalance(node, carol, tag)).toBe(5n)
      const first = ms < 2_000 ? '0x0' : ms < 4_000 ? '0x1' : '0x2'
      if (ms < 6_000) expect(await readBalance(node, carol, first)).toBe(5n)
    },
  )

  test('behavior: in its order with what transactions did', async () => {
    const node = createMockNode({
      ...funded,
      steps: [
        { at: 2_000, type: 'preconfirm', from: alice, to: carol, value: 1n },
        { at: 2_500, type: 'setBalance', address: carol, value: 5n },
        { at: 2_600, type: 'preconfirm', from: alice, to: carol, value: 2n },
        { at: 6_100, type: 'reorg', depth: 2, omit: [] },
      ],
    })
    node.advance(6_099)
    const before = await readBalance(node, carol, 'latest')
    expect(before).toBe(7n)
    node.advance(1)
    expect(await readBalance(node, carol, 'latest')).toBe(7n)
    expect(await readBalance(node, carol, '0x1')).toBe(5n)
    expect((await readBlock(node, '0x2')).transactions).toHaveLength(2)
  })

  test('behavior: what follows is as if the blocks had been so at once', async () => {
    const set: Step = {
      at: 2_500,
      type: 'setStorageAt',
      address: bob,
      index: 1,
      value: word(7),
    }
    const node = createMockNode({ ...funded, steps: [set, reorg, reorg] })
    node.advance(6_100)
    expect(await ask(node, 'eth_getStorageAt', bob, '0x1', 'latest')).toBe(
      word(7),
    )
    const plain = createMockNode({ ...funded, steps: [set] })
    plain.advance(6_100)
    const rootOf = async (of: MockNode) =>
      (await readBlock(of, '0x2')).stateRoot
    expect(await rootOf(node)).toBe(await rootOf(plain))
  })

  test('behavior: through snapshots and jumps back', async () => {
    const set: Step = {
      at: 4_100,
      type: 'setBalance',
      address: carol,
      value: 5n,
    }
    const node = createMockNode({ steps: [set, reorg] })
    node.advance(6_099)
    const snapshot = node.snapshot()
    node.advance(901)
    const after = await readAll(node)
    node.revert(snapshot)
    node.advance(901)
    expect(await readAll(node)).toEqual(after)
    node.seek(3_000)
    expect(await readBalance(node, carol, 'latest')).toBe(0n)
    node.seek(7_000)
    expect(await readAll(node)).toEqual(after)
  })
})

describe('what was scripted before an import stays', () => {
  const held = async (node: MockNode) => {
    for (const tag of ['latest', 'pending'])
      expect(await readBalance(node, carol, tag)).toBe(5n)
  }

  test('behavior: set in a block that the import replaces', async () => {
    const node = createMockNode()
    node.nextBlock()
    node.setBalance({ address: carol, value: 5n })
    node.nextBlock()
    node.importBlock({ block: await real(1) })
    await held(node)
  })

  test('behavior: with a pending block shown in between', async () => {
    const node = createMockNode()
    node.nextBlock()
    node.setBalance({ address: carol, value: 5n })
    const pending = { ...(await real(2)), hash: null }
    node.importBlock({ block: pending })
    node.importBlock({ block: pending, state: { [bob]: { balance: 3n } } })
    await held(node)
    node.importBlock({ block: await real(1) })
    await held(node)
  })

  test('behavior: told of a pending block later, the later counts', async () => {
    const node = createMockNode()
    node.setBalance({ address: carol, value: 4n })
    const pending = { ...(await real(1)), hash: null }
    node.importBlock({ block: pending, state: { [carol]: { balance: 5n } } })
    expect(await readBalance(node, carol, 'pending')).toBe(5n)
    node.nextBlock()
    await held(node)
  })

  test('behavior: one import after the other, forward and back', async () => {
    const node = createMockNode()
    node.setBalance({ address: carol, value: 4n })
    for (const number of [3, 9, 5, 5]) {
      node.importBlock({ block: await real(number) })
      node.setNonce({ address: bob, nonce: number })
    }
    node.setBalance({ address: carol, value: 5n })
    node.importBlock({ block: await real(1) })
    await held(node)
    expect(await ask(node, 'eth_getTransactionCount', bob, 'latest')).toBe(
      '0x5',
    )
  })
})
