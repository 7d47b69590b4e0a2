import { PresealError } from '../../base/errors/errors.js'
import type { Dialect } from '../../base/validation/amounts.js'
import {
  type Problem,
  type Refusal,
  toProblem,
  toSentences,
} from '../../base/validation/problem.js'
import { readObject } from '../../base/validation/read.js'
import { resolveAnswers } from '../schema/answers.js'
import { resolveL1Attributes } from '../schema/l1Attributes.js'
import { parse } from '../schema/schema.js'
import { checkOptions } from './checkOptions.js'
import { mergeUnder } from './mergeUnder.js'
import { optionsSchema, type Profile } from './options.js'
import { readProfile } from './readProfile.js'
import { refuseChain } from './refuseChain.js'
import type { Given, Options } from './resolved.js'
import { resolveHeader } from './resolveHeader.js'

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
  if (given === undefined) return resolve({})
  const known = optionsOfScenarios.get(given as object)
  if (known !== undefined) return known
  const read = readOptions(given, dialect)
  if (!read.ok) throw new InvalidOptionsError(read.refusals.map(toProblem))
  return read.options
}

/** Scenarios are frozen, so that their options stay what they were. */
export const optionsOfScenarios = new WeakMap<object, Options>()

type OptionsRead =
  /** `given` is canonical, `options` has the defaults too. */
  | { ok: true; given: Given; options: Options }
  | { ok: false; refusals: readonly Refusal[] }

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
    return { ok: true, given: {}, options: resolve({}) }
  const { profile: below, ...above } = read.value
  const profile = readProfile(below, dialect)
  const parsed = parse(optionsSchema(dialect), above)
  const refused = [...profile.refusals, ...(parsed.ok ? [] : parsed.refusals)]
  // What was refused is absent here, and rules skip it.
  const own = parsed.value as Given
  const merged = mergeUnder(profile.value?.options as Given | undefined, own)
  const resolved = resolve(merged, own, profile.value)
  const refusals = [
    ...refused,
    ...checkOptions({ own, profile: profile.value, resolved, dialect }, (key) =>
      refused.some(({ path = [] }) => path[0] === key),
    ),
  ]
  return refusals.length === 0
    ? { ok: true, given: merged, options: resolved }
    : { ok: false, refusals }
}

/** @param own - Without what a profile lays under it. */
function resolve(
  given: Given,
  own: Given = given,
  profile?: Profile | undefined,
): Options {
  return {
    profile,
    chainId: given.chainId ?? 31_337,
    timestamp: own.timestamp,
    preconfirmationTime: given.preconfirmationTime ?? 200,
    blockTime: given.blockTime ?? 2_000,
    sealing: given.sealing ?? 'timed',
    clock: given.clock,
    engine: given.engine,
    hardfork: given.hardfork ?? 'prague',
    calls: {
      gasLimit: given.calls?.gasLimit ?? 50_000_000n,
      environment: given.calls?.environment ?? 'pending',
    },
    accounts: given.accounts ?? {},
    contracts: given.contracts ?? [],
    blocks: given.blocks ?? [],
    header: resolveHeader(given.header),
    l1Attributes: resolveL1Attributes(given.l1Attributes),
    pendingIdentity: given.pendingIdentity ?? 'partialHash',
    pendingStateRoot: given.pendingStateRoot ?? 'atSeal',
    finalityLag: {
      safe: given.finalityLag?.safe ?? 60,
      finalized: given.finalityLag?.finalized ?? 600,
    },
    endpoint: given.endpoint ?? 'dedicated',
    faults: given.faults ?? [],
    inclusion: given.inclusion ?? [],
    steps: given.steps ?? [],
    requestHistory: given.requestHistory ?? 1_000,
    subscriptions: {
      newHeads: given.subscriptions?.newHeads ?? 'block',
      newFlashblocks: given.subscriptions?.newFlashblocks ?? 'block',
    },
    answers: resolveAnswers(given.answers),
  }
}

/** Thrown by `createMockNode` for options that it cannot take. */
export class InvalidOptionsError extends PresealError {
  override readonly name = 'InvalidOptionsError'

  /** All that is wrong, in the order of the options. */
  readonly problems: readonly Problem[]

  constructor(problems: readonly Problem[]) {
    super(
      toSentences(problems, ({ path }) =>
        path === '' ? 'The argument of createMockNode' : `Option "${path}"`,
      ),
    )
    this.problems = problems
  }
}
