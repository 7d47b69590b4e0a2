import { PresealError } from '../../base/errors/errors.js'
import {
  findRepeated,
  type LocatedProblem,
  type LocatedRefusal,
  locate,
  refuseUnread,
} from '../../base/json/json.js'
import {
  mostProblems,
  toProblem,
  toSentences,
} from '../../base/validation/problem.js'
import type { MockNodeOptions } from '../options/options.js'
import { optionsOfScenarios, readOptions } from '../options/parseOptions.js'

/**
 * Parses a scenario file: the options of `createMockNode` as JSON.
 *
 * @example
 * const scenario = parseScenario(`{
 *   "version": 1,
 *   "accounts": { "${alice}": { "balance": "10000000000000000000" } }
 * }`)
 * const node = createMockNode(scenario)
 *
 * @param given - Text, or the value that `JSON.parse` or an import returned.
 * Amounts (wei, wei per gas, gas, unix seconds) are strings of decimal or
 * 0x-hex digits, or numbers of at most 2^53 - 1; `version` is 1.
 * @returns Frozen options, checked once for any number of nodes. To change
 * some, spread them: `{ ...scenario, clock: 'ambient' }`.
 * @throws InvalidScenarioError naming every mistake, in a text by line and
 * column.
 */
export function parseScenario(given: unknown): Readonly<MockNodeOptions> {
  // Some editors begin a file with a byte order mark, and do not count it.
  const text =
    typeof given === 'string' ? given.replace(/^\ufeff/, '') : undefined
  const unread = refuseUnread(text ?? given, 'parseScenario')
  if (unread.length > 0) throw invalidScenarioError(unread)
  const repeated = text === undefined ? [] : repeatedIn(text)
  const value: unknown = text === undefined ? given : JSON.parse(text)
  const read = readOptions(value, 'json')
  if (!read.ok || repeated.length > 0) {
    const refusals = [...repeated, ...(read.ok ? [] : read.refusals)]
    throw invalidScenarioError(
      text === undefined ? refusals.map(toProblem) : locate(text, refusals),
    )
  }
  const scenario = deepFreeze(read.given)
  optionsOfScenarios.set(scenario, read.options)
  return scenario
}

function repeatedIn(text: string): LocatedRefusal[] {
  const found = findRepeated(text)
  if ('repeated' in found) return found.repeated
  throw invalidScenarioError(locate(text, [found.problem]))
}

function deepFreeze<value extends object>(root: value): value {
  const found: object[] = [root]
  for (const value of found) {
    for (const inner of Object.values(value))
      if (typeof inner === 'object' && inner !== null) found.push(inner)
    Object.freeze(value)
  }
  return root
}

/** Thrown for a scenario that is wrong, or that JSON cannot hold. */
export function invalidScenarioError(
  problems: readonly LocatedProblem[],
): PresealError<'InvalidScenarioError'> {
  return new PresealError(
    'InvalidScenarioError',
    `Invalid scenario: ${toSentences(problems, toSubject, mostProblems)}`,
    { problems },
  )
}

function toSubject({ path, line, column }: LocatedProblem): string {
  const place = line === undefined ? '' : `line ${line}, column ${column}`
  if (path === '') return place === '' ? 'what was given' : place
  return place === '' ? `"${path}"` : `"${path}" (${place})`
}
