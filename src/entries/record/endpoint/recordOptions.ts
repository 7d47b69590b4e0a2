import { PresealError } from '../../../base/errors/errors.js'
import { display } from '../../../base/hex/display.js'
import { address } from '../../../base/validation/address.js'
import { clockShape, isClock } from '../../../base/validation/clock.js'
import {
  arrayOf,
  fitting,
  objectOf,
  optional,
  readFields,
} from '../../../base/validation/fields.js'
import {
  type Problem,
  toOptionSentences,
} from '../../../base/validation/problem.js'
import {
  isFunction,
  type Judge,
  milliseconds,
  slot,
} from '../../../base/validation/values.js'
import type { Address, Clock, Hex } from '../../../index.js'
import type { RecordedProvider } from './createProviderTransport.js'
import { type HttpAddress, parseUrl } from './parseUrl.js'
import { platformClock } from './platformClock.js'

/** The signature of `fetch`, as far as it is used. */
type EndpointFetch = (url: string, init: RequestInit) => Promise<Response>

export type RecordOptions = RecordedEndpoint & {
  /** ms */
  duration: number
  /** ms from poll to poll; 200 */
  pollingInterval?: number | undefined
  /** ms after which a request counts as hanging; 5_000 */
  timeout?: number | undefined
  /** State to read under latest and pending; other state is not recorded. */
  watch?: Watch | undefined
  /** Ends the recording early, with what was recorded so far. */
  signal?: AbortSignal | undefined
  /** Called after every poll. */
  onProgress?: ((progress: RecordProgress) => void) | undefined
  /**
   * The clock for polls and timestamps; the platform's `Date.now` and
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
  /** Of the scenario so far. */
  steps: number
  /** The latest block, once there is one. */
  blockNumber: bigint | undefined
  /** What the scenario takes as JSON, about. */
  characters: number
}

export type HttpEndpoint = HttpAddress & { readonly fetch: EndpointFetch }

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

const isProvider = (given: unknown) =>
  isFunction((given as Partial<RecordedProvider> | null)?.request)

const isSignal = (given: unknown) =>
  isFunction((given as Partial<AbortSignal> | null)?.addEventListener)

/** Error messages end up in logs, so they hold no password. */
const httpUrl: Judge<HttpAddress> = {
  check(given) {
    const value = typeof given === 'string' ? parseUrl(given) : undefined
    if (value !== undefined) return { ok: true, value }
    const shown =
      typeof given === 'string'
        ? given.replace(/^([a-z][a-z\d+.-]*:\/\/)?.*@/is, '$1***@')
        : given
    return {
      ok: false,
      given: display(shown),
      expected: 'the http or https URL of an endpoint',
    }
  },
}

const fields = {
  url: optional(httpUrl, undefined),
  provider: optional(
    fitting<RecordedProvider>(isProvider, 'an EIP-1193 provider'),
    undefined,
  ),
  fetch: optional(
    fitting<EndpointFetch>(isFunction, 'a function'),
    (...args: Parameters<EndpointFetch>) => globalThis.fetch(...args),
  ),
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
  signal: optional(fitting<AbortSignal>(isSignal, 'an AbortSignal'), undefined),
  onProgress: optional(
    fitting<ParsedOptions['onProgress']>(isFunction, 'a function'),
    () => {},
  ),
  clock: optional(
    fitting<Clock>(isClock, `${clockShape}, or nothing for the platform's`),
    platformClock,
  ),
}

/** @throws InvalidRecordOptionsError naming every option that is wrong. */
export function parseRecordOptions(options: RecordOptions): ParsedOptions {
  const read = readFields(
    options,
    fields,
    'an object { url or provider, duration, pollingInterval?, watch? }',
  )
  if (!read.ok) throw new InvalidRecordOptionsError(read.problems)
  const { url, provider, fetch, ...rest } = read.value
  if (provider !== undefined && url === undefined)
    return { endpoint: { provider }, ...rest }
  if (url !== undefined && provider === undefined)
    return { endpoint: { ...url, fetch }, ...rest }
  throw new InvalidRecordOptionsError([
    {
      path: 'url',
      given: url === undefined ? 'missing' : 'given beside "provider"',
      expected: 'either "url" or "provider", the endpoint to record',
    },
  ])
}

class InvalidRecordOptionsError extends PresealError {
  override readonly name = 'InvalidRecordOptionsError'

  /** All that is wrong. */
  readonly problems: readonly Problem[]

  constructor(problems: readonly Problem[]) {
    super(`record: ${toOptionSentences(problems)}`)
    this.problems = problems
  }
}
