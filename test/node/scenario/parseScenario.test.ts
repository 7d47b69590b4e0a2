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
    ).toMatchInlineSnapshot(`
      [
        "InvalidScenarioError: Invalid scenario: what was given is missing, expected an object of options.",
        "InvalidScenarioError: Invalid scenario: what was given is null, expected an object of options.",
        "InvalidScenarioError: Invalid scenario: what was given is 5, expected an object of options.",
        "InvalidScenarioError: Invalid scenario: what was given is an array of 0, expected an object of options.",
        "InvalidScenarioError: Invalid scenario: line 1, column 1 is 5, expected an object of options.",
        "InvalidScenarioError: Invalid scenario: line 1, column 1 is an array of 0, expected an object of options.",
        "InvalidScenarioError: Invalid scenario: "version" is missing, expected 1.",
        "InvalidScenarioError: Invalid scenario: "version" (line 1, column 1) is missing, expected 1.",
        "InvalidScenarioError: Invalid scenario: "version" is 2, expected 1.",
        "InvalidScenarioError: Invalid scenario: "version" (line 1, column 2) is "1", expected 1. Write 1.",
      ]
    `)
  })

  test('error: all problems, in the order of the text', () => {
    expect(
      refuse(`{
  "steps": [
    { "at": 5, "type": "preconfirm", "from": "0x1", "label": "a" },
    { "type": "setBalance", "at": 4, "address": "${bob}",
      "value": 12345678901234567890 },
    { "at": 4, "type": "drop", "transaction": "b" },
    { "at": 4, "type": "fault", "label": "a", "fault": { "type": "nul" } },
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
    ).toMatchInlineSnapshot(`
      [
        "InvalidScenarioError: Invalid scenario: "steps[0].from" (line 3, column 38) is "0x1", expected a 20-byte address as 0x and 40 hex digits. "steps[1].at" (line 4, column 29) is 4, expected at least 5, the "at" of the step before. Put the steps in the order of time. "steps[1].value" (line 5, column 7) is 12345678901234567000, expected wei from 0 to below 2^256, as a string of decimal or 0x-hex digits or as a number of at most 2^53 - 1. Write it as a string: a JSON number of this size loses digits. "steps[2].transaction" (line 6, column 32) is "b", expected the label of an earlier step of type "preconfirm", or a 32-byte hash. "steps[3].label" (line 7, column 33) is "a", expected a label of its own, as steps[0] has this one. "steps[3].fault.type" (line 7, column 58) is "nul", expected one of …. Write "null". "steps[4].type" (line 8, column 5) is missing, expected one of …. "steps[5]" (line 8, column 18) is null, expected a step, such as { at: 200, type: "preconfirm", from, to, value }. "acounts" (line 10, column 3) is an unknown key, expected "accounts", the nearest known one. "blockTime" (line 11, column 3) is 1100, expected a whole multiple of "preconfirmationTime", which is 200 by default. Write 1200, or another "preconfirmationTime". "duration" (line 13, column 18) is a second entry of this name, expected one. "header.__proto__" (line 14, column 34) is an unknown key, expected one of … "accounts.0xA1A1A1A1A1A1A1A1A1A1A1A1A1A1A1A1A1A1A1A1.balance" (line 15, column 65) is "0.5", expected wei from 0 to below 2^256, as a string of decimal or 0x-hex digits or as a number of at most 2^53 - 1. Write "500000000000000000" for 0.5 ether. "accounts.0xA1A1A1A1A1A1A1A1A1A1A1A1A1A1A1A1A1A1A1A1.nonce" (line 15, column 83) is "1", expected an integer from 0 to 2^53 - 1. Write the number 1. "accounts.0x5" (line 15, column 99) is a key that is not an address, expected a 20-byte address as 0x and 40 hex digits. "version" (line 16, column 3) is 2, expected 1.",
      ]
    `)
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
    ).toMatchInlineSnapshot(`
      [
        "InvalidScenarioError: Invalid scenario: line 1, column 1 is the end of the text, expected a value. The text seems to be cut off.",
        "InvalidScenarioError: Invalid scenario: line 3, column 11 is the end of the text, expected "," or "}". The text seems to be cut off.",
        "InvalidScenarioError: Invalid scenario: line 1, column 15 is "}", expected a key in double quotes. Remove the comma before it.",
        "InvalidScenarioError: Invalid scenario: line 1, column 4 is "]", expected a value. Remove the comma before it.",
        "InvalidScenarioError: Invalid scenario: line 1, column 12 is "1", expected ":".",
        "InvalidScenarioError: Invalid scenario: line 1, column 2 is "version", expected a key in double quotes.",
        "InvalidScenarioError: Invalid scenario: line 1, column 2 is "'", expected a key in double quotes.",
        "InvalidScenarioError: Invalid scenario: line 1, column 14 is "1", expected "," or "}".",
        "InvalidScenarioError: Invalid scenario: line 1, column 13 is "undefined", expected a value.",
        "InvalidScenarioError: Invalid scenario: line 1, column 14 is "n", expected "," or "}".",
        "InvalidScenarioError: Invalid scenario: line 1, column 14 is "]", expected "," or "}".",
        "InvalidScenarioError: Invalid scenario: line 1, column 16 is "/", expected the end of the text. JSON has no comments.",
        "InvalidScenarioError: Invalid scenario: line 1, column 9 is "\\n", expected the end of a string, or an escape.",
        "InvalidScenarioError: Invalid scenario: line 1, column 9 is "\\\\x", expected an escape that JSON has.",
        "InvalidScenarioError: Invalid scenario: line 1, column 9 is the end of the text, expected the end of a string. The text seems to be cut off.",
        "InvalidScenarioError: Invalid scenario: line 1, column 7 is " ", expected a value.",
        "InvalidScenarioError: Invalid scenario: line 1, column 2 is "😀", expected a value.",
      ]
    `)
  })

  test('error: keys that come twice', () => {
    expect(
      refuse(
        '{"version": 1, "chainId": 5, "ch\\u0061inId": 5}',
        '{"version": 1, "faults": [{"type": "null"}, {"type": "null", "type": "null"}]}',
      ),
    ).toMatchInlineSnapshot(`
      [
        "InvalidScenarioError: Invalid scenario: "chainId" (line 1, column 30) is a second entry of this name, expected one.",
        "InvalidScenarioError: Invalid scenario: "faults[1].type" (line 1, column 62) is a second entry of this name, expected one.",
      ]
    `)
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
    ).toMatchInlineSnapshot(`
      [
        "InvalidScenarioError: Invalid scenario: line 1, column 101 is one more level of nesting, expected at most 100.",
        "InvalidScenarioError: Invalid scenario: line 1, column 125 is one more level of nesting, expected at most 100.",
        "InvalidScenarioError: Invalid scenario: line 1, column 501 is one more level of nesting, expected at most 100.",
      ]
    `)
  })

  test('error: the bytes of a file were an object of options', () => {
    for (const given of [Buffer.from(file), new Uint8Array(2)])
      expect(() => parseScenario(given)).toThrow(
        "Invalid scenario: what was given is the bytes of a file, expected its text. Read it first: parseScenario(readFileSync(file, 'utf8')).",
      )
  })

  test('error: a big file, wrong at its end', () => {
    const steps = Array.from({ length: 20_000 }, (_, at) => ({
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
    expect(refuse(text, text.slice(0, -5))).toMatchInlineSnapshot(`
      [
        "InvalidScenarioError: Invalid scenario: "steps[20000].at" (line 120005, column 7) is 0, expected at least 19999, the "at" of the step before. Put the steps in the order of time.",
        "InvalidScenarioError: Invalid scenario: line 120009, column 1 is the end of the text, expected "," or "]". The text seems to be cut off.",
      ]
    `)
  })
})
