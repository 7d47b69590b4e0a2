import { createMockNode, type MockNode } from 'preseal'
import { describe, expect, test } from 'vitest'
import { readBlock } from './reads.js'

const donor = createMockNode()
donor.nextBlock(20)

const real = (number: number) => readBlock(donor, `0x${number.toString(16)}`)

const tags = async (node: MockNode) =>
  Promise.all(
    ['latest', 'safe', 'finalized'].map(async (tag) =>
      Number((await readBlock(node, tag)).number),
    ),
  )

describe('safe and finalized', () => {
  test('behavior: an import over blocks that are neither takes neither back', async () => {
    const node = createMockNode({ finalityLag: { safe: 2, finalized: 4 } })
    node.nextBlock(10)
    node.importBlock({ block: await real(9) })
    expect(await tags(node)).toEqual([9, 8, 6])
    node.nextBlock(2)
    expect(await tags(node)).toEqual([11, 9, 7])
  })

  test('behavior: where an import replaces them, they are the ones before it', async () => {
    const node = createMockNode({ finalityLag: { safe: 2, finalized: 6 } })
    node.nextBlock(10)
    node.importBlock({ block: await real(6) })
    expect(await tags(node)).toEqual([6, 5, 4])
    node.importBlock({ block: await real(0) })
    expect(await tags(node)).toEqual([0, 0, 0])
  })

  test('behavior: what a lag held at a higher number does not outlive an import', async () => {
    const node = createMockNode({
      finalityLag: { safe: 2, finalized: 4 },
      steps: [{ at: 20_000, type: 'setFinalityLag', finalized: 5 }],
    })
    node.nextBlock(10)
    expect(await tags(node)).toEqual([10, 8, 6])
    node.importBlock({ block: await real(2) })
    expect(await tags(node)).toEqual([2, 1, 1])
    node.nextBlock(2)
    expect(await tags(node)).toEqual([4, 2, 1])
  })

  test('behavior: blocks imported far apart', async () => {
    const node = createMockNode({ finalityLag: { safe: 2, finalized: 4 } })
    node.nextBlock(3)
    node.importBlock({ block: { ...(await real(9)), number: '0x64' } })
    expect(await tags(node)).toEqual([100, 3, 3])
    node.importBlock({ block: { ...(await real(9)), number: '0x32' } })
    expect(await tags(node)).toEqual([50, 3, 3])
  })
})
