import { formatScenario, isPresealError, parseScenario } from 'preseal'
import * as entry from 'preseal/presets'
import { describe, expect, test } from 'vitest'
import { deepFreeze, refusal } from '../../node/schema/refusal.js'
import { alice, bob, play } from './play.js'

const { sequence, ...presets } = entry
type Preset = (options?: entry.PresetOptions) => entry.Scenario
const all = Object.entries<Preset>(presets)

describe.each(all)('%s', (name, preset) => {
  test('default: plain data, new each time', () => {
    const scenario = preset()
    expect(preset()).toEqual(scenario)
    expect(preset().steps).not.toBe(scenario.steps)
    expect(scenario.steps?.length).toBeGreaterThan(0)
    expect(scenario.duration % Number(scenario.blockTime)).toBe(0)
    expect(scenario.steps?.at(-1)?.at).toBeLessThan(scenario.duration)
  })

  test('behavior: nothing throws, and nothing is dropped without a script', () => {
    const scenario = preset()
    const { node } = play(scenario)
    const reasons = new Set<string>()
    node.on('dropped', ({ reason }) => reasons.add(reason))
    node.advance(scenario.duration + 60_000)
    expect([...reasons]).toEqual(name === 'droppedTail' ? ['omitted'] : [])
  })

  test('behavior: a file and back', () => {
    const scenario = preset()
    expect(parseScenario(formatScenario(scenario))).toEqual(scenario)
  })

  test('behavior: options are read, not kept or changed', () => {
    const options: entry.PresetOptions = deepFreeze({
      transactions: [
        { to: bob, value: 5n, label: 'a', from: undefined },
        { from: bob },
      ],
      blockTime: undefined,
    })
    const scenario = preset(options)
    expect(preset(options)).toEqual(scenario)
    expect(scenario.accounts).toHaveProperty(alice)
    expect(scenario.accounts).toHaveProperty(bob)
  })

  test('error: parameters that cannot be', () => {
    const wrong: [unknown, string][] = [
      [null, 'its argument is null, expected an object'],
      [{ from: 'bob' }, '"from" is "bob", expected a 20-byte address'],
      [{ to: null }, '"to" is null, expected a 20-byte address'],
      [{ value: 1 }, '"value" is 1, expected a bigint of wei, such as'],
      [{ value: -1n }, '"value" is -1n, expected a bigint of wei'],
      [{ blockTime: 0 }, '"blockTime" is 0, expected a whole number of'],
      [{ blockTime: 2.5 }, '"blockTime" is 2.5, expected a whole number'],
      [{ transactions: [] }, '"transactions" is an array of 0, expected'],
      [{ transactions: {} }, '"transactions" is {}, expected an array'],
      [{ transactions: [5] }, '"transactions[0]" is 5, expected an object'],
      [
        { transactions: [{}, { from: '0x' }] },
        '"transactions[1].from" is "0x", expected a 20-byte address',
      ],
      [{ from: 'bob', block: 1 }, '"block" is an unknown key, expected '],
      [{ from: 'bob', block: 1 }, '"from" is "bob"'],
      [
        { transactions: [{ to: '0x', vlaue: 1n }, { value: -1n }] },
        '"transactions[0].vlaue" is an unknown key, expected "value", the nearest known one. "transactions[0].to" is "0x", expected a 20-byte address as 0x and 40 hex digits. "transactions[1].value" is -1n',
      ],
    ]
    for (const [options, message] of wrong) {
      const said = refusal(() => preset(options as never))
      expect(said).toContain(`InvalidParametersError: ${name}: `)
      expect(said).toContain(message)
    }
    expect(refusal(() => preset({ blockTime: 100 * 3 + 1 }))).toMatch(
      'a whole multiple of',
    )
  })
})

describe('presets', () => {
  test('default: all of them', () => {
    expect(all.map(([name]) => name)).toHaveLength(22)
  })

  test.each<[name: keyof typeof presets, options: object, words: string]>([
    ['steady', { blocks: 0 }, '"blocks" is 0, expected a whole number from 1'],
    ['jittered', { intervals: [0] }, '"intervals[0]" is 0, expected an int'],
    ['jittered', { intervals: 5 }, '"intervals" is 5, expected an array.'],
    [
      'jittered',
      { intervals: [1_500, 500] },
      '"intervals[1]" is 500, expected less than 500',
    ],
    ['emptyBeats', { payEveryNth: 0 }, '"payEveryNth" is 0, expected an int'],
    ['boundaryGap', { gap: 2_000 }, 'less than "blockTime", which is 2000.'],
    ['boundaryGap', { answer: 'none' }, '"answer" is "none", expected one of'],
    ['twoAhead', { lag: 2_000 }, '"lag" is 2000, expected less than "blockT'],
    ['missedIndex', { index: 10 }, '"index" is 10, expected less than 10'],
    ['missedIndex', { index: -1 }, '"index" is -1, expected an integer'],
    ['droppedTail', { beats: 11 }, '"beats" is 11, expected at most 10'],
    [
      'reorderedSeal',
      { transactions: [{}, {}] },
      '2 to 9 of different senders',
    ],
    ['reorderedSeal', { transactions: [{}] }, 'is an array of 1, expected 2'],
    ['receiptDivergence', { sealed: 5 }, '"sealed" is 5, expected an object'],
    ['revertedAfterAll', { transactions: Array(10).fill({}) }, 'fewer than 10'],
    ['partialPending', { methods: [] }, '"methods" is an array of 0, expected'],
    ['publicEndpoint', { methods: [] }, '"methods" is an array of 0, expected'],
    ['finalityStall', { safe: 3, finalized: 2 }, '"finalized" is 2, expected'],
    [
      'fasterBlocks',
      { blockTime: 300, preconfirmationTime: 100, before: 1 },
      '"blockTime" is 300, expected a time of which 1 are a whole multiple',
    ],
  ])('error: what only some of them take: %s, %j', (name, options, words) => {
    const preset: Preset = presets[name]
    const said = refusal(() => preset(options))
    expect(said).toContain(`InvalidParametersError: ${name}: `)
    expect(said).toContain(words)
  })

  test('error: a block too short for a default names no option that nobody wrote', () => {
    const short = { blockTime: 400 }
    expect(entry.missedIndex(short).faults).toMatchObject([
      { since: 600, until: 800 },
      { since: 600, until: 800 },
    ])
    const { jittered, receiptDivergence, reorderedSeal } = entry
    expect(
      [
        () => jittered(short),
        () => reorderedSeal(short),
        () => receiptDivergence({ blockTime: 200 }),
      ].map(refusal),
    ).toEqual([
      'InvalidParametersError: jittered: "blockTime" is 400, expected at least 1559, for the default of "intervals".',
      'InvalidParametersError: reorderedSeal: "blockTime" is 400, expected at least 600, for the default of "transactions".',
      'InvalidParametersError: receiptDivergence: "blockTime" is 200, expected at least 400, for the default of "transactions".',
    ])
  })

  test('error: what createMockNode would refuse', () => {
    const scenario = entry.steady({
      transactions: [{ gas: 5 } as object],
    })
    expect(refusal(() => play(scenario))).toContain(
      'InvalidParametersError: Option "steps[0].gas" is 5',
    )
  })

  test('error: its brand', () => {
    try {
      entry.steady({ blocks: -1 })
    } catch (error) {
      expect(isPresealError(error)).toBe(true)
    }
    expect.assertions(1)
  })
})
