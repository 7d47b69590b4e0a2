import { createMockNode, type MockNodeOptions, type Step } from 'preseal'
import { describe, expect, test } from 'vitest'
import { thrown } from '../base/clock/thrown.js'
import { alice, bob, funded, tenYears } from './actors.js'
import { ask, readBalance, readBlock } from './reads.js'

const scripted = (timeline: Step[], options: MockNodeOptions = {}) =>
  createMockNode({ ...funded, ...options, steps: timeline })

const latest = (node: ReturnType<typeof createMockNode>) =>
  ask(node, 'eth_blockNumber').then(Number)

async function foreignBlock(number: number) {
  const other = createMockNode()
  other.nextBlock(number)
  return readBlock(other, 'latest')
}

describe('seal', () => {
  test('behavior: it stopped at a boundary that a step had put off', async () => {
    const node = scripted([{ at: 100, type: 'planSeal', delay: 1_000 }])
    node.nextBlock()
    expect([node.now, await latest(node)]).toEqual([3_000, 1])
    node.nextBlock(2)
    expect([node.now, await latest(node)]).toEqual([7_000, 3])
  })

  test('behavior: a block that a step seals is one of those asked for', async () => {
    const node = scripted([{ at: 500, type: 'seal' }])
    node.nextBlock()
    expect([node.now, await latest(node)]).toEqual([500, 1])
    const other = scripted([{ at: 500, type: 'seal' }])
    other.nextBlock(3)
    expect([other.now, await latest(other)]).toEqual([4_500, 3])
  })

  test('behavior: a step at the very boundary does not hold it up', async () => {
    const node = scripted([{ at: 2_000, type: 'planSeal', delay: 500 }])
    node.nextBlock()
    expect(node.now).toBe(2_000)
    node.nextBlock()
    expect([node.now, await latest(node)]).toEqual([4_500, 2])
  })

  test('behavior: an import on the way moves the boundary and counts for none', async () => {
    const block = await foreignBlock(7)
    const node = scripted([{ at: 500, type: 'importBlock', block }])
    node.nextBlock()
    expect([node.now, await latest(node)]).toEqual([2_400, 8])
  })

  test('behavior: where the script alone seals, it waits for its steps', async () => {
    const timeline: Step[] = [
      { at: 500, type: 'seal' },
      { at: 700, type: 'setBalance', address: bob, value: 1n },
      { at: 900, type: 'seal' },
    ]
    const node = scripted(timeline, { sealing: 'manual' })
    expect(thrown(() => node.nextBlock(3))).toContain('NothingAheadError')
    expect(node.now).toBe(0)
    node.nextBlock(2)
    expect([node.now, await latest(node)]).toEqual([900, 2])
  })

  test('behavior: a billion idle blocks, with steps long before the end', async () => {
    const node = scripted([
      { at: 100, type: 'planSeal', delay: 1_000 },
      { at: tenYears, type: 'seal' },
    ])
    node.nextBlock(1_000_000_000)
    expect(await latest(node)).toBe(1_000_000_000)
    // The step seals a block in its middle: a second after the one before.
    const sealed = (tenYears - 3_000 - 1_000) / 2_000 + 2
    expect(node.now).toBe(tenYears + (1_000_000_000 - sealed) * 2_000)
  })

  test('behavior: by control verbs under a clock of others, too', async () => {
    const clock = { now: 0, setTimeout: () => 0, clearTimeout: () => {} }
    const node = scripted([{ at: 100, type: 'planSeal', delay: 1_000 }], {
      clock,
    })
    await node.control.request({ method: 'evm_mine' })
    expect([node.now, await latest(node)]).toEqual([3_000, 1])
  })

  test('behavior: what a step throws on the way is thrown when it is over', async () => {
    const poor = '0x0000000000000000000000000000000000000f00'
    const node = scripted([
      { at: 100, type: 'preconfirm', from: poor, to: bob, value: 1n },
      { at: 200, type: 'planSeal', delay: 1_000 },
    ])
    expect(thrown(() => node.nextBlock())).toContain('steps[0] at 100 ms')
    expect([node.now, await latest(node)]).toEqual([3_000, 1])
  })

  test('behavior: a listener that disposes of the node ends the journey', () => {
    const node = scripted([
      { at: 300, type: 'planSeal', delay: 1_000 },
      { at: 500, type: 'planSeal', delay: 1_000 },
    ])
    node.on('beat', node.dispose)
    node.nextBlock()
    expect(node.now).toBe(200)
  })
})

describe('nextBeat', () => {
  test('behavior: it passed a beat that a step had moved', () => {
    const node = scripted([{ at: 100, type: 'seal' }])
    const told: number[] = []
    node.on('beat', ({ at }) => told.push(at))
    node.nextBeat(2)
    expect([node.now, told]).toEqual([300, [100, 300]])
  })

  test('behavior: it finds the beats that a step gives the block', () => {
    const node = scripted([
      { at: 700, type: 'planBeats', offsets: [900, 1_200] },
    ])
    node.nextBeat(6)
    expect(node.now).toBe(2_000)
  })

  test('behavior: to a beat that only a later step brings', () => {
    const timeline: Step[] = [
      { at: 0, type: 'planBeats', offsets: [] },
      { at: 700, type: 'setBalance', address: bob, value: 1n },
      { at: 1_000, type: 'seal' },
    ]
    const node = scripted(timeline, { sealing: 'manual' })
    node.nextBeat()
    expect(node.now).toBe(1_000)
    node.nextBeat()
    expect(node.now).toBe(1_200)
  })

  test('behavior: to a beat that only an imported block brings', async () => {
    const block = await foreignBlock(1)
    const timeline: Step[] = [
      { at: 0, type: 'planBeats', offsets: [] },
      { at: 1_000, type: 'importBlock', block },
    ]
    const node = scripted(timeline, { sealing: 'manual' })
    node.nextBeat()
    expect(node.now).toBe(1_000)
  })

  test('error: where no step can bring one, nothing moves', () => {
    const timeline: Step[] = [
      { at: 0, type: 'planBeats', offsets: [] },
      { at: 700, type: 'setBalance', address: bob, value: 1n },
    ]
    const node = scripted(timeline, { sealing: 'manual' })
    expect(thrown(() => node.nextBeat())).toContain('NothingAheadError')
    expect(node.now).toBe(0)
  })
})

test('regression: a beat was found missing after time had moved', () => {
  const timeline: Step[] = [
    { at: 0, type: 'planBeats', offsets: [200] },
    { at: 700, type: 'planBeats', offsets: [900] },
  ]
  const node = scripted(timeline, { sealing: 'manual' })
  const told: number[] = []
  node.on('beat', ({ at }) => told.push(at))
  expect(thrown(() => node.nextBeat(3))).toContain('NothingAheadError')
  expect([node.now, told]).toEqual([0, []])
  node.nextBeat(2)
  expect([node.now, told]).toEqual([900, [200, 900]])
})

describe('an import late in a block', () => {
  const late = () =>
    scripted([
      { at: 0, type: 'planBeats', offsets: [] },
      { at: 0, type: 'planSeal', delay: 10_000 },
    ])

  test('behavior: the next boundary lay in the past, and blocks were sealed unseen', async () => {
    const node = late()
    node.advance(5_000)
    node.importBlock({ block: await foreignBlock(6) })
    const told: bigint[] = []
    node.on('sealed', ({ blockNumber }) => told.push(blockNumber))
    node.advance(1_999)
    expect([await latest(node), told]).toEqual([6, []])
    node.nextBlock()
    expect([node.now, await latest(node), told]).toEqual([7_000, 7, [7n]])
  })

  test('behavior: the block after it has beats from index 0 on', async () => {
    const node = late()
    node.advance(5_100)
    node.importBlock({ block: await foreignBlock(6) })
    const told: [number, number][] = []
    node.on('beat', ({ at, index }) => told.push([at, index]))
    node.nextBeat(2)
    expect(told).toEqual([
      [5_300, 1],
      [5_500, 2],
    ])
  })
})

describe('beats ago', () => {
  const pay = (at: number): Step => ({
    at,
    type: 'preconfirm',
    from: alice,
    to: bob,
    value: 1n,
  })
  const read = async (
    node: ReturnType<typeof createMockNode>,
    beats: number,
  ) => {
    const lift = node.fault({ type: 'stale', beats })
    const balance = await readBalance(node, bob, 'pending')
    lift()
    return Number(balance - 5n * 10n ** 18n)
  }

  test('behavior: irregular beats were counted as if they were regular', async () => {
    const node = scripted([
      { at: 0, type: 'planBeats', offsets: [500, 550] },
      pay(400),
      pay(520),
    ])
    node.advance(550)
    expect([
      await read(node, 0),
      await read(node, 1),
      await read(node, 2),
    ]).toEqual([2, 1, 0])
    node.advance(100)
    expect([
      await read(node, 0),
      await read(node, 1),
      await read(node, 2),
    ]).toEqual([2, 1, 0])
  })

  test('behavior: over a block that a step sealed between its beats', async () => {
    const node = scripted([pay(0), { at: 250, type: 'seal' }, pay(300)])
    node.advance(450)
    const past: number[] = []
    for (const beats of [0, 1, 2, 3, 4, 99]) past.push(await read(node, beats))
    expect(past).toEqual([2, 1, 1, 1, 1, 1])
    const lift = node.fault({ type: 'stale', beats: 2 })
    expect(await latest(node)).toBe(0)
    lift()
  })

  test('behavior: what was set between beats is as old as now since the last one', async () => {
    const node = createMockNode()
    node.advance(250)
    node.setBalance({ address: bob, value: 1n })
    node.advance(199)
    node.fault({ type: 'stale', beats: 1 })
    expect(await readBalance(node, bob)).toBe(0n)
    node.advance(1)
    expect(await readBalance(node, bob)).toBe(1n)
  })
})
