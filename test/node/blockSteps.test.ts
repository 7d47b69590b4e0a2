import { createMockNode, type MockNode, type Step } from 'preseal'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { alice, bob, carol, funded } from './actors.js'
import { listen } from './listen.js'
import { pendingHashes, readAll, readBlock } from './reads.js'

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
  test('behavior: delays add up, and end with the block', () => {
    const node = play(
      { at: 0, type: 'planSeal', delay: 200 },
      { at: 10, type: 'planSeal', delay: 300 },
    )
    expect(rhythm(node, 7_000).seals).toEqual([2_500, 4_500, 6_500])
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
  test('behavior: without any, nothing is pre-confirmed but at the boundary', async () => {
    const node = play({ at: 0, type: 'planBeats', offsets: [] }, pay(10, 'a'))
    node.advance(1_999)
    expect(await pendingHashes(node)).toHaveLength(0)
    node.advance(1)
    expect(await pendingHashes(node)).toHaveLength(1)
  })

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

  test('behavior: time may be cut', () =>
    isIndependent([
      ...story,
      { at: 4_100, type: 'reorg', depth: 2, omit: ['a'] },
      { at: 4_150, type: 'reorg', depth: 1 },
      pay(4_300, 'e'),
    ]))
})

describe('setFinalityLag', () => {
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
