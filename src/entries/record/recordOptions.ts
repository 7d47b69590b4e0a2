import {
  arrayOf,
  objectOf,
  optional,
  readOptions,
} from '../../base/validation/fields.js'
import { address, milliseconds, slot } from '../../base/validation/values.js'
import type { Address, Clock, Hex } from '../../index.js'
import {
  type Endpoint,
  type EndpointFetch,
  endpoint,
  endpointFields,
  onProgress,
} from '../endpoint/index.js'

export type RecordOptions = {
  /**
   * URL of an endpoint, which may hold credentials, or an EIP-1193 provider; a
   * client of viem fits
   */
  from: Endpoint
  /** ms */
  duration: number
  /** ms from poll to poll; default 200 */
  pollingInterval?: number | undefined
  /** ms after which a request counts as hanging; default 5_000 */
  timeout?: number | undefined
  /**
   * State to read under `latest` and `pending`. Other state is not recorded.
   */
  watch?: Watch | undefined
  /** Ends the recording early; the scenario has what was recorded so far. */
  signal?: AbortSignal | undefined
  /** Called after every poll. */
  onProgress?: ((progress: RecordProgress) => void) | undefined
  /** Sends requests to a URL; default the platform's */
  fetch?: EndpointFetch | undefined
  /**
   * The clock for polls and timestamps; default the platform's `Date.now` and
   * `setTimeout`
   */
  clock?: Clock | undefined
}

type Watch = {
  balances?: readonly Address[] | undefined
  storage?: readonly { address: Address; slot: Hex | number }[] | undefined
}

export type RecordProgress = {
  /** ms */
  elapsed: number
  /** ms */
  duration: number
  polls: number
  /** Number of steps in the scenario so far. */
  steps: number
  /** Number of the latest block; undefined before the first. */
  blockNumber: bigint | undefined
  /** Approximate size of the scenario as JSON. */
  characters: number
}

export type ParsedWatch = {
  readonly balances: readonly Address[]
  readonly storage: readonly { readonly address: Address; readonly slot: Hex }[]
}

const fields = {
  from: endpoint,
  duration: milliseconds(0),
  pollingInterval: optional(milliseconds(1), 200),
  watch: optional(
    objectOf<ParsedWatch>({
      balances: optional(arrayOf(address), []),
      storage: optional(arrayOf(objectOf({ address, slot })), []),
    }),
    { balances: [], storage: [] },
  ),
  onProgress: onProgress<RecordProgress>(),
  ...endpointFields,
}

/** The options of `record`, every default in place. */
export type ParsedOptions = ReturnType<typeof parseRecordOptions>

/** @throws InvalidParametersError naming every option that is wrong. */
export function parseRecordOptions(options: RecordOptions) {
  return readOptions('record', options, fields)
}
