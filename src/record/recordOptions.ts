import { PresealError } from '../errors.js'
import { display } from '../hex/display.js'
import { type Parsed, parseAddress, parseWord } from '../hex/parse.js'
import type { Address, Clock, Hex } from '../index.js'
import type { RecordedProvider } from './createProviderAsk.js'
import { platformClock } from './platformClock.js'

/** The signature of `fetch`, as far as it is used. */
export type FetchFn = (url: string, init: RequestInit) => Promise<Response>

export type RecordOptions = Endpoint & {
  /** ms */
  duration: number
  /** ms from poll to poll; 200 */
  every?: number | undefined
  /** ms after which a request counts as hanging; 5_000 */
  timeout?: number | undefined
  /** State to read under latest and pending; other state is not recorded. */
  watch?: Watch | undefined
  /** Ends the recording early, with what was recorded so far. */
  signal?: AbortSignal | undefined
  /** Told after every poll. */
  onProgress?: ((progress: RecordProgress) => void) | undefined
  /** What polls and times; the platform's `Date.now` and `setTimeout` */
  clock?: Clock | undefined
}

type Endpoint =
  | {
      /** EIP-1193; a client of viem fits. */
      provider: RecordedProvider
      url?: undefined
      fetch?: undefined
    }
  | {
      /** JSON-RPC over HTTP */
      url: string
      provider?: undefined
      /** The platform's */
      fetch?: FetchFn | undefined
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

/** The options of `record`, every default in place. */
export type ParsedOptions = {
  readonly endpoint:
    | { readonly provider: RecordedProvider }
    | { readonly url: string; readonly fetch: FetchFn }
  readonly duration: number
  readonly every: number
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

/** @throws InvalidRecordOptionsError naming the first option that is wrong. */
export function parseRecordOptions(options: RecordOptions): ParsedOptions {
  if (typeof options !== 'object' || options === null)
    throw new InvalidRecordOptionsError(
      `record: the options are ${display(options)}, expected { url or provider, duration, every?, watch? }.`,
    )
  const { duration, every = 200, timeout = 5_000, watch = {} } = options
  const { signal, onProgress = () => {}, clock = platformClock } = options
  check('duration', duration, isWhole(duration, 0), 'ms from 0 on')
  check('every', every, isWhole(every, 1), 'ms from 1 on')
  check('timeout', timeout, isWhole(timeout, 1), 'ms from 1 on')
  const isSignal = typeof signal?.addEventListener === 'function'
  check('signal', signal, signal === undefined || isSignal, 'an AbortSignal')
  const isFunction = typeof onProgress === 'function'
  check('onProgress', onProgress, isFunction, 'a function')
  const isClock = typeof clock?.setTimeout === 'function'
  check('clock', clock, isClock, 'an object { now, setTimeout, clearTimeout }')
  return {
    endpoint: parseEndpoint(options),
    duration,
    every,
    timeout,
    watch: parseWatch(watch),
    signal,
    onProgress,
    clock,
  }
}

function parseEndpoint({
  provider,
  url,
  fetch = (...args) => globalThis.fetch(...args),
}: RecordOptions): ParsedOptions['endpoint'] {
  if (provider !== undefined) {
    const isFit = typeof provider?.request === 'function' && url === undefined
    check('provider', provider, isFit, 'an EIP-1193 provider, without a "url"')
    return { provider }
  }
  const isUrl = typeof url === 'string' && /^https?:/.test(protocolOf(url))
  check('url', url, isUrl, 'the http or https URL of an endpoint')
  return { url, fetch }
}

function protocolOf(url: string): string {
  try {
    return new URL(url).protocol
  } catch {
    return ''
  }
}

function parseWatch({ balances = [], storage = [] }: Watch): ParsedWatch {
  check('watch.balances', balances, Array.isArray(balances), 'an array')
  check('watch.storage', storage, Array.isArray(storage), 'an array')
  return {
    balances: balances.map((address, index) =>
      take(`watch.balances[${index}]`, parseAddress(address)),
    ),
    storage: storage.map((given, index) => {
      const path = `watch.storage[${index}]`
      const isFit = typeof given === 'object' && given !== null
      check(path, given, isFit, 'an object { address, slot }')
      const { address, slot } = given
      const text = Number.isSafeInteger(slot) ? `0x${slot.toString(16)}` : slot
      return {
        address: take(`${path}.address`, parseAddress(address)),
        slot: take(`${path}.slot`, parseWord(text)),
      }
    }),
  }
}

function take(path: string, parsed: Parsed<Hex>): Hex {
  if (parsed.ok) return parsed.value
  throw new InvalidRecordOptionsError(
    `record: option "${path}" is ${parsed.given}, expected ${parsed.expected}.`,
  )
}

function isWhole(value: unknown, least: number): boolean {
  return Number.isSafeInteger(value) && (value as number) >= least
}

function check(
  path: string,
  given: unknown,
  isFit: boolean,
  expected: string,
): void {
  if (!isFit)
    throw new InvalidRecordOptionsError(
      `record: option "${path}" is ${display(given)}, expected ${expected}.`,
    )
}

class InvalidRecordOptionsError extends PresealError {
  override readonly name = 'InvalidRecordOptionsError'
}
