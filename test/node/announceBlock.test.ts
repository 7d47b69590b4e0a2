import { createMockNode, type MockNode, type Step } from 'preseal'
import { describe, expect, test } from 'vitest'
import { says } from '../says.js'
import { alice, bob, carol, funded, word } from './actors.js'
import { refusal } from './schema/refusal.js'

type Json = { [field: string]: unknown }

const ask = ({ provider }: MockNode, method: string, ...params: unknown[]) =>
  provider
    .request({ method, params } as never)
    .catch((error) => `${error.code} ${error.message}`) as Promise<unknown>

const tags = ['latest', 'safe', 'finalized', 'earliest'] as const

const read = (node: MockNode, selector: string) =>
  Promise.all([
    ask(node, 'eth_getBlockByNumber', selector, false),
    ask(node, 'eth_getBlockReceipts', selector),
    ask(node, 'eth_getBalance', carol, selector),
    ask(node, 'eth_getStorageAt', bob, '0x0', selector),
    ask(node, 'eth_getCode', bob, selector),
    ask(node, 'eth_getTransactionCount', bob, selector),
  ])

const missing = (hash: string) =>
  `-32000 Only the hash of the latest block, ${hash}, is known. Import the block with node.importBlock or a step of type "importBlock", or read "pending".`

/** The block 1 of a node that is none of the test's. */
async function served() {
  const node = createMockNode({ ...funded, timestamp: 1_000n })
  node.preconfirm({ from: alice, to: bob, value: 1n })
  node.nextBlock()
  const block = (await ask(node, 'eth_getBlockByNumber', '0x1', true)) as Json
  const hash = block.hash as `0x${string}`
  const receipts = (await ask(node, 'eth_getBlockReceipts', '0x1')) as Json[]
  return { block, receipts, hash }
}

describe('announceBlock', () => {
  test('default', async () => {
    const { block, receipts, hash } = await served()
    const timeline: Step[] = [{ at: 0, type: 'announceBlock', hash }]
    const node = createMockNode({ ...funded, steps: timeline })
    for (const tag of tags)
      expect(await read(node, tag)).toEqual(Array(6).fill(missing(hash)))
    expect(await ask(node, 'eth_blockNumber')).toBe(missing(hash))
    node.preconfirm({ from: alice, to: carol, value: 2n })
    node.nextBeat()
    const pending = await read(node, 'pending')
    expect(pending.join()).not.toContain('-32000')
    expect(pending[2]).toBe('0x2')

    const state = { [carol]: { balance: 7n } }
    node.importBlock({ block, receipts, state })
    expect(await ask(node, 'eth_blockNumber')).toBe('0x1')
    expect(await ask(node, 'eth_getBlockByNumber', 'latest', true)).toEqual(
      block,
    )
    expect(await ask(node, 'eth_getBalance', carol, 'latest')).toBe('0x7')
    expect(await ask(node, 'eth_getBlockByNumber', 'safe', true)).toMatchObject(
      { number: '0x0' },
    )
  })

  test('behavior: no other block will do, nor the same one as pending', async () => {
    const { block, hash } = await served()
    const timeline: Step[] = [{ at: 100, type: 'announceBlock', hash: word(5) }]
    const node = createMockNode({ ...funded, steps: timeline })
    expect(await ask(node, 'eth_blockNumber')).toBe('0x0')
    node.advance(100)
    node.importBlock({ block })
    expect(await ask(node, 'eth_blockNumber')).toBe(missing(word(5)))
    node.nextBlock(2)
    expect(await ask(node, 'eth_blockNumber')).toBe(missing(word(5)))
    const expected = { ...block, hash: word(5), number: '0x7' }
    node.importBlock({ block: expected, as: 'pending' })
    expect(await ask(node, 'eth_blockNumber')).toBe(missing(word(5)))
    node.importBlock({ block: expected })
    expect(await ask(node, 'eth_blockNumber')).toBe('0x7')
    expect(await ask(node, 'eth_getBlockByHash', hash, false)).toMatchObject({
      hash,
    })
  })

  test('behavior: nothing is missing where that block is latest', async () => {
    const { block, hash } = await served()
    const timeline: Step[] = [
      { at: 100, type: 'announceBlock', hash: word(5) },
      { at: 200, type: 'announceBlock', hash },
    ]
    const node = createMockNode({
      ...funded,
      importedBlocks: [{ block }],
      steps: timeline,
    })
    node.advance(100)
    expect(await ask(node, 'eth_blockNumber')).toBe(missing(word(5)))
    node.advance(100)
    expect(await ask(node, 'eth_blockNumber')).toBe('0x1')
  })

  test('behavior: snapshot, revert and seek go over it', async () => {
    const { block, hash } = await served()
    const timeline: Step[] = [{ at: 300, type: 'announceBlock', hash }]
    const node = createMockNode({ ...funded, steps: timeline })
    node.advance(300)
    const snapshot = node.snapshot()
    node.importBlock({ block })
    expect(await ask(node, 'eth_blockNumber')).toBe('0x1')
    node.revert(snapshot)
    expect(await ask(node, 'eth_blockNumber')).toBe(missing(hash))
    node.seek(299)
    expect(await ask(node, 'eth_blockNumber')).toBe('0x0')
    node.seek(9_000)
    expect(await ask(node, 'eth_blockNumber')).toBe(missing(hash))
  })

  test('error: a step without a hash', () => {
    const timeline = [{ at: 0, type: 'announceBlock', hash: '0x5' }]
    expect(refusal(() => createMockNode({ timeline } as never))).toEqual(
      says(
        'InvalidParametersError … "timeline" … expected "steps", the nearest',
      ),
    )
  })
})
