import { readOptional, type Wire } from '../../base/codec/wire.js'
import { PresealError } from '../../base/errors/errors.js'
import { baseFeeVault, l1BlockAddress } from '../../base/hex/addresses.js'
import { display } from '../../base/hex/display.js'
import {
  type Hex,
  type Issue,
  parseAddress,
  parseData,
  parseHash,
  parseQuantity,
  toBytes,
  toWord,
} from '../../base/hex/hex.js'
import type { Dialect } from '../../base/validation/amounts.js'
import {
  type NamesTaken,
  namesTaken,
} from '../../base/validation/namesTaken.js'
import {
  type Problem,
  toProblem,
  toSentences,
  unknownKey,
} from '../../base/validation/problem.js'
import { readObject } from '../../base/validation/read.js'
import type { Fork } from '../../chain/fork/fork.js'
import { zeroWord } from '../../chain/model/state.js'
import {
  type L1Value,
  readL1Value,
} from '../../engine/natives/predeploys/predeploys.js'
import { parse } from '../schema/schema.js'
import { profiles } from './answers.js'
import { checkConflicts } from './checkConflicts.js'
import {
  type HeaderOptions,
  type L1AttributesOptions,
  type MockNodeOptions,
  optionsSchema,
  type Profile,
  type ProfileOptions,
} from './options.js'
import { type Given, type Options, resolveOptions } from './resolveOptions.js'

/**
 * Fresh, canonical options; only clock and engine are the user's own objects. A parsed
 * scenario gives the options of that parse.
 *
 * @throws InvalidParametersError when something is wrong, naming all of it.
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
  const refused = [
    ...profile.refusals,
    ...(parsed.ok ? [] : parsed.refusals.map(asTaken(given as NamesTaken))),
  ]
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

/** An unknown option beside the names that the function in front takes. */
function asTaken({ [namesTaken]: namesOf }: NamesTaken) {
  return (issue: Issue): Issue => {
    const { path: [name, ...inner] = [], known } = issue
    return namesOf === undefined || known === undefined || inner.length > 0
      ? issue
      : { ...issue, ...unknownKey(String(name), namesOf(known)) }
  }
}

/** Thrown by `createMockNode` for options that it cannot take. */
function invalidOptionsError(
  problems: readonly Problem[],
): PresealError<'InvalidParametersError'> {
  return new PresealError(
    'InvalidParametersError',
    toSentences(problems, ({ path }) =>
      path === '' ? 'The argument of createMockNode' : `Option "${path}"`,
    ),
    { problems },
  )
}

/**
 * Options over those of a profile: what both have is merged, object by object,
 * and if it is no object the option wins. Both are canonical.
 */
function mergeUnder<value>(under: value | undefined, over: value): value {
  if (over === undefined) return under as value
  if (!isObject(under) || !isObject(over)) return over
  const merged: { [key: string]: unknown } = { ...under }
  for (const [key, value] of Object.entries(over))
    merged[key] = mergeUnder(merged[key], value)
  return merged as value
}

function isObject(value: unknown): value is { [key: string]: unknown } {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Options that a node takes from its fork by default. */
function ofFork({ record }: Fork) {
  const block = record.block as Wire
  const quantity = (field: string) =>
    readOptional(block, 'block', field, parseQuantity)
  const extraData = readOptional(block, 'block', 'extraData', parseData) ?? '0x'
  const l1Attributes = l1AttributesOf(record)
  return {
    chainId: record.chainId,
    hardfork: record.hardfork,
    timestamp: quantity('timestamp') ?? 0n,
    header: {
      initialBaseFeePerGas: quantity('baseFeePerGas'),
      gasLimit: quantity('gasLimit'),
      miner: readOptional(block, 'block', 'miner', parseAddress),
      mixHash: readOptional(block, 'block', 'mixHash', parseHash),
      extraData,
      ...(l1Attributes !== undefined && {
        baseFeeRecipient: baseFeeVault,
        ...feesIn(extraData),
      }),
    },
    l1Attributes,
    // Nobody knows the rest of what is under them.
    pendingStateRoot: 'atSeal',
  } satisfies MockNodeOptions
}

/** An OP chain's parameters, as its blocks carry them (Holocene, Jovian). */
function feesIn(extraData: Hex): HeaderOptions {
  const bytes = toBytes(extraData)
  const version = bytes[0]
  if (bytes.length < 9 || (version !== 0 && version !== 1)) return {}
  const view = new DataView(bytes.buffer, bytes.byteOffset)
  const denominator = view.getUint32(1)
  return {
    ...(denominator > 0 && {
      baseFeeMaxChangeDenominator: denominator,
      elasticityMultiplier: view.getUint32(5),
    }),
    ...(version === 1 &&
      bytes.length >= 17 && { minBaseFeePerGas: view.getBigUint64(9) }),
  }
}

/** The recorded predeploy's values of L1, on an OP chain. */
function l1AttributesOf({
  storage,
}: Fork['record']): L1AttributesOptions | undefined {
  const words = storage[l1BlockAddress]
  if (words === undefined) return undefined
  const value = (name: L1Value) =>
    readL1Value((slot) => words[slot] ?? zeroWord, name)
  return {
    number: value('number'),
    baseFeePerGas: value('basefee'),
    blobBaseFee: value('blobBaseFee'),
    baseFeeScalar: Number(value('baseFeeScalar')),
    blobBaseFeeScalar: Number(value('blobBaseFeeScalar')),
    batcherHash: toWord(value('batcherHash')),
  }
}

/** A profile with canonical options, or all that is wrong with it. */
function readProfile(
  given: unknown,
  dialect: Dialect,
): { value?: Profile; refusals: readonly Issue[] } {
  if (given === undefined) return { refusals: [] }
  const checked = profiles[dialect].check(given)
  if (!checked.ok) return { refusals: [{ ...checked, path: ['profile'] }] }
  const profile = checked.value as Profile
  const read = readObject(profile.options, 'an object of options')
  if (!read.ok) return { refusals: [{ ...read, path: inside }] }
  const parsed = parse(optionsSchema(dialect), read.value)
  if (!parsed.ok)
    return {
      refusals: parsed.refusals.map(({ path = [], ...refusal }) => ({
        ...refusal,
        path: [...inside, ...path],
      })),
    }
  const options = parsed.value as ProfileOptions
  return { value: { ...profile, options }, refusals: [] }
}

const inside = ['profile', 'options']

/** If a chain of viem stands in place of options, its id alone is one. */
function refuseChain({ id }: { readonly id?: unknown }): Issue {
  return {
    given: 'a chain of viem',
    expected: 'an object of options',
    advice: `Write createMockNode({ chainId: ${display(id)} }).`,
  }
}
