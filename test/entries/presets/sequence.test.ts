import {
  createMockNode,
  formatScenario,
  type MockNodeOptions,
  parseScenario,
  type Step,
} from 'preseal'
import * as entry from 'preseal/presets'
import {
  boundaryGap,
  droppedTail,
  noPreconfirmations,
  partialPending,
  publicEndpoint,
  sequence,
  steady,
} from 'preseal/presets'
import { describe, expect, test } from 'vitest'
import { deepFreeze, refusal } from '../../node/schema/refusal.js'
import { says } from '../../says.js'
import { alice, bob, ether, play } from './play.js'

const labelsOf = ({ steps: timeline = [] }: MockNodeOptions) =>
  timeline.flatMap((step) => ('label' in step ? [step.label] : []))

describe('sequence', () => {
  test('default: one story after the other', async () => {
    const scenario = sequence(steady({ blocks: 2 }), droppedTail())
    expect(scenario.duration).toBe(8_000)
    const story = play(scenario)
    expect(await story.at(3_999)).toEqual([2, 1, 20, 10])
    expect(await story.at(4_000)).toEqual([3, 2, 21, 20])
    expect(await story.at(5_999)).toEqual([3, 2, 30, 20])
    expect(await story.at(6_000)).toEqual([4, 3, 28, 28])
    expect(await story.at(60_000)).toEqual([31, 30, 28, 28])
  })

  test('behavior: plain data, which a file can hold', () => {
    const parts = deepFreeze([steady(), droppedTail(), boundaryGap()])
    const scenario = sequence(...parts)
    expect(sequence(...parts)).toEqual(scenario)
    expect(parseScenario(formatScenario(scenario))).toEqual(scenario)
  })

  test('behavior: all presets of one block time go together', async () => {
    const { sequence: _, fasterBlocks: __, ...presets } = entry
    const all = Object.values<() => entry.Scenario>(presets)
    const scenario = sequence(...all.map((preset) => preset()))
    const { node } = play(scenario)
    node.advance(scenario.duration + 10_000)
    expect(scenario.duration).toBe(
      all.reduce((sum, preset) => sum + preset().duration, 0),
    )
  })

  test('behavior: of sequences', async () => {
    const one = sequence(steady({ blocks: 1 }), steady({ blocks: 1 }))
    const scenario = sequence(one, steady({ blocks: 1 }))
    expect(scenario.duration).toBe(6_000)
    expect(new Set(labelsOf(scenario)).size).toBe(30)
    expect(await play(scenario).at(6_000)).toEqual([4, 3, 30, 30])
  })

  test('behavior: of nothing', () => {
    expect(sequence()).toEqual({
      version: 1,
      faults: [],
      steps: [],
      duration: 0,
    })
  })

  test('behavior: faults begin and end with their story', async () => {
    const story = play(
      sequence(
        noPreconfirmations({ blocks: 1 }),
        partialPending({ blocks: 1 }),
        noPreconfirmations({ blocks: 1 }),
      ),
    )
    expect(await story.at(3_999)).toEqual([1, 1, 10, 10])
    expect(await story.at(4_000)).toEqual([3, 2, 21, 20])
    expect(await story.receipts('pending')).toHaveLength(1)
    expect(await story.at(6_000)).toEqual([4, 3, 31, 30])
    expect(await story.receipts('pending')).toHaveLength(10)
    expect(await story.at(8_000)).toEqual([5, 4, 41, 40])
    expect(await story.receipts('pending')).toHaveLength(1)
    expect(await story.at(10_000)).toEqual([5, 5, 50, 50])
    expect(await story.at(12_000)).toEqual([7, 6, 61, 60])
  })

  test('behavior: a fault that begins after its story never comes', () => {
    const late: MockNodeOptions = { faults: [{ type: 'null', since: 2_000 }] }
    expect(sequence(late).faults).toEqual([])
    expect(sequence({ ...late, duration: 2_001 }).faults).toHaveLength(1)
  })

  test('behavior: a frozen read is that of its own story', async () => {
    const frozen: MockNodeOptions = {
      faults: [{ type: 'frozen', block: 'pending' }],
      duration: 4_000,
    }
    const story = play(sequence(steady({ blocks: 1 }), frozen, steady()))
    expect(await story.at(5_999)).toEqual([2, 2, 10, 10])
    expect(await story.at(6_000)).toEqual([4, 3, 11, 10])
  })

  test('behavior: labels get numbers, and those who name them follow', async () => {
    const pay = { type: 'preconfirm', from: alice, to: bob, value: 1n } as const
    const timeline: Step[] = [
      { at: 0, label: 'a', ...pay },
      { at: 0, label: 'b', ...pay },
      { at: 0, label: 'c', ...pay },
      { at: 200, type: 'drop', transaction: 'c' },
      { at: 300, type: 'fault', fault: { label: 'f', type: 'network' } },
      { at: 400, type: 'lift', label: 'f' },
      {
        at: 400,
        type: 'planSeal',
        omit: ['b'],
        order: ['a'],
        amend: [{ transaction: 'a', status: 'reverted' }],
      },
      { at: 2_100, type: 'reorg', depth: 1, omit: ['a'] },
    ]
    const accounts = { [alice]: { balance: 10n } }
    const once: MockNodeOptions = { accounts, steps: timeline, duration: 4_000 }
    const scenario = sequence(once, once)
    const moved = scenario.steps?.slice(timeline.length)
    expect(moved).toEqual([
      { ...timeline[0], at: 4_000, label: 'a#2' },
      { ...timeline[1], at: 4_000, label: 'b#2' },
      { ...timeline[2], at: 4_000, label: 'c#2' },
      { at: 4_200, type: 'drop', transaction: 'c#2' },
      {
        at: 4_300,
        type: 'fault',
        fault: { label: 'f#2', type: 'network', since: 4_000, until: 8_000 },
      },
      { at: 4_400, type: 'lift', label: 'f#2' },
      {
        at: 4_400,
        type: 'planSeal',
        omit: ['b#2'],
        order: ['a#2'],
        amend: [{ transaction: 'a#2', status: 'reverted' }],
      },
      { at: 6_100, type: 'reorg', depth: 1, omit: ['a#2'] },
    ])
    const { node } = play(scenario)
    node.advance(10_000)
  })

  test('behavior: hashes and steps without labels stay', () => {
    const hash = `0x${'1'.repeat(64)}` as const
    const timeline: Step[] = [
      { at: 0, type: 'drop', transaction: hash },
      { at: 0, type: 'planSeal', omit: [hash] },
      { at: 0, type: 'reorg', depth: 1 },
      { at: 0, type: 'setFinalityLag', safe: 1 },
      { at: 0, type: 'fault', fault: { type: 'null', until: 9 } },
    ]
    expect(sequence({ steps: timeline }).steps).toEqual([
      ...timeline.slice(0, 4),
      { at: 0, type: 'fault', fault: { type: 'null', since: 0, until: 9 } },
    ])
  })

  test('behavior: without a duration, up to the boundary after the last step', () => {
    const at = (ms: number, options?: MockNodeOptions): MockNodeOptions => ({
      steps: [{ at: ms, type: 'setNonce', address: bob, nonce: 1 }],
      ...options,
    })
    const durations = [
      sequence(at(0)),
      sequence(at(1_999)),
      sequence(at(2_000)),
      sequence(at(1_000, { blockTime: 600, preconfirmationTime: 200 })),
      sequence({}),
    ].map(({ duration }) => duration)
    expect(durations).toEqual([2_000, 2_000, 4_000, 1_200, 2_000])
  })

  test('behavior: accounts and other options of all of them', () => {
    const upper = `0x${bob.slice(2).toUpperCase()}` as const
    const scenario = sequence(
      {
        accounts: { [bob]: { balance: 5n, storage: { '0x0': '0x1' } } },
        header: { gasLimit: 5n },
      },
      {
        accounts: {
          [upper]: { balance: 5n, nonce: 0, storage: { '0x1': '0x2' } },
        },
        header: { miner: alice },
        l1Attributes: null,
        endpoint: { allow: ['a', 'b'] },
        chainId: undefined,
      },
      { l1Attributes: null, endpoint: { allow: ['a', 'b'], batch: 5 } },
      publicEndpoint({ rate: 9, batch: 5, blocks: 1 }),
    )
    expect(scenario).toMatchObject({
      version: 1,
      accounts: {
        [bob]: {
          balance: 5n,
          nonce: 0,
          storage: { '0x0': '0x1', '0x1': '0x2' },
        },
        [alice]: { balance: 10n ** 6n * ether },
      },
      header: { gasLimit: 5n, miner: alice },
      l1Attributes: null,
      endpoint: {
        allow: ['a', 'b'],
        batch: 5,
        rate: { requests: 9, per: 1_000 },
      },
      blockTime: 2_000,
    })
  })

  test('behavior: blocks are imported as their story begins', async () => {
    const { node } = play(steady({ blocks: 1 }))
    node.nextBlock(30)
    const block = await node.provider.request({
      method: 'eth_getBlockByNumber',
      params: ['latest', false],
    })
    if (block === null) throw new Error('There is no block.')
    const story = play(
      sequence(steady({ blocks: 1 }), {
        importedBlocks: [{ block }],
        duration: 2_000,
      }),
    )
    story.to(1_999)
    expect(await story.numberOf('latest')).toBe(0)
    story.to(2_000)
    expect(await story.numberOf('latest')).toBe(30)
  })

  test('error: stories of which one is sealed by its steps alone', () => {
    const scripted = { sealing: 'manual', duration: 2_000 } as const
    for (const stories of [
      [steady(), scripted],
      [scripted, steady()],
    ])
      expect(() => sequence(...stories)).toThrow('scenarios[1].sealing')
    expect(sequence(scripted, scripted).sealing).toBe('manual')
  })

  const richer = { accounts: { [alice]: { balance: 1n } } }
  const other = { endpoint: { allow: [] } }
  test.each<[stories: readonly unknown[], words: string]>([
    [[steady(), steady({ blockTime: 200 })], '"scenarios[1].blockTime"'],
    [[{ chainId: 1 }, { chainId: 2 }], '"scenarios[1].chainId" … or 1'],
    [
      [{ header: { miner: alice } }, { header: { miner: bob } }],
      '"scenarios[1].header.miner"',
    ],
    [[{ endpoint: 'public' }, publicEndpoint()], '"scenarios[1].endpoint"'],
    [[steady(), richer], 'expected nothing, or'],
    [[{ endpoint: { allow: ['a'] } }, other], '"scenarios[1].endpoint.allow"'],
    [[steady(), { ...steady(), duration: 5_000 }], '"scenarios[1].duration"'],
    [[{ duration: -1 }], '"scenarios[0].duration" … a whole number'],
    [[steady(), null], '"scenarios[1]" … expected a scenario, as'],
    [[[steady()]], '"scenarios[0]" … expected a scenario, as'],
    [[{ steps: 5 }], '"scenarios[0].steps" is 5, expected an array of'],
    [[{ steps: [null] }], '"scenarios[0].steps" … expected an array of'],
    [[steady(), { faults: 'x' }], '"scenarios[1].faults" is "x"'],
  ])('error: stories that do not go together: %#', (stories, words) => {
    expect(refusal(() => sequence(...(stories as never[])))).toEqual(
      says(`InvalidParametersError … ${words}`),
    )
  })

  test('error: what is wrong in itself is for createMockNode to say', () => {
    const scenario = sequence({ chainId: -1 }, { chainId: -1 })
    expect(() => createMockNode(scenario)).toThrow('Option "chainId" is -1')
  })
})
