import { createMockNode, type MockNode, type Step } from 'preseal'
import { describe, expect, test } from 'vitest'
import { alice, bob, carol, funded } from './actors.js'
import { readBlock } from './reads.js'

const scripted = (...timeline: Step[]) =>
  createMockNode({ ...funded, steps: timeline })

/** What is told of blocks and transactions, in order, without hashes. */
function listenTo(node: MockNode) {
  const told: string[] = []
  node.on('sealed', ({ blockNumber, transactions }) => {
    told.push(`sealed ${blockNumber}: ${transactions.length}`)
  })
  node.on('preconfirmed', ({ blockNumber, index, transaction }) => {
    const name = transaction.label ?? transaction.type
    told.push(`preconfirmed ${blockNumber}/${index} ${name}`)
  })
  node.on('dropped', ({ blockNumber, index, transaction, reason }) => {
    told.push(`dropped ${blockNumber}/${index} ${transaction.label}: ${reason}`)
  })
  return told
}

async function foreignBlock(number: number) {
  const other = createMockNode()
  other.nextBlock(number)
  return readBlock(other, 'latest')
}

describe('several things at one instant', () => {
  test('behavior: a seal before an import of an older block is told', async () => {
    const block = await foreignBlock(1)
    const node = scripted({ at: 4_000, type: 'importBlock', block })
    const told = listenTo(node)
    node.advance(4_000)
    expect(told).toEqual(['sealed 1: 0', 'sealed 2: 0', 'sealed 1: 0'])
  })
})

describe('the index of a beat', () => {
  const indices = (...timeline: Step[]) => {
    const node = scripted(...timeline)
    const told: string[] = []
    node.on('beat', ({ at: now, blockNumber, index }) => {
      told.push(`${now}: ${blockNumber}/${index}`)
    })
    node.advance(2_000)
    return told
  }

  test('behavior: beats that a step asks for too late are none', () => {
    expect(
      indices({ at: 500, type: 'planBeats', offsets: [100, 300, 500, 501] }),
    ).toEqual(['200: 1/1', '400: 1/2', '500: 1/3', '501: 1/4', '2000: 2/0'])
  })

  test('behavior: a second beats step keeps what the first brought', () => {
    expect(
      indices(
        { at: 0, type: 'planBeats', offsets: [150, 1_000] },
        { at: 1_000, type: 'planBeats', offsets: [1_700] },
      ),
    ).toEqual(['150: 1/1', '1700: 1/2', '2000: 2/0'])
  })
})

describe('a step that cannot run', () => {
  const poor = [
    { at: 500, type: 'preconfirm', from: carol, to: bob, value: 1n },
    { at: 500, type: 'setBalance', address: bob, value: 1n },
    { at: 700, type: 'preconfirm', from: carol, to: bob, value: 2n },
    { at: 900, type: 'setBalance', address: bob, value: 2n },
  ] as const

  test('behavior: it is thrown once', () => {
    const node = scripted(...poor)
    expect(() => node.advance(500)).toThrow('needs 1 wei')
    node.advance(100)
    expect(() => node.advance(100)).toThrow('needs 2 wei')
    node.advance(100)
    expect(node.now).toBe(800)
  })

  test('behavior: a drop at the block’s last beat is in time', async () => {
    const node = scripted(
      { at: 0, type: 'preconfirm', label: 'a', from: alice, to: bob },
      { at: 1_800, type: 'drop', transaction: 'a' },
    )
    node.nextBlock()
    expect((await readBlock(node, 'latest')).transactions).toEqual([])
  })
})
