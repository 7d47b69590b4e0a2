import {
  fitting,
  optional,
  readOptions,
} from '../../../base/validation/fields.js'
import { hardforks } from '../../../base/validation/hardforks.js'
import { isFunction, oneOf } from '../../../base/validation/values.js'
import { forkBrand } from '../../../chain/fork/fork.js'
import type { Clock, Fork, ForkRecord } from '../../../index.js'
import {
  type Endpoint,
  type EndpointFetch,
  endpoints,
  type Limits,
  loadedFields,
  onProgress,
} from '../../endpoint/index.js'

export type RecordForkOptions = {
  /**
   * URL of an endpoint or an EIP-1193 provider. In a list, later ones serve if
   * an earlier one has no answer
   */
  from: Endpoint | readonly Endpoint[]
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

const isFork = (given: unknown) =>
  (given as Partial<Fork> | null)?.[forkBrand] === true

const fields = {
  from: endpoints,
  block: optional(
    fitting<bigint>(
      (given) => typeof given === 'bigint' && given >= 0n,
      'a bigint of at least 0n, the number of a block',
    ),
    undefined,
  ),
  run: fitting<RecordForkOptions['run']>(isFunction, 'a function'),
  extend: optional(fitting<Fork>(isFork, 'what parseFork has read'), undefined),
  prune: optional(
    fitting<boolean>((given) => typeof given === 'boolean', 'true or false'),
    false,
  ),
  hardfork: optional(oneOf(...hardforks), undefined),
  onProgress: onProgress<ForkProgress>(),
  ...loadedFields,
}

/** @throws InvalidParametersError naming every option that is wrong. */
export function parseRecordForkOptions(options: RecordForkOptions) {
  const { from, fetch, ...rest } = readOptions('recordFork', options, fields)
  return {
    ...rest,
    transports: (limits: Limits) => from.map((open) => open(fetch, limits)),
  }
}
