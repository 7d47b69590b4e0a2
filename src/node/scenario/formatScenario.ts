import type { PresealError } from '../../base/errors/errors.js'
import type { Issue } from '../../base/hex/hex.js'
import { toProblem } from '../../base/validation/problem.js'
import { adviceBeside } from '../options/answers.js'
import type { MockNodeOptions } from '../options/options.js'
import { readOptions } from '../options/parseOptions.js'
import { invalidScenarioError } from './parseScenario.js'

/**
 * Formats options as the text of a scenario file. The same scenario always
 * gives the same text.
 *
 * @example
 * const text = formatScenario({ timestamp: 1_800_000_000n, blockTime: 1_000 })
 * parseScenario(text) // { version: 1, timestamp: 1800000000n, blockTime: 1000 }
 *
 * @param scenario - Options of `createMockNode`.
 * @returns JSON, with amounts as decimal strings, and hex in lower case.
 * @throws InvalidScenarioError if an option is wrong or not JSON, such as a
 * clock object or an engine.
 */
export function formatScenario(scenario: MockNodeOptions): string {
  const read = readOptions(scenario, 'code')
  if (!read.ok) throw toError(read.refusals)
  const { clock, engine, fork, contracts } = read.given
  const refuse = (option: string, given: string, expected: string) =>
    toError([{ path: [option], given, expected, advice: adviceBeside(option) }])
  if (typeof clock === 'object')
    throw refuse(
      'clock',
      'a clock object',
      '"virtual" or "ambient", as JSON holds no clock',
    )
  if (engine !== undefined)
    throw refuse('engine', 'an engine', 'nothing, as JSON holds no function')
  if (fork !== undefined)
    throw refuse(
      'fork',
      'a fork',
      'nothing, as its record is a file of its own',
    )
  const natives = [...(contracts ?? []).entries()].filter(
    ([, { type }]) => type === 'native',
  )
  if (natives.length > 0)
    throw toError(
      natives.map(([index]) => ({
        path: ['contracts', index],
        given: 'a contract that is a function',
        expected: 'one of type "erc20", as JSON holds no function',
        advice:
          'Give it to the node: createMockNode({ ...scenario, contracts }).',
      })),
    )
  const text = JSON.stringify(
    { version: 1, ...read.given },
    (_, value) => (typeof value === 'bigint' ? `${value}` : value),
    2,
  )
  return `${text}\n`
}

function toError(
  refusals: readonly Issue[],
): PresealError<'InvalidScenarioError'> {
  return invalidScenarioError(refusals.map(toProblem))
}
