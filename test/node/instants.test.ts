import { createMockNode, type MockNode, type Step } from 'preseal'
import { describe, expect, test } from 'vitest'
import { funded } from './actors.js'
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
