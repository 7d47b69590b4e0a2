import fc from 'fast-check'
import {
  createMockNode,
  formatScenario,
  isPresealError,
  parseScenario,
} from 'preseal'
import { describe, expect, test } from 'vitest'
import { parseOptions } from '../../../src/node/options/parseOptions.js'
import { share } from '../../runs.js'
import { says } from '../../says.js'
import { alice, bob, hash, refusal } from '../schema/refusal.js'
import { rewrite, scenarios } from './scenarios.js'

const refuse = (...given: unknown[]) =>
  given.map((one) => refusal(() => parseScenario(one)))

const file = `{
  "$schema": "./node_modules/preseal/dist/scenario.schema.json",
  "version": 1,
  "timestamp": "0x5",
  "accounts": {
    "${alice}": { "balance": "10000000000000000000", "nonce": 1 }
  },
  "steps": [
    { "at": 0, "type": "preconfirm", "label": "pay", "from": "${alice}", "to": "${bob}", "value": 1 },
    { "at": 600, "type": "drop", "transaction": "pay" }
  ]
}
`

const problemsOf = (given: unknown) => {
  try {
    parseScenario(given)
  } catch (error) {
    if (isPresealError(error) && 'problems' in error) return error.problems
  }
  throw new Error('It was not refused.')
}

describe('parseScenario', () => {
  test('default: text', () => {
    expect(parseScenario(file)).toEqual({
      version: 1,
      timestamp: 5n,
      accounts: {
        [alice.toLowerCase()]: { balance: 10n ** 19n, nonce: 1 },
      },
      steps: [
        {
          at: 0,
          type: 'preconfirm',
          label: 'pay',
          from: alice.toLowerCase(),
          to: bob.toLowerCase(),
          value: 1n,
        },
        { at: 600, type: 'drop', transaction: 'pay' },
      ],
    })
  })

  test('default: parsed JSON', () => {
    expect(parseScenario(JSON.parse(file))).toEqual(parseScenario(file))
  })

  test('default: a node takes it', async () => {
    const { provider, advance } = createMockNode(parseScenario(file))
    const params = [bob, 'pending'] as const
    const read = () => provider.request({ method: 'eth_getBalance', params })
    advance(200)
    expect(await read()).toBe('0x1')
    advance(400)
    expect(await read()).toBe('0x0')
  })

  test('behavior: what surrounds JSON', () => {
    const bare = { version: 1 }
    expect(parseScenario('\ufeff{"version":1}')).toEqual(bare)
    expect(parseScenario('\r\n\t{ "\\u0076ersion" : 1 }\n')).toEqual(bare)
  })

  test('behavior: any scenario, however it is written', () => {
    fc.assert(
      fc.property(
        scenarios,
        fc.infiniteStream(fc.double({ min: 0, max: 1, noNaN: true })),
        (scenario, choices) => {
          const written = JSON.parse(formatScenario(scenario))
          const choose = () => choices.next().value
          expect(parseScenario(rewrite(written, choose))).toEqual(scenario)
        },
      ),
      { numRuns: share(100, 20) },
    )
  })

  test('behavior: it is what createMockNode makes of the same options', () => {
    fc.assert(
      fc.property(scenarios, (scenario) => {
        const parsed = parseScenario(formatScenario(scenario))
        expect(parseOptions(parsed)).toEqual(parseOptions(scenario))
      }),
      { numRuns: share(100, 20) },
    )
  })

  test('behavior: parsed once for any number of nodes', () => {
    const scenario = parseScenario(file)
    expect(parseOptions(scenario)).toBe(parseOptions(scenario))
    const changed = { ...scenario, chainId: 5 }
    expect(parseOptions(changed)).toEqual({
      ...parseOptions(scenario),
      chainId: 5,
    })
  })

  test('behavior: nobody can change it', () => {
    const given = JSON.parse(file)
    const scenario = parseScenario(given)
    given.steps[0].value = 5
    const steps = scenario.steps as unknown as { at: number }[]
    for (const change of [
      () => Object.assign(scenario, { chainId: 5 }),
      () => steps.push({ at: 700 }),
      () => Object.assign(steps[0] ?? {}, { at: 5 }),
      () => Object.assign(scenario.accounts ?? {}, { [bob]: {} }),
    ])
      expect(change).toThrow(TypeError)
    expect(parseOptions(scenario)).toEqual(parseOptions(parseScenario(file)))
  })

  test('behavior: nodes do not share what happens to them', async () => {
    const scenario = parseScenario(file)
    const [one, other] = [createMockNode(scenario), createMockNode(scenario)]
    one.setBalance({ address: alice, value: 7n })
    one.nextBlock(2)
    const ask = { method: 'eth_getBalance', params: [alice, 'latest'] } as const
    expect(await one.provider.request(ask)).toBe('0x7')
    expect(await other.provider.request(ask)).toBe(
      `0x${(10n ** 19n).toString(16)}`,
    )
  })

  test('error: not a scenario', () => {
    expect(
      refuse(
        undefined,
        null,
        5,
        [],
        '5',
        '[]',
        {},
        '{}',
        { version: 2 },
        '{"version": "1"}',
      ),
    ).toEqual(
      [
        'InvalidScenarioError … expected an object of options.',
        'InvalidScenarioError … expected an object of options.',
        'InvalidScenarioError … expected an object of options.',
        'InvalidScenarioError … expected an object of options.',
        'InvalidScenarioError … expected an object of options.',
        'InvalidScenarioError … expected an object of options.',
        'InvalidScenarioError … "version" … expected 1.',
        'InvalidScenarioError … "version" … expected 1.',
        'InvalidScenarioError … "version" … expected 1.',
        'InvalidScenarioError … "version" … Write 1.',
      ].map(says),
    )
  })

  test('error: all problems, in the order of the text', () => {
    expect(
      refuse(`{
  "steps": [
    { "at": 5, "type": "preconfirm", "from": "0x1", "label": "a" },
    { "type": "setBalance", "at": 4, "address": "${bob}",
      "value": 12345678901234567890 },
    { "at": 4, "type": "drop", "transaction": "b" },
    { "at": 4, "type": "fault", "fault": { "type": "nul", "label": "a" } },
    { "at": 4 }, null
  ],
  "acounts": {},
  "blockTime": 1100,
  "chainId": 1e3,
  "duration": 5, "duration": 6,
  "header": { "gasLimit": "0x1", "__proto__": 1 },
  "accounts": { "${alice}": { "balance": "0.5", "nonce": "1" }, "0x5": {} },
  "version": 2
}`),
    ).toEqual(
      ['InvalidScenarioError … "steps[0].from" … Write the number 1.'].map(
        says,
      ),
    )
  })

  test('error: problems as data', () => {
    expect(problemsOf('{\n  "version": 1,\n\n  "chainId": "5" }')).toEqual([
      {
        path: 'chainId',
        given: '"5"',
        expected: 'an integer from 1 to 2^53 - 1',
        advice: 'Write the number 5.',
        line: 4,
        column: 3,
      },
    ])
    expect(problemsOf({ version: 1, chainId: '5' })).toEqual([
      {
        path: 'chainId',
        given: '"5"',
        expected: 'an integer from 1 to 2^53 - 1',
        advice: 'Write the number 5.',
      },
    ])
  })

  test('error: an entry is not taken for one of its name elsewhere', () => {
    const data = { duration: 5, data: [{ duration: 5 }] }
    const fault = { type: 'rpc', code: 5, message: '', data }
    const text = JSON.stringify({ duration: '5', version: 1, faults: [fault] })
    expect(problemsOf(text)).toMatchObject([{ path: 'duration', column: 2 }])
  })

  test('error: syntax', () => {
    expect(
      refuse(
        '',
        '{"version": 1,\n "steps": [\n  {"at": 0',
        '{"version": 1,}',
        '[1,]',
        '{"version" 1}',
        '{version: 1}',
        "{'version': 1}",
        '{"version": 01}',
        '{"version": undefined}',
        '{"version": 1n}',
        '{"version": 1]',
        '{"version": 1} // mine',
        '{"a": "b\n"}',
        '{"a": "b\\x"}',
        '{"a": "b',
        '{"a": \u00a01}',
        '[\u{1f600}',
      ),
    ).toEqual(
      [
        'InvalidScenarioError … The text seems to be cut off.',
        'InvalidScenarioError … " or " … The text seems to be cut off.',
        'InvalidScenarioError … "}" … Remove the comma before it.',
        'InvalidScenarioError … "]" … Remove the comma before it.',
        'InvalidScenarioError … "1" … expected ":".',
        'InvalidScenarioError … "version" … expected a key in double quotes.',
        'InvalidScenarioError … expected a key in double quotes.',
        'InvalidScenarioError … "1" … expected "," or "}".',
        'InvalidScenarioError … "undefined" … expected a value.',
        'InvalidScenarioError … "n" … expected "," or "}".',
        'InvalidScenarioError … "]" … expected "," or "}".',
        'InvalidScenarioError … JSON has no comments.',
        'InvalidScenarioError … expected the end of a string, or an escape.',
        'InvalidScenarioError … expected an escape that JSON has.',
        'InvalidScenarioError … The text seems to be cut off.',
        'InvalidScenarioError … " " … expected a value.',
        'InvalidScenarioError … expected a value.',
      ].map(says),
    )
  })

  test('error: keys that come twice', () => {
    expect(
      refuse(
        '{"version": 1, "chainId": 5, "ch\\u0061inId": 5}',
        '{"version": 1, "faults": [{"type": "null"}, {"type": "null", "type": "null"}]}',
      ),
    ).toEqual(
      [
        'InvalidScenarioError … "chainId" … expected one.',
        'InvalidScenarioError … "faults[1].type" … expected one.',
      ].map(says),
    )
    const repeated = `{"version": 1 ${', "a": 1'.repeat(5_000)}}`
    expect(problemsOf(repeated)).toHaveLength(101)
  })

  test('error: deeper than any scenario', () => {
    const levels = 1_000_000
    expect(
      refuse(
        '['.repeat(levels),
        `{"version": 1, "faults": ${'['.repeat(levels)}${']'.repeat(levels)}}`,
        `${'{"a":'.repeat(levels)}1${'}'.repeat(levels)}`,
      ),
    ).toEqual(
      [
        'InvalidScenarioError … expected at most 100.',
        'InvalidScenarioError … expected at most 100.',
        'InvalidScenarioError … expected at most 100.',
      ].map(says),
    )
  })

  test('error: the bytes of a file were an object of options', () => {
    for (const given of [Buffer.from(file), new Uint8Array(2)])
      expect(() => parseScenario(given)).toThrow(
        "Invalid scenario: what was given is the bytes of a file, expected its text. Read it first: parseScenario(readFileSync(file, 'utf8')).",
      )
  })

  test('error: a big file, wrong at its end', () => {
    const steps = Array.from({ length: 5_000 }, (_, at) => ({
      at,
      type: 'setBalance',
      address: bob,
      value: '1',
    }))
    const text = JSON.stringify(
      {
        version: 1,
        steps: [...steps, { at: 0, type: 'drop', transaction: hash }],
      },
      null,
      2,
    )
    expect(refuse(text, text.slice(0, -5))).toEqual(
      [
        'InvalidScenarioError … "steps[5000].at" … Put the steps in the',
        'InvalidScenarioError … " or " … The text seems to be cut off.',
      ].map(says),
    )
  })
})
