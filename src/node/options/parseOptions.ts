import type * as z from 'zod/mini'
import type { Clock } from '../../base/clock/clock.js'
import { PresealError } from '../../base/errors/errors.js'
import { type Dialect, displayIn } from '../../base/validation/amounts.js'
import {
  type Problem,
  type Refusal,
  toProblem,
  toSentences,
} from '../../base/validation/problem.js'
import { readObject } from '../../base/validation/read.js'
import type { ChainConfig, PendingIdentity } from '../../chain/model/config.js'
import type { ImportParameters } from '../../chain/model/importedBlock.js'
import {
  depositGas,
  type L1Attributes,
} from '../../chain/model/l1Attributes.js'
import type { AccountsParameters } from '../../chain/model/transaction.js'
import type { Contract } from '../../engine/contract.js'
import type { Engine } from '../../engine/engine.js'
import { clientVersion } from '../../rpc/methods/network.js'
import type { Endpoint } from '../faults/endpoint.js'
import type { Step } from '../runtime/steps/steps.js'
import { checkContracts } from '../schema/contract.js'
import { resolveL1Attributes } from '../schema/l1Attributes.js'
import { parse } from '../schema/schema.js'
import { optionsSchema } from './options.js'
import { refuseChain } from './refuseChain.js'
import { type ResolvedHeader, resolveHeader } from './resolveHeader.js'

type Given = z.output<ReturnType<typeof optionsSchema>>

/** Canonical options, every default in place. */
export type Options = Pick<
  ChainConfig,
  'hardfork' | 'calls' | 'finalityLag' | 'pendingStateRoot'
> & {
  readonly chainId: number
  readonly clientVersion: string
  /** unix seconds; undefined: the clock decides */
  readonly timestamp: bigint | undefined
  readonly preconfirmationTime: number
  readonly blockTime: number
  readonly sealing: 'timed' | 'manual'
  /** undefined: fake timers where there are any, else its own */
  readonly clock: 'virtual' | 'ambient' | Clock | undefined
  /** undefined: no bytecode runs */
  readonly engine: Engine | undefined
  readonly accounts: AccountsParameters
  readonly contracts: readonly Contract[]
  readonly blocks: readonly ImportParameters[]
  readonly header: ResolvedHeader
  readonly l1Attributes: L1Attributes | null
  readonly pendingIdentity: PendingIdentity
  readonly endpoint: Endpoint
  readonly faults: NonNullable<Given['faults']>
  readonly inclusion: NonNullable<Given['inclusion']>
  readonly steps: readonly Step[]
  readonly requestHistory: number
  readonly subscriptions: {
    readonly newHeads: 'block' | 'beat'
    readonly newFlashblocks: 'block' | 'payload'
  }
}

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
  const parsed = parse(optionsSchema(dialect), read.value)
  const refused = parsed.ok ? [] : parsed.refusals
  // What was refused is absent here, and rules skip it.
  const canonical = parsed.value as Given
  const resolved = resolve(canonical)
  const refusals = [
    ...refused,
    ...checkOptions(canonical, resolved, dialect, (key) =>
      refused.some(({ path = [] }) => path[0] === key),
    ),
  ]
  return refusals.length === 0
    ? { ok: true, given: canonical, options: resolved }
    : { ok: false, refusals }
}

function resolve(given: Given): Options {
  return {
    chainId: given.chainId ?? 31_337,
    clientVersion: given.clientVersion ?? clientVersion,
    timestamp: given.timestamp,
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
  }
}

/** The rules between options, defaults included. */
function checkOptions(
  given: Given,
  resolved: Options,
  dialect: Dialect,
  isRefused: (key: keyof Given) => boolean,
): Refusal[] {
  const refusals: Refusal[] = []
  const { blockTime, preconfirmationTime } = resolved
  if (
    blockTime % preconfirmationTime !== 0 &&
    !isRefused('blockTime') &&
    !isRefused('preconfirmationTime')
  ) {
    const beats = Math.max(1, Math.round(blockTime / preconfirmationTime))
    refusals.push({
      path: ['blockTime'],
      given: displayResolved(blockTime, given.blockTime),
      expected: `a whole multiple of "preconfirmationTime", which is ${displayResolved(preconfirmationTime, given.preconfirmationTime)}`,
      advice: `Write ${beats * preconfirmationTime}, or another "preconfirmationTime".`,
    })
  }
  const { gasLimit, elasticityMultiplier } = resolved.header
  if (gasLimit < elasticityMultiplier && !isRefused('header'))
    refusals.push({
      path: ['header', 'gasLimit'],
      given: displayResolved(
        displayIn(dialect, gasLimit),
        given.header?.gasLimit,
      ),
      expected: `at least "elasticityMultiplier", which is ${displayResolved(elasticityMultiplier, given.header?.elasticityMultiplier)}`,
    })
  const { safe, finalized } = resolved.finalityLag
  if (finalized < safe && !isRefused('finalityLag'))
    refusals.push({
      path: ['finalityLag', 'finalized'],
      given: displayResolved(finalized, given.finalityLag?.finalized),
      expected: `at least "safe", which is ${displayResolved(safe, given.finalityLag?.safe)}`,
    })
  return [
    ...refusals,
    ...(isRefused('accounts') || isRefused('contracts')
      ? []
      : checkContracts(resolved)),
    ...(isRefused('header') || isRefused('l1Attributes')
      ? []
      : checkDeposit(resolved, dialect)),
  ]
}

/** The deposit must fit every block. */
function checkDeposit(
  { l1Attributes, header: { gasLimit } }: Options,
  dialect: Dialect,
): Refusal[] {
  if (l1Attributes === null) return []
  const refusals: Refusal[] = []
  const most = displayIn(dialect, depositGas)
  const { gasUsed } = l1Attributes
  if (gasLimit < depositGas)
    refusals.push({
      path: ['header', 'gasLimit'],
      given: displayIn(dialect, gasLimit),
      expected: `at least ${most}, the gas limit of the deposit that "l1Attributes" puts into each block`,
    })
  if (gasUsed > depositGas)
    refusals.push({
      path: ['l1Attributes', 'gasUsed'],
      given: displayIn(dialect, gasUsed),
      expected: `at most ${most}, the deposit's gas limit`,
    })
  return refusals
}

function displayResolved(resolved: number | string, given: unknown): string {
  return given === undefined ? `${resolved} by default` : `${resolved}`
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
