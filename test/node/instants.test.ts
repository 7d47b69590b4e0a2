import { createMockNode, type Hex, type MockNode, type Step } from 'preseal'
import { describe, expect, test } from 'vitest'
import { alice, bob, ether, funded } from './actors.js'
import { listen } from './listen.js'
import { ask, readBlock } from './reads.js'

const scripted = (...timeline: Step[]) =>
  createMockNode({ ...funded, steps: timeline })

const pay = (at: number, label: string, from: Hex = alice) =>
  ({ at, type: 'preconfirm', label, from, to: bob, value: 1n }) as const

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
  test('behavior: a block sealed and replaced at one instant is told as it was, then as it is', async () => {
    const node = scripted(pay(0, 'a'), { at: 2_000, type: 'reorg', depth: 1 })
    const sealed = listen(node, 'sealed')
    const told = listenTo(node)
    node.advance(1_999)
    const { hash } = await readBlock(
      createMockNode({
        ...funded,
        steps: [pay(0, 'a')],
        pendingStateRoot: 'everyBeat',
      }),
      'pending',
    )
    node.advance(1)
    expect(told).toEqual([
      'sealed 1: 1',
      'sealed 1: 0',
      'dropped 1/0 a: omitted',
    ])
    const latest = await readBlock(node, 'latest')
    expect(sealed.map(([, event]) => event.hash)).toEqual([hash, latest.hash])
  })

  test('behavior: a seal before an import of an older block is told', async () => {
    const block = await foreignBlock(1)
    const node = scripted({ at: 4_000, type: 'importBlock', block })
    const told = listenTo(node)
    node.advance(4_000)
    expect(told).toEqual(['sealed 1: 0', 'sealed 2: 0', 'sealed 1: 0'])
  })

  test('behavior: two blocks sealed at one instant are told with what each held', () => {
    const node = scripted(
      pay(0, 'a'),
      { at: 2_000, type: 'seal' },
      pay(2_000, 'b'),
      {
        at: 2_000,
        type: 'seal',
      },
    )
    const told = listenTo(node)
    node.advance(2_000)
    expect(told).toEqual([
      'sealed 1: 1',
      'sealed 2: 0',
      'preconfirmed 3/0 b',
      'sealed 3: 1',
    ])
  })

  test('behavior: each deposit is told with the block that it opens', async () => {
    const node = createMockNode({
      l1Attributes: {},
      steps: [
        { at: 2_000, type: 'seal' },
        { at: 2_000, type: 'importBlock', block: await foreignBlock(7) },
      ],
    })
    const told = listenTo(node)
    node.advance(2_000)
    expect(told).toEqual([
      'sealed 1: 1',
      'preconfirmed 2/0 deposit',
      'sealed 2: 1',
      'preconfirmed 3/0 deposit',
      'sealed 7: 0',
      'preconfirmed 8/0 deposit',
    ])
  })

  test('behavior: a listener that compares a told block with a read finds the newest state', async () => {
    const node = scripted(pay(0, 'a'), { at: 2_000, type: 'seal' })
    const numbers: Promise<unknown>[] = []
    node.on('sealed', () => {
      numbers.push(ask(node, 'eth_blockNumber'))
    })
    node.advance(2_000)
    expect(await Promise.all(numbers)).toEqual(['0x2', '0x2'])
  })
})

describe('where a transaction is told as dropped', () => {
  test('behavior: what a seal leaves out is told of its pre-confirmation, not of the last beat', () => {
    const node = scripted(pay(0, 'a'), {
      at: 1_000,
      type: 'planSeal',
      omit: ['a'],
    })
    const told = listenTo(node)
    node.advance(2_000)
    expect(told).toEqual(['sealed 1: 0', 'dropped 1/0 a: omitted'])
  })

  test('behavior: also where a step seals it, at a beat that it has no more', () => {
    const node = scripted(
      pay(200, 'a'),
      { at: 300, type: 'planSeal', omit: ['a'] },
      { at: 600, type: 'seal' },
    )
    node.advance(200)
    const told = listenTo(node)
    node.advance(400)
    expect(told).toEqual(['sealed 1: 0', 'dropped 1/1 a: omitted'])
  })

  test('behavior: a drop that an import forestalls is told of its pre-confirmation', async () => {
    const node = createMockNode(funded)
    const hash = node.preconfirm({ from: alice, to: bob, label: 'a' })
    node.nextBeat(2)
    node.drop(hash)
    const told = listenTo(node)
    node.importBlock({ block: await foreignBlock(7) })
    expect(told).toEqual(['sealed 7: 0', 'dropped 1/1 a: requested'])
  })

  test('behavior: several that are left out are told in the order of the block', () => {
    const poor = '0x0000000000000000000000000000000000000f00'
    const node = scripted(
      { ...pay(0, 'a'), to: poor, value: ether },
      pay(0, 'needs a', poor),
      pay(200, 'b', bob),
      pay(400, 'c', bob),
      { at: 1_000, type: 'planSeal', omit: ['c', 'a', 'b'] },
    )
    node.advance(400)
    const told = listenTo(node)
    node.advance(1_600)
    expect(told).toEqual([
      'sealed 1: 0',
      'dropped 1/0 a: omitted',
      'dropped 1/1 b: omitted',
      'dropped 1/2 c: omitted',
      'dropped 1/0 needs a: funds',
    ])
  })

  test('behavior: what a reorg leaves out is told of the block and beat that had it', () => {
    const node = scripted(pay(400, 'a'), pay(2_600, 'b'), {
      at: 4_100,
      type: 'reorg',
      depth: 2,
    })
    node.advance(4_000)
    const told = listenTo(node)
    node.advance(100)
    expect(told).toEqual([
      'sealed 1: 0',
      'sealed 2: 0',
      'dropped 1/2 a: omitted',
      'dropped 2/3 b: omitted',
    ])
  })

  test('behavior: what is queued again is told of where it entered last', () => {
    const node = scripted(
      pay(2_600, 'a'),
      { at: 2_700, type: 'reorg', depth: 1 },
      { at: 3_000, type: 'planSeal', omit: ['a'] },
    )
    node.advance(2_600)
    const told = listenTo(node)
    node.advance(1_400)
    expect(told).toEqual([
      'sealed 1: 0',
      'preconfirmed 2/4 a',
      'sealed 2: 0',
      'dropped 2/4 a: omitted',
    ])
  })

  test('behavior: a drop on request is told of the beat that takes it back', () => {
    const node = scripted(pay(200, 'a'), {
      at: 500,
      type: 'drop',
      transaction: 'a',
    })
    node.advance(200)
    const told = listenTo(node)
    node.advance(400)
    expect(told).toEqual(['dropped 1/3 a: requested'])
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

  test('behavior: it goes on after a beats step, whatever passed before', () => {
    expect(
      indices({ at: 700, type: 'planBeats', offsets: [900, 1_200] }),
    ).toEqual([
      '200: 1/1',
      '400: 1/2',
      '600: 1/3',
      '900: 1/4',
      '1200: 1/5',
      '2000: 2/0',
    ])
  })

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
