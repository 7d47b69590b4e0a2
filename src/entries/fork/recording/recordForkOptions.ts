import { display } from '../../../base/hex/display.js'
import {
  fitting,
  optional,
  readFields,
} from '../../../base/validation/fields.js'
import {
  invalidOptions,
  type Problem,
} from '../../../base/validation/problem.js'
import {
  hardforks,
  isFunction,
  oneOf,
} from '../../../base/validation/values.js'
import { forkBrand } from '../../../chain/fork/fork.js'
import type { Clock, Fork, ForkRecord } from '../../../index.js'
import {
  createHttpTransport,
  createProviderTransport,
  type EndpointFetch,
  endpointFields,
  endpointProvider,
  httpUrl,
  type Limits,
  loadedClock,
  loadedFetch,
  type RecordedProvider,
  type Transport,
} from '../../endpoint/index.js'

export type RecordForkOptions = {
  /**
   * URL of an endpoint or an EIP-1193 provider. In a list, later ones serve if
   * an earlier one has no answer
   */
  from: ForkEndpoint | readonly ForkEndpoint[]
  /** Block number; default the latest */
  block?: bigint | undefined
  /**
   * Reads the fork, such as a test on a node. It is repeated until nothing is
   * missing; until then its errors are ignored.
   */
  run: (fork: Fork, recorder: ForkRecorder) => unknown
  /** A fork recorded earlier at the same block, to add to. */
  extend?: Fork | undefined
  /** Removes values that the last `run` did not read; default false */
  prune?: boolean | undefined
  /** Hardfork of the block; by default derived from its header */
  hardfork?: ForkRecord['hardfork'] | undefined
  /** Called after each round. */
  onProgress?: ((progress: ForkProgress) => void) | undefined
  /** ms for one request; default 15_000 */
  timeout?: number | undefined
  /** Aborts the recording with an error. */
  signal?: AbortSignal | undefined
  /** Default the platform's, as of the import of `preseal/fork` */
  fetch?: EndpointFetch | undefined
  /** Default the platform's, as of the import of `preseal/fork` */
  clock?: Clock | undefined
}

/** For a run that reads the record in other processes, with `parseFork`. */
export type ForkRecorder = {
  /** The environment variable with the folder in which they leave notes. */
  readonly variable: string
  /**
   * Resolves to the answer to a line of notes, once it is fetched; undefined if
   * nobody waits for it.
   */
  readonly answer: (line: string) => Promise<string | undefined>
}

type ForkEndpoint = string | RecordedProvider

export type ForkProgress = {
  /** How many times `run` was called. */
  rounds: number
  /** Number of values that the last round missed. */
  missing: number
  /** Requests sent to the endpoints. */
  requests: number
  /** Accounts in the record so far. */
  accounts: number
  slots: number
}

export type ParsedRecordForkOptions = Omit<
  RecordForkOptions,
  'from' | 'prune' | 'onProgress'
> & {
  readonly transports: (limits: Limits) => readonly Transport[]
  readonly prune: boolean
  readonly onProgress: (progress: ForkProgress) => void
  readonly timeout: number
  readonly clock: Clock
}

const isFork = (given: unknown) =>
  (given as Partial<Fork> | null)?.[forkBrand] === true

const { signal } = endpointFields
const run = fitting<RecordForkOptions['run']>(isFunction, 'a function')
const fields = {
  from: fitting<unknown>((given) => given !== undefined, 'an endpoint'),
  block: optional(
    fitting<bigint>(
      (given) => typeof given === 'bigint' && given >= 0n,
      'a bigint of at least 0n, the number of a block',
    ),
    undefined,
  ),
  run,
  extend: optional(fitting<Fork>(isFork, 'what parseFork has read'), undefined),
  prune: optional(
    fitting<boolean>((given) => typeof given === 'boolean', 'true or false'),
    false,
  ),
  hardfork: optional(oneOf(...hardforks), undefined),
  onProgress: optional(
    fitting<(progress: ForkProgress) => void>(isFunction, 'a function'),
    () => {},
  ),
  timeout: optional(endpointFields.timeout, 15_000),
  signal,
  fetch: optional(
    fitting<EndpointFetch>(isFunction, 'a function'),
    (...args: Parameters<EndpointFetch>) => loadedFetch(...args),
  ),
  clock: optional(
    fitting<Clock>((given) => isFunction(Object(given).setTimeout), 'a clock'),
    loadedClock,
  ),
}

/** @throws InvalidOptionsError naming every option that is wrong. */
export function parseRecordForkOptions(
  options: RecordForkOptions,
): ParsedRecordForkOptions {
  const read = readFields(options, fields, 'an object { from, run, block? }')
  if (!read.ok) throw invalidOptions('recordFork', read.problems)
  const { from, fetch, ...rest } = read.value
  const given = Array.isArray(from) ? from : [from]
  const problems: Problem[] = []
  const makers = given.map((one, index) => {
    const url = httpUrl.check(one)
    if (url.ok)
      return (limits: Limits) =>
        createHttpTransport({ ...url.value, fetch }, limits)
    const provider = endpointProvider.check(one)
    if (provider.ok)
      return (limits: Limits) => createProviderTransport(provider.value, limits)
    problems.push({
      path: Array.isArray(from) ? `from[${index}]` : 'from',
      given: typeof one === 'string' ? url.given : display(one),
      expected: 'the http or https URL of an endpoint, or an EIP-1193 provider',
    })
    return undefined
  })
  if (makers.length === 0)
    problems.push({ path: 'from', given: '[]', expected: 'an endpoint' })
  if (problems.length > 0) throw invalidOptions('recordFork', problems)
  return {
    ...rest,
    timeout: rest.timeout ?? 15_000,
    transports: (limits) => makers.flatMap((make) => make?.(limits) ?? []),
  }
}
