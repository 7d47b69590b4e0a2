import { createMockNode } from 'preseal'
import { describe, expect, test } from 'vitest'
import { funded, tenYears } from './actors.js'
import { ask, readBlock } from './reads.js'

const quantity = (value: number | bigint) => `0x${value.toString(16)}`

describe('ten years', () => {
  test('behavior: by seek, too', async () => {
    const node = createMockNode(funded)
    node.seek(tenYears)
    expect(await ask(node, 'eth_blockNumber')).toBe(quantity(tenYears / 2_000))
  })
})

describe('hashes over idle blocks', () => {
  test('behavior: creating the node after the jump avoids it', async () => {
    const node = createMockNode({ timestamp: 2_000_000_000n })
    expect((await readBlock(node, 'latest')).number).toBe('0x0')
  })
})

describe('safe and finalized', () => {
  const read = async (node: ReturnType<typeof createMockNode>) =>
    Promise.all(
      ['latest', 'safe', 'finalized'].map(async (tag) =>
        Number((await readBlock(node, tag)).number),
      ),
    )

  test('options: safeLag, finalizedLag', async () => {
    const node = createMockNode({ finalityLag: { safe: 0, finalized: 3 } })
    node.nextBlock(5)
    expect(await read(node)).toEqual([5, 5, 2])
  })
})
