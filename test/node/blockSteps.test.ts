import { createMockNode, type MockNode, type Step } from 'preseal'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { alice, bob, carol, ether, funded, token, word } from './actors.js'
import { listen } from './listen.js'
import {
  ask,
  pendingHashes,
  readAll,
  readBalance,
  readBlock,
  readReceipts,
} from './reads.js'

afterEach(() => {
  vi.useRealTimers()
})

const pay = (at: number, label: string, fields = {}): Step => ({
  at,
  type: 'preconfirm',
  label,
  from: alice,
  to: bob,
  value: 1n,
  ...fields,
})

const play = (...timeline: Step[]) =>
  createMockNode({ ...funded, steps: timeline })

async function numberOf(node: MockNode, selector: string): Promise<number> {
  return Number((await readBlock(node, selector)).number)
}

/** When blocks are sealed and beats come, in ms. */
function rhythm(node: MockNode, ms: number) {
  const seals: number[] = []
  const beats: [number, number][] = []
  node.on('sealed', () => seals.push(node.now))
  node.on('beat', ({ at, index }) => beats.push([at, index]))
  node.advance(ms)
  return { seals, beats }
}

/** The same story, however time is cut and whoever listens. */
async function isIndependent(timeline: Step[], length = 9_000) {
  const whole = createMockNode({ ...funded, steps: timeline })
  whole.advance(length)
  const cut = createMockNode({ ...funded, steps: timeline })
  listen(cut, 'beat', 'sealed', 'preconfirmed', 'dropped')
  for (let ms = 0; ms < length; ms += 50) {
    cut.advance(50)
    await readBlock(cut, 'pending')
  }
  expect(await readAll(cut)).toEqual(await readAll(whole))
  cut.seek(2_300)
  cut.seek(length)
  expect(await readAll(cut)).toEqual(await readAll(whole))
}

describe('seal', () => {
  test('default: at once, and the next boundary is a blockTime later', async () => {
    const node = play(pay(0, 'a'), { at: 1_100, type: 'seal' })
    const { seals, beats } = rhythm(node, 5_100)
    expect(seals).toEqual([1_100, 3_100, 5_100])
    expect(beats.slice(4, 8)).toEqual([
      [1_000, 5],
      [1_100, 0],
      [1_300, 1],
      [1_500, 2],
    ])
    expect((await readBlock(node, '0x1')).transactions).toHaveLength(1)
    expect(await numberOf(node, 'latest')).toBe(3)
  })

  test('behavior: timestamps stay arithmetic', async () => {
    const node = play({ at: 600, type: 'seal' })
    node.advance(2_600)
    const [first, second] = [
      await readBlock(node, '0x1'),
      await readBlock(node, '0x2'),
    ]
    expect(Number(second.timestamp) - Number(first.timestamp)).toBe(2)
  })

  test('behavior: what was queued is pre-confirmed and sealed', async () => {
    const node = play(pay(50, 'a'), { at: 100, type: 'seal' })
    node.advance(100)
    expect((await readBlock(node, 'latest')).transactions).toHaveLength(1)
    expect(await pendingHashes(node)).toEqual([])
  })

  test('behavior: at a boundary, an empty block follows', async () => {
    const node = play(pay(0, 'a'), { at: 2_000, type: 'seal' })
    node.advance(2_000)
    expect(await numberOf(node, 'latest')).toBe(2)
    expect((await readBlock(node, '0x1')).transactions).toHaveLength(1)
  })

  test('behavior: the clocks of others wake up for it', async () => {
    vi.useFakeTimers({ now: 0 })
    const timeline: Step[] = [{ at: 1_100, type: 'seal' }]
    const node = createMockNode({ clock: 'ambient', steps: timeline })
    const seals: number[] = []
    node.on('sealed', () => seals.push(node.now))
    await vi.advanceTimersByTimeAsync(3_300)
    expect(seals).toEqual([1_100, 3_100])
    node.dispose()
  })

  test('behavior: time may be cut', () =>
    isIndependent([
      pay(0, 'a'),
      { at: 1_100, type: 'seal' },
      pay(1_150, 'b'),
      { at: 1_333, type: 'seal' },
      pay(4_000, 'c'),
    ]))
})

describe('planSeal: delay', () => {
  test('default: the block goes on', () => {
    const node = play({ at: 1_000, type: 'planSeal', delay: 700 })
    const { seals, beats } = rhythm(node, 5_000)
    expect(seals).toEqual([2_700, 4_700])
    expect(beats.slice(8, 16)).toEqual([
      [1_800, 9],
      [2_000, 10],
      [2_200, 11],
      [2_400, 12],
      [2_600, 13],
      [2_700, 0],
      [2_900, 1],
      [3_100, 2],
    ])
  })

  test('behavior: delays add up, and end with the block', () => {
    const node = play(
      { at: 0, type: 'planSeal', delay: 200 },
      { at: 10, type: 'planSeal', delay: 300 },
    )
    expect(rhythm(node, 7_000).seals).toEqual([2_500, 4_500, 6_500])
  })

  test('behavior: verbs find the boundary and the beats', () => {
    const node = play({ at: 0, type: 'planSeal', delay: 300 })
    node.nextBlock()
    expect(node.now).toBe(2_300)
    node.seek(2_150)
    node.nextBeat()
    expect(node.now).toBe(2_200)
    node.nextBeat()
    expect(node.now).toBe(2_300)
    node.nextBeat(12)
    expect(node.now).toBe(4_700)
    node.seek(100)
    node.nextBeat(14)
    expect(node.now).toBe(2_700)
    node.nextBlock(0)
    expect(node.now).toBe(2_700)
  })

  test('behavior: time may be cut', () =>
    isIndependent([
      { at: 100, type: 'planSeal', delay: 350 },
      pay(2_100, 'a'),
      pay(2_340, 'b'),
      { at: 5_000, type: 'planSeal', delay: 1 },
    ]))
})

describe('planBeats', () => {
  // A node log in base/base#1439, the offsets added up.
  const offsets = [315, 357, 490, 856, 876, 1_060, 1_451, 1_558]

  test('default: at these instants and no others', () => {
    const node = play({ at: 0, type: 'planBeats', offsets })
    const { beats, seals } = rhythm(node, 2_300)
    expect(beats).toEqual([
      ...offsets.map((offset, index) => [offset, index + 1]),
      [2_000, 0],
      [2_200, 1],
    ])
    expect(seals).toEqual([2_000])
  })

  test('behavior: what is queued waits for them', async () => {
    const node = play(
      { at: 0, type: 'planBeats', offsets: [700] },
      pay(10, 'a'),
    )
    node.advance(699)
    expect(await pendingHashes(node)).toHaveLength(0)
    node.advance(1)
    expect(await pendingHashes(node)).toHaveLength(1)
    node.preconfirm({ from: alice, to: bob })
    node.nextBeat()
    expect(node.now).toBe(2_000)
    expect(await pendingHashes(node)).toHaveLength(1)
  })

  test('behavior: without any, nothing is pre-confirmed but at the boundary', async () => {
    const node = play({ at: 0, type: 'planBeats', offsets: [] }, pay(10, 'a'))
    node.advance(1_999)
    expect(await pendingHashes(node)).toHaveLength(0)
    node.advance(1)
    expect(await pendingHashes(node)).toHaveLength(1)
  })

  test('behavior: time may be cut', () =>
    isIndependent([
      { at: 0, type: 'planBeats', offsets },
      pay(310, 'a'),
      pay(900, 'b'),
      pay(1_600, 'c'),
      { at: 2_000, type: 'planBeats', offsets: [42, 1_999] },
      pay(2_041, 'd'),
      pay(2_043, 'e'),
    ]))

  test('error: offsets that do not grow', () => {
    expect(() => play({ at: 0, type: 'planBeats', offsets: [5, 5] })).toThrow(
      'Option "steps[0].offsets[1]" is 5, expected more than 5, the beat before.',
    )
  })
})

describe('planSeal: order, omit, amend', () => {
  const three = [
    pay(0, 'a'),
    pay(0, 'b', { from: bob, to: carol, value: 2n }),
    pay(0, 'c', { value: 3n }),
  ]

  test('options: order', async () => {
    const node = play(...three, {
      at: 100,
      type: 'planSeal',
      order: ['b', 'a'],
    })
    const pending = await pendingHashes(node)
    node.nextBlock()
    const { transactions } = await readBlock(node, 'latest')
    expect(transactions.map(({ hash }) => hash)).toEqual([
      pending[1],
      pending[0],
      pending[2],
    ])
    const receipts = await readReceipts(node, 'latest')
    expect(receipts.map(({ cumulativeGasUsed }) => cumulativeGasUsed)).toEqual([
      '0x5208',
      '0xa410',
      '0xf618',
    ])
    expect(receipts.map(({ transactionHash }) => transactionHash)).toEqual(
      transactions.map(({ hash }) => hash),
    )
  })

  test('options: omit, by label and by hash', async () => {
    const [first, , third] = await pendingHashes(play(...three))
    const node = play(...three, {
      at: 100,
      type: 'planSeal',
      omit: ['b', `0x${first?.slice(2).toUpperCase()}`],
    })
    const told = listen(node, 'dropped', 'sealed')
    node.advance(1_999)
    expect(await readBalance(node, bob, 'pending')).toBe(5n * ether + 2n)
    node.advance(1)
    // c lacks the nonce of a, which is gone, and waits for it.
    expect((await readBlock(node, 'latest')).transactions).toEqual([])
    expect(await readBalance(node, bob)).toBe(5n * ether)
    expect(
      told.map(([name, event]) =>
        name === 'dropped' ? [event.transaction.label, event.reason] : name,
      ),
    ).toEqual(['sealed', ['a', 'omitted'], ['b', 'omitted']])
    const refilled = node.preconfirm({ from: alice, to: bob })
    node.nextBeat()
    expect(await pendingHashes(node)).toEqual([refilled, third])
    expect(await ask(node, 'eth_getTransactionReceipt', first)).toBeNull()
  })

  test('options: amend', async () => {
    const log = { address: token, topics: [word(1)], data: '0x02' } as const
    const node = play(pay(0, 'a', { gas: 90_000n }), pay(0, 'b'), {
      at: 100,
      type: 'planSeal',
      amend: [
        {
          transaction: 'a',
          gasUsed: 60_000n,
          logs: [log],
          changes: { [carol]: { balance: 9n } },
        },
        { transaction: 'b', status: 'reverted' },
      ],
    })
    const pending = await pendingHashes(node)
    node.nextBlock()
    const [first, second] = await readReceipts(node, 'latest')
    expect(first).toMatchObject({
      transactionHash: pending[0],
      gasUsed: '0xea60',
      status: '0x1',
      logs: [log],
    })
    expect(second).toMatchObject({
      transactionHash: pending[1],
      status: '0x0',
      cumulativeGasUsed: '0x13c68',
    })
    expect(await readBalance(node, bob)).toBe(5n * ether + 1n)
    expect(await readBalance(node, carol)).toBe(9n)
  })

  test('behavior: pending shows nothing of it', async () => {
    const plain = play(...three)
    const node = play(...three, { at: 100, type: 'planSeal', omit: ['c'] })
    plain.advance(1_999)
    node.advance(1_999)
    expect(await readBlock(node, 'pending')).toEqual(
      await readBlock(plain, 'pending'),
    )
  })

  test('behavior: what happened to the block first is part of it', async () => {
    const node = play(
      ...three,
      { at: 100, type: 'planSeal', order: ['c', 'a'] },
      { at: 200, type: 'setBalance', address: carol, value: 7n },
      { at: 300, type: 'drop', transaction: 'c' },
    )
    // c is not there any more, so that the order cannot be kept.
    expect(() => node.nextBlock()).toThrow(
      'The step "planSeal" at 100 ms names "c", which is not pending when the block is sealed, so its order, omit and amend do nothing; a delay still applies.',
    )
    expect((await readBlock(node, 'latest')).transactions).toHaveLength(2)
    expect(await readBalance(node, carol)).toBe(7n)
  })

  test('behavior: time may be cut', () =>
    isIndependent([
      ...three,
      { at: 100, type: 'planSeal', order: ['b', 'a'], omit: ['c'] },
      pay(2_100, 'd'),
      {
        at: 2_200,
        type: 'planSeal',
        amend: [{ transaction: 'd', status: 'reverted' }],
      },
      { at: 2_900, type: 'seal' },
    ]))

  test('behavior: what one amends stays amended, reordered and in a reorg', async () => {
    const node = play(
      ...three,
      {
        at: 100,
        type: 'planSeal',
        amend: [{ transaction: 'a', gasUsed: 20_000n }],
      },
      {
        at: 200,
        type: 'planSeal',
        order: ['b', 'a'],
        amend: [{ transaction: 'a', status: 'reverted' }],
      },
      { at: 2_500, type: 'reorg', depth: 1, omit: ['c'] },
    )
    const receipts = async () =>
      (await readReceipts(node, 'latest')).map(({ gasUsed, status }) => [
        Number(gasUsed),
        status,
      ])
    node.nextBlock()
    expect(await receipts()).toEqual([
      [21_000, '0x1'],
      [20_000, '0x0'],
      [21_000, '0x1'],
    ])
    node.advance(500)
    expect(await receipts()).toEqual([
      [21_000, '0x1'],
      [20_000, '0x0'],
    ])
  })

  test('behavior: a drop was forgotten of what has no room in the order of the seal', async () => {
    const node = createMockNode({
      ...funded,
      header: { gasLimit: 100_000n },
      steps: [
        pay(0, 'a', { gas: 60_000n, gasUsed: 21_000n }),
        pay(0, 'b', { gas: 79_000n, gasUsed: 79_000n, from: bob }),
        { at: 100, type: 'planSeal', order: ['b', 'a'] },
        { at: 1_900, type: 'drop', transaction: 'a' },
      ],
    })
    const told = listen(node, 'dropped')
    node.advance(2_000)
    expect(told).toMatchObject([
      ['dropped', { blockNumber: 1n, index: 0, reason: 'requested' }],
    ])
    expect(await pendingHashes(node)).toEqual([])
  })

  test('behavior: several steps act in turn', async () => {
    const node = play(
      ...three,
      { at: 100, type: 'planSeal', omit: ['c'] },
      { at: 200, type: 'planSeal', omit: ['b'] },
    )
    node.nextBlock()
    expect((await readBlock(node, 'latest')).transactions).toHaveLength(1)
  })

  test('behavior: what reverts in the end logs and changes nothing', async () => {
    const changes = { [carol]: { balance: 9n } }
    const logs = [{ address: token }]
    const node = play(pay(0, 'a', { changes, logs }), {
      at: 0,
      type: 'planSeal',
      amend: [{ transaction: 'a', status: 'reverted' }],
    })
    node.advance(1_999)
    expect(await readBalance(node, carol, 'pending')).toBe(9n)
    node.advance(1)
    expect(await readBalance(node, carol)).toBe(0n)
    const [receipt] = await readReceipts(node, 'latest')
    expect(receipt).toMatchObject({ status: '0x0', logs: [] })
  })

  test('behavior: what was scripted as reverted logs and changes nothing, amended or not', async () => {
    const changes = { [carol]: { balance: 9n } }
    const logs = [{ address: token }] as const
    const amend = [{ transaction: 'a', changes, logs }]
    const node = play(pay(0, 'a', { status: 'reverted' }), {
      at: 0,
      type: 'planSeal',
      amend,
    })
    node.nextBlock()
    expect(await readBalance(node, carol)).toBe(0n)
    const [receipt] = await readReceipts(node, 'latest')
    expect(receipt).toMatchObject({ status: '0x0', logs: [] })

    const cured = play(pay(0, 'a', { status: 'reverted' }), {
      at: 0,
      type: 'planSeal',
      amend: amend.map((one) => ({ ...one, status: 'success' })),
    })
    cured.nextBlock()
    expect(await readBalance(cured, carol)).toBe(9n)
  })

  test('error: the same transaction twice', async () => {
    expect(() =>
      play(...three, { at: 0, type: 'planSeal', order: ['a', 'b', 'a'] }),
    ).toThrow(
      'Option "steps[3].order[2]" is "a", expected each transaction once.',
    )
    const [hash] = await pendingHashes(play(...three))
    const node = play(...three, {
      at: 7,
      type: 'planSeal',
      order: ['a', hash as string],
    })
    expect(() => node.nextBlock()).toThrow(
      `The step "planSeal" at 7 ms names "${hash}" twice in one list, so its order, omit and amend do nothing; a delay still applies.`,
    )
    expect((await readBlock(node, 'latest')).transactions).toHaveLength(3)
  })

  test('error: nothing to seal otherwise, and logs of what reverts', () => {
    expect(() => play({ at: 0, type: 'planSeal' })).toThrow(
      'expected at least one of "order", "omit", "amend"',
    )
    expect(() =>
      play(...three, {
        at: 0,
        type: 'planSeal',
        amend: [{ transaction: 'a', status: 'reverted', logs: [] }],
      }),
    ).toThrow('"steps[3].amend[0].logs" is there, expected nothing with')
  })

  test('error: a label that no earlier step has', () => {
    expect(() =>
      play({ at: 0, type: 'planSeal', omit: ['a'], order: ['b'] }),
    ).toThrow(
      'Option "steps[0].order[0]" is "b", expected the label of an earlier step of type "preconfirm", or a 32-byte hash.',
    )
  })

  test('error: more gas than its limit', () => {
    const node = play(pay(0, 'a'), {
      at: 0,
      type: 'planSeal',
      amend: [{ transaction: 'a', gasUsed: 21_001n }],
    })
    expect(() => node.nextBlock()).toThrow('as its gas limit is 21000.')
  })
})

describe('reorg', () => {
  const story = [pay(0, 'a'), pay(2_000, 'b'), pay(4_000, 'c', { value: 5n })]

  test('default: as many empty blocks, of another branch', async () => {
    const plain = play(...story)
    plain.advance(4_100)
    const node = play(...story, { at: 4_100, type: 'reorg', depth: 2 })
    const told = listen(node, 'dropped', 'sealed')
    node.advance(4_099)
    const [first] = (await readBlock(node, '0x1')).transactions
    node.advance(1)

    expect(await numberOf(node, 'latest')).toBe(2)
    for (const selector of ['0x1', '0x2']) {
      const block = await readBlock(node, selector)
      const before = await readBlock(plain, selector)
      expect(block.transactions).toEqual([])
      expect(block.hash).not.toBe(before.hash)
      expect(block.timestamp).toBe(before.timestamp)
      expect(
        await ask(node, 'eth_getBlockByHash', before.hash, false),
      ).toBeNull()
    }
    expect((await readBlock(node, '0x2')).parentHash).toBe(
      (await readBlock(node, '0x1')).hash,
    )
    expect(await readBalance(node, bob)).toBe(5n * ether)
    expect(await ask(node, 'eth_getTransactionReceipt', first?.hash)).toBeNull()
    expect(
      told.map(([name, event]) =>
        name === 'dropped'
          ? `${event.transaction.label}: ${event.reason}`
          : `block ${event.blockNumber}`,
      ),
    ).toEqual([
      'block 1',
      'block 2',
      'block 1',
      'block 2',
      'a: omitted',
      'b: omitted',
    ])
  })

  test('behavior: what was pending is queued again, and runs if it can', async () => {
    const node = play(
      ...story,
      pay(4_000, 'd', { from: bob, to: carol, value: 1n }),
      { at: 4_100, type: 'reorg', depth: 1 },
    )
    const told = listen(node, 'preconfirmed', 'dropped')
    node.advance(4_100)
    expect(await pendingHashes(node)).toEqual([])
    node.advance(100)
    // c lacks the nonce of b, which is gone.
    expect(await readBalance(node, carol, 'pending')).toBe(1n)
    node.preconfirm({ from: alice, to: bob, label: 'e' })
    node.nextBeat()
    expect(
      told
        .slice(-4)
        .map(([name, { transaction }]) => [name, transaction.label]),
    ).toEqual([
      ['dropped', 'b'],
      ['preconfirmed', 'd'],
      ['preconfirmed', 'e'],
      ['preconfirmed', 'c'],
    ])
  })

  test('options: omit', async () => {
    const node = play(...story, {
      at: 4_100,
      type: 'reorg',
      depth: 2,
      omit: ['b'],
    })
    node.advance(4_100)
    expect((await readBlock(node, '0x1')).transactions).toHaveLength(1)
    expect((await readBlock(node, '0x2')).transactions).toEqual([])
    expect(await readBalance(node, bob)).toBe(5n * ether + 1n)
    const [first] = (await readBlock(node, '0x1')).transactions
    expect(
      await ask(node, 'eth_getTransactionReceipt', first?.hash),
    ).toMatchObject({ blockHash: (await readBlock(node, '0x1')).hash })
  })

  test('behavior: what was set for latest and pending stays', async () => {
    const node = play(
      ...story,
      { at: 4_050, type: 'setBalance', address: carol, value: 3n },
      { at: 4_100, type: 'reorg', depth: 2 },
    )
    node.advance(4_100)
    expect(await readBalance(node, carol)).toBe(3n)
    expect(await readBalance(node, carol, 'pending')).toBe(3n)
  })

  test('behavior: a second one differs from the first', async () => {
    const node = play(
      { at: 2_000, type: 'reorg', depth: 1 },
      { at: 2_001, type: 'reorg', depth: 1 },
    )
    const hashes = new Set<string>()
    node.advance(1_999)
    for (let k = 0; k < 3; k++) {
      node.advance(k === 0 ? 0 : 1)
      if (k > 0) hashes.add((await readBlock(node, '0x1')).hash)
    }
    hashes.add((await readBlock(createAfter(2_000), '0x1')).hash)
    expect(hashes.size).toBe(3)
  })

  test('behavior: deposits that open blocks stay', async () => {
    const node = createMockNode({
      ...funded,
      l1Attributes: {},
      steps: [...story, { at: 4_100, type: 'reorg', depth: 2 }],
    })
    node.advance(6_000)
    for (const selector of ['0x1', '0x2', '0x3'])
      expect(
        (await readBlock(node, selector)).transactions.map(({ type }) => type),
      ).toContain('0x7e')
  })

  test('behavior: time may be cut', () =>
    isIndependent([
      ...story,
      { at: 4_100, type: 'reorg', depth: 2, omit: ['a'] },
      { at: 4_150, type: 'reorg', depth: 1 },
      pay(4_300, 'e'),
    ]))

  test('behavior: a drop that was asked for is told', async () => {
    const node = play(
      pay(2_000, 'a'),
      { at: 2_050, type: 'drop', transaction: 'a' },
      { at: 2_100, type: 'reorg', depth: 1 },
    )
    const told = listen(node, 'dropped')
    node.advance(2_200)
    expect(told.map(([, { reason }]) => reason)).toEqual(['requested'])
    expect(await pendingHashes(node)).toEqual([])
  })

  test('error: over imported blocks', async () => {
    const source = createAfter(2_000)
    const block = await readBlock(source, '0x1')
    const node = play(
      { at: 100, type: 'importBlock', block },
      { at: 200, type: 'reorg', depth: 1 },
    )
    expect(() => node.advance(300)).toThrow(
      expect.objectContaining({
        name: 'ChainRuleError',
        message: expect.stringContaining(
          'Block 1 was imported, and its effects are unknown, so no reorg can rebuild it.',
        ),
      }),
    )
  })

  test('error: deeper than the chain', () => {
    const node = play({ at: 2_500, type: 'reorg', depth: 2 })
    expect(() => node.advance(3_000)).toThrow(
      expect.objectContaining({
        name: 'ChainRuleError',
        message:
          'steps[0] at 2500 ms: A reorg of depth 2 would replace the first block, as latest is block 1. Reorg later, or lower the depth.',
      }),
    )
  })
})

function createAfter(ms: number): MockNode {
  const node = createMockNode(funded)
  node.advance(ms)
  return node
}

describe('setFinalityLag', () => {
  const tags = (node: MockNode) =>
    Promise.all(
      ['safe', 'finalized'].map((selector) => numberOf(node, selector)),
    )

  test('default', async () => {
    const node = play({
      at: 20_000,
      type: 'setFinalityLag',
      safe: 2,
      finalized: 4,
    })
    node.advance(19_999)
    expect(await tags(node)).toEqual([0, 0])
    node.advance(1)
    expect(await tags(node)).toEqual([8, 6])
    node.advance(2_000)
    expect(await tags(node)).toEqual([9, 7])
  })

  test('behavior: they never move back', async () => {
    const node = createMockNode({
      finalityLag: { safe: 1, finalized: 2 },
      steps: [{ at: 20_000, type: 'setFinalityLag', safe: 5, finalized: 5 }],
    })
    node.advance(20_000)
    expect(await tags(node)).toEqual([9, 8])
    node.advance(8_000)
    expect(await tags(node)).toEqual([9, 9])
    node.advance(4_000)
    expect(await tags(node)).toEqual([11, 11])
  })

  test('error: lags that cannot be, and none at all', () => {
    expect(() =>
      play({ at: 0, type: 'setFinalityLag', safe: 3, finalized: 2 }),
    ).toThrow('"steps[0].finalized" is 2, expected at least "safe", which is 3')
    expect(() => play({ at: 0, type: 'setFinalityLag' })).toThrow(
      'expected "safe", "finalized" or both',
    )
  })

  test('error: finalized before safe', () => {
    expect(() =>
      play({ at: 0, type: 'setFinalityLag', finalized: 59 }),
    ).toThrow(
      'steps[0] at 0 ms: "finalized" cannot be 59 blocks behind latest while "safe" is 60 blocks behind it.',
    )
  })
})

describe('sealing', () => {
  test("options: 'manual' leaves it to steps", async () => {
    const node = createMockNode({
      ...funded,
      sealing: 'manual',
      steps: [pay(0, 'a'), { at: 5_000, type: 'seal' }, pay(5_100, 'b')],
    })
    const { seals, beats } = rhythm(node, 20_000)
    expect(seals).toEqual([5_000])
    expect(beats).toHaveLength(100)
    expect(beats.at(-1)).toEqual([20_000, 75])
    expect(await numberOf(node, 'latest')).toBe(1)
    expect(await pendingHashes(node)).toHaveLength(1)
  })

  test('error: verbs that wait for what never comes', () => {
    const node = createMockNode({ sealing: 'manual' })
    node.nextBeat()
    expect(node.now).toBe(200)
    expect(() => node.nextBlock()).toThrow(
      'node.nextBlock: no further boundary will come, because option "sealing" is "manual".',
    )
    const still = createMockNode({
      sealing: 'manual',
      steps: [{ at: 0, type: 'planBeats', offsets: [] }],
    })
    expect(() => still.nextBeat()).toThrow('no further beat will come')
  })
})
