import { PresealError } from '../../base/errors/errors.js'
import type { Issue } from '../../base/hex/parse.js'
import type { Dialect } from '../../base/validation/amounts.js'
import {
  type Problem,
  toProblem,
  toSentences,
} from '../../base/validation/problem.js'
import { readObject } from '../../base/validation/read.js'
import { parse } from '../schema/schema.js'
import { checkConflicts } from './checkConflicts.js'
import { mergeUnder } from './mergeUnder.js'
import { ofFork } from './ofFork.js'
import { optionsSchema } from './options.js'
import { readProfile } from './readProfile.js'
import { refuseChain } from './refuseChain.js'
import { type Given, type Options, resolveOptions } from './resolveOptions.js'

/**
 * Fresh, canonical options; only clock and engine are the user's own objects. A parsed
 * scenario gives the options of that parse.
 *
 * @throws InvalidOptionsError when something is wrong, naming all of it.
 */
export function parseOptions(
  given: unknown,
  dialect: Dialect = 'code',
): Options {
  if (given === undefined) return resolveOptions({})
  const known = optionsOfScenarios.get(given as object)
  if (known !== undefined) return known
  const read = readOptions(given, dialect)
  if (!read.ok) throw invalidOptionsError(read.refusals.map(toProblem))
  return read.options
}

/** Scenarios are frozen, so that their options stay what they were. */
export const optionsOfScenarios = new WeakMap<object, Options>()

type OptionsRead =
  /** `given` is canonical, `options` has the defaults too. */
  | { ok: true; given: Given; options: Options }
  | { ok: false; refusals: readonly Issue[] }

/** Reads options without throwing. */
export function readOptions(given: unknown, dialect: Dialect): OptionsRead {
  const read = readObject(given, 'an object of options')
  if (!read.ok) return { ok: false, refusals: [read] }
  if ('rpcUrls' in read.value)
    return { ok: false, refusals: [refuseChain(read.value)] }
  // For editors, which find the schema of the file by it.
  if (dialect === 'json') delete read.value.$schema
  // Without options no schema need be made.
  if (dialect === 'code' && Object.keys(read.value).length === 0)
    return { ok: true, given: {}, options: resolveOptions({}) }
  const { profile: below, ...above } = read.value
  const profile = readProfile(below, dialect)
  const parsed = parse(optionsSchema(dialect), above)
  const refused = [...profile.refusals, ...(parsed.ok ? [] : parsed.refusals)]
  // Refused fields are absent here, and rules skip them.
  const own = parsed.value as Given
  const live: Given | undefined = own.fork && ofFork(own.fork)
  const timed = mergeUnder(live, own)
  const merged = mergeUnder(profile.value?.options as Given | undefined, timed)
  const resolved = resolveOptions(merged, timed, profile.value)
  const refusals = [
    ...refused,
    ...checkConflicts(
      { own, live, profile: profile.value, resolved, dialect },
      (key) => refused.some(({ path = [] }) => path[0] === key),
    ),
  ]
  return refusals.length === 0
    ? { ok: true, given: merged, options: resolved }
    : { ok: false, refusals }
}

/** Thrown by `createMockNode` for options that it cannot take. */
function invalidOptionsError(
  problems: readonly Problem[],
): PresealError<'InvalidOptionsError'> {
  return new PresealError(
    'InvalidOptionsError',
    toSentences(problems, ({ path }) =>
      path === '' ? 'The argument of createMockNode' : `Option "${path}"`,
    ),
    { problems },
  )
}
