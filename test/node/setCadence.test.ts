import { createMockNode, type MockNode, type MockNodeOptions } from 'preseal'
import { readTimeline } from 'preseal/timeline'
import { describe, expect, test } from 'vitest'
import { says } from '../says.js'
import { alice, bob, funded } from './actors.js'
import { listen } from './listen.js'
import { ask, readBlock } from './reads.js'

const options = {
  ...funded,
  timestamp: 1_000n,
  l1Attributes: {},
} as const satisfies MockNodeOptions

/** What Base did. */
const denim = {
  blockTime: 200,
  preconfirmationTime: 200,
  baseTimeDeposit: true,
  beatsSeenBy: 'none',
} as const

const latest = async (node: MockNode) =>
  Number(await ask(node, 'eth_blockNumber'))

/** Seconds, and ms where there are any, since the genesis block. */
async function timesOf(node: MockNode, numbers: number[]) {
  return Promise.all(
    numbers.map(async (number) => {
      const block = await readBlock(node, `0x${number.toString(16)}`)
      const { timestamp, timestampMs } = block as unknown as {
        timestamp: string
        timestampMs?: string
      }
      return [
        Number(timestamp) - 1_000,
        timestampMs === undefined ? null : Number(timestampMs) - 1_000_000,
        block.transactions.length,
      ]
    }),
  )
}

describe('setCadence', () => {
  test('default: at a boundary, from the block that opens there', async () => {
    const node = createMockNode(options)
    node.nextBlock(2)
    node.setCadence(denim)
    node.advance(1_000)
    expect(await latest(node)).toBe(7)
    expect(await timesOf(node, [1, 2, 3, 6, 7])).toEqual([
      [2, null, 1],
      [4, null, 1],
      [4, 4_200, 2],
      [4, 4_800, 2],
      [5, 5_000, 2],
    ])
  })

  test('behavior: a step does the same as the verb', async () => {
    const verb = createMockNode(options)
    const step = createMockNode({
      ...options,
      steps: [{ at: 4_000, type: 'setCadence', ...denim }],
    })
    verb.advance(4_000)
    verb.setCadence(denim)
    verb.advance(1_100)
    step.advance(5_100)
    expect(await readBlock(step, 'latest')).toEqual(
      await readBlock(verb, 'latest'),
    )
  })

  test('behavior: within a block, from the next one on', async () => {
    const node = createMockNode(options)
    node.advance(1_000)
    node.setCadence(denim)
    expect((await readBlock(node, 'pending')).number).toBe('0x1')
    node.advance(1_000)
    expect(await latest(node)).toBe(1)
    node.advance(400)
    expect(await latest(node)).toBe(3)
    expect(await timesOf(node, [1, 2, 3])).toEqual([
      [2, null, 1],
      [2, 2_200, 2],
      [2, 2_400, 2],
    ])
  })

  test('behavior: a block that holds something by then stays as it is', async () => {
    const node = createMockNode({
      ...options,
      steps: [
        { at: 2_000, type: 'preconfirm', from: alice, to: bob },
        { at: 2_000, type: 'setBalance', address: bob, value: 1n },
        { at: 2_000, type: 'setCadence', ...denim },
      ],
    })
    node.advance(3_999)
    expect(await latest(node)).toBe(1)
    node.advance(1)
    expect(await latest(node)).toBe(2)
    node.advance(200)
    expect(await latest(node)).toBe(3)
  })

  test('behavior: L1 goes on as if nothing had changed', async () => {
    const origin = async (node: MockNode) => {
      const { transactions } = await readBlock(node, 'latest')
      const input = (transactions[0] as unknown as { input: string }).input
      const digits = (from: number, to: number) =>
        Number(`0x${input.slice(2 + 2 * from, 2 + 2 * to)}`)
      // Number and time of the L1 block, and how many L2 blocks it had before.
      return [digits(28, 36), digits(20, 28) - 1_000, digits(12, 20)]
    }
    const node = createMockNode(options)
    node.nextBlock(4)
    expect(await origin(node)).toEqual([0, 0, 4])
    node.setCadence(denim)
    node.nextBlock(5)
    expect(await origin(node)).toEqual([0, 0, 9])
    node.nextBlock(15)
    expect(await origin(node)).toEqual([1, 12, 0])
    node.nextBlock(5)
    node.setCadence({
      blockTime: 2_000,
      baseTimeDeposit: false,
      beatsSeenBy: 'pending',
    })
    node.nextBlock(2)
    expect(await origin(node)).toEqual([1, 12, 7])
  })

  test('behavior: who sees beats changes with it', async () => {
    const node = createMockNode(options)
    const told: unknown[] = []
    node.provider.on('message', ({ data }) => told.push(data))
    await ask(node, 'eth_subscribe', 'newFlashblocks')
    node.nextBeat(3)
    expect(told).toHaveLength(3)
    node.nextBlock()
    node.setCadence(denim)
    told.length = 0
    const hash = node.preconfirm({ from: alice, to: bob, value: 1n })
    node.nextBeat()
    expect(told).toEqual([])
    expect(await ask(node, 'eth_getTransactionReceipt', hash)).toBe(null)
    expect(await readBlock(node, 'pending')).toEqual(
      await readBlock(node, 'latest'),
    )
    node.nextBlock()
    expect(await ask(node, 'eth_getTransactionReceipt', hash)).toMatchObject({
      status: '0x1',
    })
  })

  test('behavior: verbs that move time follow, across the change', async () => {
    const script = [{ at: 4_000, type: 'setCadence', ...denim }] as const
    const node = createMockNode({ ...options, steps: script })
    node.nextBlock(7)
    expect([node.now, await latest(node)]).toEqual([5_000, 7])
    const beats = createMockNode({ ...options, steps: script })
    // Ten to a block, and then one.
    beats.nextBeat(23)
    expect(beats.now).toBe(4_600)
  })

  test('behavior: time goes back before it, and past it again', async () => {
    const node = createMockNode(options)
    node.nextBlock(2)
    const before = node.snapshot()
    node.setCadence(denim)
    node.advance(1_000)
    const { hash } = await readBlock(node, 'latest')
    node.seek(4_400)
    expect(await latest(node)).toBe(4)
    node.seek(5_000)
    expect((await readBlock(node, 'latest')).hash).toBe(hash)
    node.revert(before)
    node.advance(2_000)
    expect(await latest(node)).toBe(3)
  })

  test('behavior: a reorg across it rebuilds both sides as they were', async () => {
    const node = createMockNode(options)
    node.nextBlock(2)
    node.setCadence(denim)
    node.nextBlock(3)
    const before = await timesOf(node, [1, 2, 3, 4, 5])
    node.reorg({ depth: 4, omit: [] })
    expect(await timesOf(node, [1, 2, 3, 4, 5])).toEqual(before)
    node.nextBlock()
    expect((await timesOf(node, [6]))[0]).toEqual([4, 4_800, 2])
  })

  test('behavior: the deposits of the block that opens anew are told', () => {
    const node = createMockNode(options)
    node.nextBlock(2)
    const told = listen(node, 'preconfirmed')
    node.setCadence(denim)
    expect(told.length).toBeGreaterThan(0)
    const { beats, blocks } = readTimeline(node)
    expect(beats.at(-1)?.at).toBe(4_000)
    node.advance(400)
    expect(readTimeline(node).blocks.slice(blocks.length)).toMatchObject([
      { at: 4_200, number: 3n },
      { at: 4_400, number: 4n },
    ])
  })

  test('error: what contradicts the rest, of which nothing changes', async () => {
    const node = createMockNode(options)
    node.nextBlock()
    const refusal = (change: () => void) => {
      try {
        change()
      } catch (error) {
        return `${error}`
      }
      return 'nothing'
    }
    expect([
      refusal(() => node.setCadence({})),
      refusal(() => node.setCadence({ blockTime: 300 })),
      refusal(() =>
        node.setCadence({
          blockTime: 250,
          preconfirmationTime: 50,
          baseTimeDeposit: true,
        }),
      ),
      refusal(() => createMockNode().setCadence(denim)),
      refusal(() => {
        const odd = createMockNode({
          ...options,
          blockTime: 250,
          preconfirmationTime: 250,
        })
        odd.nextBlock()
        odd.setCadence(denim)
      }),
    ]).toEqual(
      [
        'InvalidParametersError … "setCadence" … expected at least one of',
        'ChainRuleError … "blockTime" … expected a whole multiple of',
        'ChainRuleError … "blockTime" … expected a whole multiple of 200,',
        'ChainRuleError … "l1Attributes" … Create the node with',
        'ChainRuleError … "baseTimeDeposit" … Change the cadence some',
      ].map(says),
    )
    node.advance(2_000)
    expect(await latest(node)).toBe(2)
  })

  test('behavior: idle blocks in one jump have the times of both cadences', async () => {
    const node = createMockNode(options)
    node.advance(1_000)
    node.setCadence(denim)
    // Nobody listens: the boundary and all after it are passed at once.
    node.advance(5_000)
    expect(await latest(node)).toBe(21)
    expect(await timesOf(node, [1, 2, 21])).toEqual([
      [2, null, 1],
      [2, 2_200, 2],
      [6, 6_000, 2],
    ])
    expect((await readBlock(node, 'pending')).number).toBe('0x15')
  })

  test('behavior: an import below keeps the pace, whatever its number', async () => {
    const donor = createMockNode({ ...options, l1Attributes: null })
    donor.nextBlock()
    const block = await readBlock(donor, '0x1')
    const node = createMockNode({ ...options, l1Attributes: null })
    node.nextBlock(4)
    node.setCadence({ blockTime: 400, preconfirmationTime: 200 })
    node.nextBlock()
    node.importBlock({ block })
    const imported = node.now
    node.nextBlock(5)
    expect(node.now - imported).toBe(2_000)
    const { timestamp } = await readBlock(node, 'latest')
    expect(Number(timestamp) - Number(block.timestamp)).toBe(2)
  })

  test('behavior: an import opens a block of the new rhythm at once', async () => {
    const donor = createMockNode({ ...options, l1Attributes: null })
    donor.nextBlock()
    const block = await readBlock(donor, '0x1')
    const node = createMockNode({
      ...options,
      l1Attributes: null,
      preconfirmationTime: 2_000,
    })
    node.advance(1_900)
    node.setCadence({ blockTime: 200, preconfirmationTime: 200 })
    node.importBlock({ block })
    node.advance(199)
    expect(await latest(node)).toBe(1)
    node.advance(1)
    expect(await latest(node)).toBe(2)
  })

  test('a subscription missed the logs of the block before the switch', async () => {
    const logs = [{ address: bob, topics: [], data: '0x' }] as const
    const said: unknown[] = []
    for (const beatsSeenBy of ['latest', 'none'] as const) {
      const from = beatsSeenBy === 'latest' ? 'pending' : 'latest'
      const node = createMockNode({ ...funded, beatsSeenBy: from })
      const told: boolean[] = []
      await ask(node, 'eth_subscribe', 'logs', {})
      node.provider.on('message', ({ data }) => {
        const { result } = data as { result: { removed: boolean } }
        told.push(result.removed)
      })
      node.preconfirm({ from: alice, to: bob, logs: [...logs] })
      node.setCadence({ beatsSeenBy })
      node.nextBlock()
      node.nextBlock()
      await Promise.resolve()
      said.push(told)
    }
    expect(said).toEqual([[false], [false]])
  })

  test('error: blocks without room for the second deposit', () => {
    const header = { gasLimit: 1_000_000n }
    const node = createMockNode({ ...options, header })
    expect(() => node.setCadence({ baseTimeDeposit: true })).toThrow(
      'setCadence: the gas limit of blocks is 1000000, expected at least 1046108, room for the deposits that "l1Attributes" and "baseTimeDeposit" put into each block.',
    )
  })

  test('error: a misspelt field is all that is wrong', () => {
    expect(() => createMockNode().setCadence({ foo: 1 } as never)).toThrow(
      /^setCadence: "foo" is an unknown key, expected one of blockTime, preconfirmationTime, baseTimeDeposit, beatsSeenBy\.$/,
    )
  })
})
