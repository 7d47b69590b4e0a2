import {
  formatScenario,
  isPresealError,
  type MockNodeOptions,
  parseScenario,
} from 'preseal'
import * as entry from 'preseal/presets'
import { describe, expect, test } from 'vitest'
import { readAll } from '../../node/reads.js'
import { deepFreeze, refusal } from '../../node/schema/refusal.js'
import { alice, bob, play } from './play.js'

const { sequence, ...presets } = entry
type Preset = (options?: entry.PresetOptions) => entry.Scenario
const all = Object.entries<Preset>(presets)

/** All that the node says at some instants, these reads being the only ones. */
async function transcript(scenario: MockNodeOptions, stride: number) {
  const { node } = play(scenario)
  const told: unknown[] = []
  const { duration = 0 } = scenario
  const blockTime = scenario.blockTime ?? 2_000
  const whole = Math.min(duration, 8 * blockTime)
  for (const part of [0.55, 1]) {
    const until = Math.floor(whole * part)
    while (node.now < until) node.advance(Math.min(stride, until - node.now))
    told.push(await readAll(node))
  }
  return told
}

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

  test('behavior: the same however time is cut', async () => {
    const scenario = preset()
    const whole = await transcript(scenario, scenario.duration)
    expect(await transcript(scenario, 137)).toEqual(whole)
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
      [{ block: 1 }, '"block" is an unknown key, expected '],
      [{ from: 'bob' }, '"from" is "bob", expected a 20-byte address'],
      [{ to: null }, '"to" is null, expected a 20-byte address'],
      [{ value: 1 }, '"value" is 1, expected a bigint of wei, such as'],
      [{ value: -1n }, '"value" is -1n, expected a bigint of wei'],
      [{ blockTime: 0 }, '"blockTime" is 0, expected a whole number of'],
      [{ blockTime: 2.5 }, '"blockTime" is 2.5, expected a whole number'],
      [{ transactions: [] }, '"transactions" is an array of 0, expected'],
      [{ transactions: {} }, '"transactions" is {}, expected an array'],
      [{ transactions: [5] }, '"transactions[0]" is 5, expected a transaction'],
      [
        { transactions: [{}, { from: '0x' }] },
        '"transactions[1].from" is "0x", expected a 20-byte address',
      ],
      [{ from: 'bob', block: 1 }, '"block" is an unknown key, expected '],
      [{ from: 'bob', block: 1 }, '"from" is "bob"'],
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

  test('error: what only some of them take', () => {
    const wrong: [string, () => unknown][] = [
      ['steady', () => entry.steady({ blocks: 0 })],
      ['jittered', () => entry.jittered({ intervals: [0] })],
      ['jittered', () => entry.jittered({ intervals: 5 as never })],
      ['jittered', () => entry.jittered({ intervals: [1_500, 500] })],
      ['emptyBeats', () => entry.emptyBeats({ payEveryNth: 0 })],
      ['boundaryGap', () => entry.boundaryGap({ gap: 2_000 })],
      ['boundaryGap', () => entry.boundaryGap({ answer: 'none' as never })],
      ['twoAhead', () => entry.twoAhead({ lag: 2_000 })],
      ['missedIndex', () => entry.missedIndex({ index: 10 })],
      ['missedIndex', () => entry.missedIndex({ index: -1 })],
      ['droppedTail', () => entry.droppedTail({ beats: 11 })],
      ['reorderedSeal', () => entry.reorderedSeal({ transactions: [{}, {}] })],
      ['reorderedSeal', () => entry.reorderedSeal({ transactions: [{}] })],
      [
        'receiptDivergence',
        () => entry.receiptDivergence({ sealed: 5 as never }),
      ],
      [
        'revertedAfterAll',
        () => entry.revertedAfterAll({ transactions: Array(10).fill({}) }),
      ],
      ['partialPending', () => entry.partialPending({ methods: [] })],
      ['publicEndpoint', () => entry.publicEndpoint({ methods: [] })],
      ['finalityStall', () => entry.finalityStall({ safe: 3, finalized: 2 })],
      [
        'fasterBlocks',
        () =>
          entry.fasterBlocks({
            blockTime: 300,
            preconfirmationTime: 100,
            before: 1,
          }),
      ],
    ]
    const said = wrong.map(([name, act]) => {
      const message = refusal(act)
      expect(message).toContain(`InvalidParametersError: ${name}: `)
      return message.replace(`InvalidParametersError: ${name}: `, '')
    })
    expect(said).toMatchInlineSnapshot(`
      [
        ""blocks" is 0, expected a whole number from 1 to 10000.",
        ""intervals[0]" is 0, expected an integer from 1 to 2^53 - 1.",
        ""intervals" is 5, expected an array.",
        ""intervals[1]" is 500, expected less than 500, as the beats of a block come before its "blockTime" of 2000 is over.",
        ""payEveryNth" is 0, expected an integer from 1 to 2^53 - 1.",
        ""gap" is 2000, expected less than "blockTime", which is 2000.",
        ""answer" is "none", expected one of "latest", "null".",
        ""lag" is 2000, expected less than "blockTime", which is 2000.",
        ""index" is 10, expected less than 10, the beats of a block.",
        ""index" is -1, expected an integer from 0 to 2^53 - 1.",
        ""beats" is 11, expected at most 10, the beats of a block.",
        ""transactions" is an array of 2, expected 2 to 9 of different senders, as "from" says.",
        ""transactions" is an array of 1, expected 2 to 9 of different senders, as "from" says.",
        ""sealed" is 5, expected an object with a bigint "gasUsed", an array "logs" or both.",
        ""transactions" is an array of 10, expected fewer than 10, the beats of a block.",
        ""methods" is an array of 0, expected an array of at least one method.",
        ""methods" is an array of 0, expected an array of at least one method.",
        ""finalized" is 2, expected at least "safe", which is 3.",
        ""blockTime" is 300, expected a time of which 1 are a whole multiple of 200.",
      ]
    `)
  })

  test('error: what createMockNode would refuse', () => {
    const scenario = entry.steady({
      transactions: [{ gasLimit: 5n } as object],
    })
    expect(refusal(() => play(scenario))).toContain(
      'InvalidParametersError: Option "steps[0].gasLimit" is an unknown key',
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
