import fc from 'fast-check'
import {
  createMockNode,
  type Fault,
  formatScenario,
  type MockNodeOptions,
  parseScenario,
  type Step,
} from 'preseal'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { alice, bob, token } from '../../node/actors.js'
import { share } from '../../runs.js'
import {
  accounts,
  createLiveNode,
  post,
  readAll,
  readAt,
  recordFor,
  url,
} from './recordings.js'

beforeEach(() => {
  vi.useFakeTimers()
})

afterEach(() => {
  vi.useRealTimers()
})

/** ms that the recording starts after the node: its polls fall between beats. */
const offset = 100

async function recordStory(
  story: MockNodeOptions,
  duration: number,
  by: 'url' | 'provider' = 'url',
) {
  const { fetch, provider } = createLiveNode(story)
  await vi.advanceTimersByTimeAsync(offset)
  return recordFor(
    duration,
    by === 'url' ? { from: url, fetch } : { from: provider },
  )
}

/** Plays both, and compares what they say at every poll. */
async function expectEqual(
  story: MockNodeOptions,
  scenario: MockNodeOptions,
  instants: readonly number[],
) {
  const original = await readAt(
    { accounts, ...story },
    instants.map((at) => at + offset),
  )
  const parsed = parseScenario(formatScenario(scenario))
  expect(parsed).toEqual(scenario)
  const replayed = await readAt(parsed, instants)
  for (const [index, said] of replayed.entries())
    expect(said).toEqual({
      ...(original[index] as object),
      instant: instants[index],
    })
}

const transactions: Step[] = [
  {
    at: 150,
    type: 'preconfirm',
    label: 'first',
    from: alice,
    to: bob,
    value: 1n,
  },
  {
    at: 400,
    type: 'preconfirm',
    label: 'second',
    from: alice,
    to: token,
    changes: { [token]: { storage: { '0x0': '0x2a' } } },
    logs: [{ address: token, topics: [], data: '0x01' }],
  },
  { at: 1_000, type: 'drop', transaction: 'second' },
  { at: 2_500, type: 'preconfirm', from: bob, to: alice, value: 2n },
  { at: 3_000, type: 'setBalance', address: bob, value: 77n },
  { at: 3_300, type: 'setStorageAt', address: token, index: 0, value: '0x7' },
  { at: 4_600, type: 'preconfirm', from: alice, to: bob, status: 'reverted' },
  { at: 7_000, type: 'setStorageAt', address: token, index: 0, value: '0x0' },
]

describe('record: replay', () => {
  test('default: equals the original at every poll, by a provider', async () => {
    const story = { steps: transactions }
    const { scenario, instants } = await recordStory(story, 5_000, 'provider')
    expect(instants).toHaveLength(26)
    await expectEqual(story, scenario, instants)
  })

  test('behavior: whatever polls between sees what was recorded last', async () => {
    const story = { steps: transactions }
    const { scenario, instants } = await recordStory(story, 8_000)
    expect(instants).toHaveLength(41)
    const parsed = parseScenario(formatScenario(scenario))
    expect(parsed).toEqual(scenario)
    const node = createMockNode(parsed)
    const original = createMockNode({ accounts, clock: 'virtual', ...story })
    for (const instant of instants) {
      original.seek(instant + offset)
      const expected = await readAll(original)
      for (const later of [0, 199]) {
        node.seek(instant + later)
        expect(await readAll(node)).toEqual(expected)
      }
    }
  })

  test('behavior: blocks that bend are kept as they were', async () => {
    const pay = { type: 'preconfirm', from: alice, to: bob, value: 1n } as const
    const story: MockNodeOptions = {
      steps: [
        { ...pay, at: 150, label: 'one' },
        { ...pay, at: 150, label: 'two' },
        { at: 700, type: 'seal' },
        { ...pay, at: 900, label: 'three', from: bob, to: alice },
        { ...pay, at: 900, label: 'four' },
        {
          at: 1_000,
          type: 'planSeal',
          order: ['four', 'three'],
          amend: [{ transaction: 'four', status: 'reverted' }],
        },
        { at: 1_100, type: 'planSeal', delay: 700 },
        { at: 3_400, type: 'planBeats', offsets: [315, 357, 1_490] },
        { ...pay, at: 3_600, label: 'five' },
        { at: 3_700, type: 'planSeal', omit: ['five'] },
        { ...pay, at: 5_600 },
        { at: 8_050, type: 'reorg', depth: 3 },
      ],
    }
    const { scenario, instants } = await recordStory(story, 10_000)
    await expectEqual(story, scenario, instants)
  })

  test('behavior: a pending block that stands still while latest moves', async () => {
    const story: MockNodeOptions = {
      steps: [
        ...transactions,
        ...window(1_900, 5_000, { type: 'stale', beats: 9, block: 'pending' }),
      ].sort((one, other) => one.at - other.at),
    }
    const { scenario, instants } = await recordStory(story, 6_000)
    await expectEqual(story, scenario, instants)
  })

  test('behavior: receipts without their block are not kept', async () => {
    const story: MockNodeOptions = {
      steps: [
        ...transactions,
        ...window(500, 1_300, {
          type: 'null',
          methods: ['eth_getBlockByNumber'],
          block: 'pending',
        }),
      ].sort((one, other) => one.at - other.at),
    }
    const { scenario } = await recordStory(story, 2_000)
    const node = createMockNode(scenario)
    const original = createMockNode({ accounts, clock: 'virtual', ...story })
    node.seek(1_000)
    original.seek(1_000 + offset)
    for (const request of [
      ['eth_getBlockByNumber', 'pending', true],
      ['eth_getBalance', alice, 'pending'],
      ['eth_getStorageAt', token, '0x0', 'pending'],
    ])
      expect(await post(node.fetch, request)).toEqual(
        await post(original.fetch, request),
      )
  })

  // Those that are not of the pending block were left out, and failed.
  test('behavior: an endpoint whose receipts of pending are those of latest', async () => {
    const payments: Step[] = [100, 2_100, 2_300, 6_100].map((at) => ({
      at,
      type: 'preconfirm',
      from: alice,
      to: bob,
      value: 1n,
    }))
    const methods = ['eth_getBlockReceipts']
    const story: MockNodeOptions = {
      steps: [
        ...payments,
        {
          at: 700,
          type: 'fault',
          fault: {
            label: 'split',
            type: 'otherBlock',
            to: 'latest',
            block: 'pending',
            methods,
          },
        },
        { at: 6_500, type: 'lift', label: 'split' },
      ].sort((one, other) => one.at - other.at) as Step[],
    }
    const { scenario, instants } = await recordStory(story, 8_000)
    await expectEqual(story, scenario, instants)
    expect(
      scenario.steps?.filter(({ type }) => type !== 'importBlock'),
    ).toEqual([
      {
        at: 600,
        type: 'fault',
        fault: {
          label: 'fault 1',
          type: 'otherBlock',
          to: 'latest',
          block: 'pending',
          methods,
        },
      },
      { at: 6_400, type: 'lift', label: 'fault 1' },
    ])
  })

  test('property: random stories replay as they were', async () => {
    const at = fc.integer({ min: 0, max: 5_000 })
    const value = fc.bigInt({ min: 0n, max: 9n })
    const step: fc.Arbitrary<Step> = fc.oneof(
      fc.record({
        at,
        type: fc.constant('preconfirm' as const),
        from: fc.constant(alice),
        to: fc.constantFrom(bob, token),
        value,
      }),
      fc.record({
        at,
        type: fc.constant('setBalance' as const),
        address: fc.constant(bob),
        value,
      }),
      fc.record({
        at,
        type: fc.constant('setStorageAt' as const),
        address: fc.constant(token),
        index: fc.constant(0),
        value: fc.constantFrom('0x0', '0x1', '0x2'),
      }),
      fc.record({ at, type: fc.constant('seal' as const) }),
      fc.record({
        at,
        type: fc.constant('planSeal' as const),
        delay: fc.integer({ min: 1, max: 900 }),
      }),
    )
    const identity = fc.constantFrom(
      ...([
        'partialHash',
        'zeroHash',
        'nullHash',
        'nullHashAndMiner',
        'nullNumberAndHash',
      ] as const),
    )
    await fc.assert(
      fc.asyncProperty(
        fc.array(step, { maxLength: 30 }),
        identity,
        fc.constantFrom('url' as const, 'provider' as const),
        async (steps, pendingIdentity, by) => {
          const timeline = steps.sort((one, other) => one.at - other.at)
          const story: MockNodeOptions = { steps: timeline, pendingIdentity }
          const recorded = await recordStory(story, 5_400, by)
          await expectEqual(story, recorded.scenario, recorded.instants)
        },
      ),
      { numRuns: share(30) },
    )
  })

  test('behavior: faults come again for as long as they lasted', async () => {
    const story: MockNodeOptions = {
      steps: [
        ...transactions,
        ...window(900, 1_300, {
          type: 'null',
          methods: ['eth_getBlockByNumber', 'eth_getBlockReceipts'],
          block: 'pending',
        }),
        ...window(2_250, 2_450, { type: 'http', status: 429 }),
        ...window(3_850, 5_050, {
          type: 'http',
          status: 403,
          methods: ['eth_getBlockReceipts'],
        }),
        ...window(5_450, 5_650, { type: 'network' }),
        ...window(6_050, 6_450, {
          type: 'rpc',
          code: -32000,
          message: 'header not found',
          methods: ['eth_getBalance', 'eth_getStorageAt'],
          block: 'pending',
          data: { at: 1 },
        }),
        ...window(7_650, 8_050, {
          type: 'http',
          status: 503,
          body: 'a teapot',
        }),
        ...window(8_250, 8_650, {
          type: 'http',
          status: 403,
          methods: ['eth_getBlockReceipts'],
        }),
      ].sort((one, other) => one.at - other.at),
    }
    const { scenario, instants } = await recordStory(story, 9_000)
    await expectEqual(story, scenario, instants)
    expect(
      scenario.steps?.flatMap((step) =>
        step.type === 'fault' || step.type === 'lift'
          ? [[step.at, step.type === 'fault' ? step.fault.type : step.label]]
          : [],
      ),
    ).toEqual([
      [800, 'null'],
      [1_200, 'fault 1'],
      [2_200, 'http'],
      [2_400, 'fault 2'],
      [3_800, 'http'],
      [5_000, 'fault 3'],
      [5_400, 'network'],
      [5_600, 'fault 4'],
      [6_000, 'rpc'],
      [6_400, 'fault 5'],
      [7_600, 'http'],
      [8_000, 'fault 6'],
      [8_200, 'http'],
      [8_600, 'fault 7'],
    ])
  })
})

/** A fault from one instant to another. */
function window(from: number, until: number, fault: Fault): Step[] {
  const label = `${from}`
  return [
    { at: from, type: 'fault', fault: { label, ...fault } },
    { at: until, type: 'lift', label },
  ]
}
