import {
  arrayOf,
  fitting,
  objectOf,
  optional,
  readFields,
} from '../../base/validation/fields.js'
import { invalidOptions } from '../../base/validation/problem.js'
import {
  address,
  isFunction,
  milliseconds,
  slot,
} from '../../base/validation/values.js'
import type { Address, Clock, Hex } from '../../index.js'
import {
  type EndpointFetch,
  endpointFields,
  type HttpEndpoint,
  type RecordedProvider,
} from '../endpoint/index.js'

export type RecordOptions = RecordedEndpoint & {
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
  /**
   * The clock for polls and timestamps; default the platform's `Date.now` and
   * `setTimeout`
   */
  clock?: Clock | undefined
}

type RecordedEndpoint =
  | {
      /** EIP-1193; a client of viem fits. */
      provider: RecordedProvider
      url?: undefined
      fetch?: undefined
    }
  | {
      /** JSON-RPC over HTTP; may hold credentials. */
      url: string
      provider?: undefined
      /** The platform's */
      fetch?: EndpointFetch | undefined
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

/** The options of `record`, every default in place. */
export type ParsedOptions = {
  readonly endpoint: HttpEndpoint | { readonly provider: RecordedProvider }
  readonly duration: number
  readonly pollingInterval: number
  readonly timeout: number
  readonly watch: ParsedWatch
  readonly signal: AbortSignal | undefined
  readonly onProgress: (progress: RecordProgress) => void
  readonly clock: Clock
}

export type ParsedWatch = {
  readonly balances: readonly Address[]
  readonly storage: readonly { readonly address: Address; readonly slot: Hex }[]
}

const fields = {
  ...endpointFields,
  duration: milliseconds(0),
  pollingInterval: optional(milliseconds(1), 200),
  timeout: optional(milliseconds(1), 5_000),
  watch: optional(
    objectOf<ParsedWatch>({
      balances: optional(arrayOf(address), []),
      storage: optional(arrayOf(objectOf({ address, slot })), []),
    }),
    { balances: [], storage: [] },
  ),
  onProgress: optional(
    fitting<ParsedOptions['onProgress']>(isFunction, 'a function'),
    () => {},
  ),
}

/** @throws InvalidOptionsError naming every option that is wrong. */
export function parseRecordOptions(options: RecordOptions): ParsedOptions {
  const read = readFields(
    options,
    fields,
    'an object { url or provider, duration, pollingInterval?, watch? }',
  )
  if (!read.ok) throw invalidOptions('record', read.problems)
  const { url, provider, fetch, ...rest } = read.value
  if (provider !== undefined && url === undefined)
    return { endpoint: { provider }, ...rest }
  if (url !== undefined && provider === undefined)
    return { endpoint: { ...url, fetch }, ...rest }
  throw invalidOptions('record', [
    {
      path: 'url',
      given: url === undefined ? 'missing' : 'given beside "provider"',
      expected: 'either "url" or "provider", the endpoint to record',
    },
  ])
}
