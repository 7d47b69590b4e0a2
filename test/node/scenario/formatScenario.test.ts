import { createClock } from '@sinonjs/fake-timers'
import fc from 'fast-check'
import {
  formatScenario,
  type Hex,
  type MockNodeOptions,
  type PreconfirmParameters,
  parseScenario,
  type Step,
} from 'preseal'
import { contract } from 'preseal/contracts'
import { evm } from 'preseal/evm'
import { parseFork } from 'preseal/fork'
import { erc20Abi } from 'viem'
import { describe, expect, test } from 'vitest'
import { funded, kinds } from '../../conformance/stories.js'
import { pages } from '../../docs/pages.js'
import { alice as pagesAlice, bob as pagesBob } from '../../docs/reading.js'
import { sampleRecord } from '../../entries/fork/sample.js'
import { share } from '../../runs.js'
import { says } from '../../says.js'
import { alice, bob, deepFreeze, refusal } from '../schema/refusal.js'
import { story } from '../stories.js'
import { scenarios } from './scenarios.js'

/** Every timeline that the pages show. */
const shown = pages.flatMap(({ blocks }) =>
  blocks.flatMap(({ code }): Step[][] => {
    const [, steps] =
      /\btimeline(?:: Step\[\])? = (\[.*?^\])/ms.exec(code) ?? []
    if (steps === undefined) return []
    const evaluate = new Function('alice', 'bob', `return ${steps}`)
    return [evaluate(pagesAlice, pagesBob)]
  }),
)

describe('formatScenario', () => {
  test('behavior: no options', () => {
    expect(formatScenario({})).toBe('{\n  "version": 1\n}\n')
  })

  test('behavior: parsing gives back the scenario, and formatting the text', () => {
    fc.assert(
      fc.property(scenarios, (scenario) => {
        const text = formatScenario(deepFreeze(scenario))
        const parsed = parseScenario(text)
        expect(parsed).toEqual(scenario)
        expect(formatScenario(parsed)).toBe(text)
      }),
      { numRuns: share(300) },
    )
  })

  test('behavior: a byte order mark inside a text stays', () => {
    const fault = { type: 'rpc', code: 5, message: '\ufeffa\ufeff' } as const
    const text = formatScenario({ faults: [fault] })
    expect(parseScenario(text).faults).toEqual([fault])
    expect(parseScenario(`\ufeff${text}`).faults).toEqual([fault])
  })

  test('behavior: zero has no sign', () => {
    const fault = { type: 'rpc', code: 5, message: '', data: [-0] } as const
    expect(parseScenario({ version: 1, faults: [fault] }).faults).toEqual([
      { ...fault, data: [0] },
    ])
  })

  const stories: [string, MockNodeOptions][] = [
    ['the story of all steps', story],
    [
      'transactions of all kinds',
      {
        ...funded,
        steps: Object.values<PreconfirmParameters>(kinds).map(
          ({ type, ...fields }, index) => ({
            at: index,
            type: 'preconfirm',
            transactionType: type,
            ...fields,
          }),
        ),
      },
    ],
    ...shown.map((timeline, index): [string, MockNodeOptions] => [
      `timeline ${index + 1} of the pages`,
      { steps: timeline },
    ]),
  ]

  test.each(stories)('behavior: %s', (_, options) => {
    const text = formatScenario(options)
    const parsed = parseScenario(text)
    expect(formatScenario(parsed)).toBe(text)
    expect(parsed.steps).toHaveLength(options.steps?.length ?? 0)
  })

  test('error: an engine and a fork, which the node is given', () => {
    const fork = parseFork(sampleRecord())
    expect(
      [{ engine: evm() }, { fork }].map((one) =>
        refusal(() => formatScenario(one)),
      ),
    ).toEqual(
      [
        'InvalidScenarioError … "engine" … Give it to the node:',
        'InvalidScenarioError … "fork" … Give it to the node:',
      ].map(says),
    )
  })

  test('error: contracts that are functions, each by its place', () => {
    const native = (address: Hex) =>
      contract({ address, abi: erc20Abi, functions: {} })
    const token = { type: 'erc20', address: bob, symbol: 'T' } as const
    expect(
      refusal(() =>
        formatScenario({
          contracts: [
            native(alice),
            token,
            native('0x00000000000000000000000000000000000c0de5'),
          ],
        }),
      ),
    ).toBe(
      'InvalidScenarioError: Invalid scenario: "contracts[0]" is a contract that is a function, expected one of type "erc20", as JSON holds no function. Give it to the node: createMockNode({ ...scenario, contracts }). "contracts[2]" is a contract that is a function too.',
    )
    expect(
      parseScenario(formatScenario({ contracts: [token] })).contracts,
    ).toMatchObject([{ type: 'erc20', symbol: 'T' }])
  })

  test('error: what JSON cannot hold, and what is wrong', () => {
    const options: unknown[] = [
      { clock: createClock() },
      { chainId: 0, clock: createClock() },
      { timestamp: '5' },
      { version: 2 },
      null,
    ]
    expect(
      options.map((given) =>
        refusal(() => formatScenario(given as MockNodeOptions)),
      ),
    ).toEqual(
      [
        'InvalidScenarioError … "clock" … Give it to the node:',
        'InvalidScenarioError … "chainId" … expected an integer from 1 to',
        'InvalidScenarioError … "timestamp" … Write 5n.',
        'InvalidScenarioError … "version" … expected 1.',
        'InvalidScenarioError … expected an object of options.',
      ].map(says),
    )
  })
})
