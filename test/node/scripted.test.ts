import { createMockNode, type MockNode } from 'preseal'
import { describe, expect, test } from 'vitest'
import { bob, carol } from './actors.js'
import { readBalance, readBlock } from './reads.js'

const donor = createMockNode()
donor.nextBlock(20)

const real = (number: number) => readBlock(donor, `0x${number.toString(16)}`)

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
})
