import { PresealError } from '../errors.js'
import { display } from '../hex/display.js'
import { nearest } from '../hex/nearest.js'
import { type Parsed, parseAddress, parseWord } from '../hex/parse.js'
import type { Address, Clock, Hex } from '../index.js'
import type { RecordedProvider } from './endpoint/createProviderAsk.js'
import { type HttpAddress, parseUrl } from './endpoint/parseUrl.js'
import { platformClock } from './platformClock.js'

/** The signature of `fetch`, as far as it is used. */
type FetchFn = (url: string, init: RequestInit) => Promise<Response>

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
      /** JSON-RPC over HTTP; may hold credentials. */
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

export type HttpEndpoint = HttpAddress & { readonly fetch: FetchFn }

/** The options of `record`, every default in place. */
export type ParsedOptions = {
  readonly endpoint: HttpEndpoint | { readonly provider: RecordedProvider }
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

const names = [
  ...['url', 'provider', 'duration', 'every', 'timeout', 'watch'],
  ...['fetch', 'signal', 'onProgress', 'clock'],
]

/** @throws InvalidRecordOptionsError naming the first option that is wrong. */
export function parseRecordOptions(options: RecordOptions): ParsedOptions {
  if (typeof options !== 'object' || options === null)
    throw new InvalidRecordOptionsError(
      `record: the options are ${display(options)}, expected { url or provider, duration, every?, watch? }.`,
    )
  checkKeys(options, names)
  const endpoint = parseEndpoint(options)
  const { duration, every = 200, timeout = 5_000, watch = {} } = options
  const { signal, onProgress = () => {}, clock = platformClock } = options
  check('duration', duration, isWhole(duration, 0), 'ms from 0 on')
  check('every', every, isWhole(every, 1), 'ms from 1 on')
  check('timeout', timeout, isWhole(timeout, 1), 'ms from 1 on')
  const isSignal = typeof signal?.addEventListener === 'function'
  check('signal', signal, signal === undefined || isSignal, 'an AbortSignal')
  const isFunction = typeof onProgress === 'function'
  check('onProgress', onProgress, isFunction, 'a function')
  const clockShape =
    'an object with a number "now" (in ms) and the functions "setTimeout" and "clearTimeout", or nothing for the platform\'s'
  check('clock', clock, isClock(clock), clockShape)
  return {
    endpoint,
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
  if ((provider === undefined) === (url === undefined))
    throw new InvalidRecordOptionsError(
      url === undefined
        ? 'record: the options need "url" or "provider", the endpoint to record.'
        : 'record: the options hold "url" and "provider", expected one of them.',
    )
  if (provider !== undefined) {
    const isFit = typeof provider?.request === 'function'
    check('provider', provider, isFit, 'an EIP-1193 provider')
    return { provider }
  }
  const address = typeof url === 'string' ? parseUrl(url) : undefined
  if (address === undefined)
    throw refusal('url', hidden(url), 'the http or https URL of an endpoint')
  check('fetch', fetch, typeof fetch === 'function', 'a function')
  return { ...address, fetch }
}

/** Logs keep messages, which is no place for a password. */
function hidden(url: unknown): unknown {
  return typeof url === 'string'
    ? url.replace(/^([a-z][a-z\d+.-]*:\/\/)?.*@/is, '$1***@')
    : url
}

function isClock(clock: Clock | null): boolean {
  return (
    Number.isFinite(clock?.now) &&
    typeof clock?.setTimeout === 'function' &&
    typeof clock.clearTimeout === 'function'
  )
}

function parseWatch(watch: Watch): ParsedWatch {
  const isObject = typeof watch === 'object' && watch !== null
  check('watch', watch, isObject, 'an object { balances?, storage? }')
  checkKeys(watch, ['balances', 'storage'], 'watch.')
  const { balances = [], storage = [] } = watch
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
      checkKeys(given, ['address', 'slot'], `${path}.`)
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

function checkKeys(given: object, known: readonly string[], path = ''): void {
  for (const key of Object.keys(given)) {
    if (known.includes(key)) continue
    const meant = nearest(key, known)
    throw new InvalidRecordOptionsError(
      `record: option ${display(path + key)} is unknown, expected ${
        meant === undefined ? `one of ${known.join(', ')}` : display(meant)
      }.`,
    )
  }
}

function check(
  path: string,
  given: unknown,
  isFit: boolean,
  expected: string,
): void {
  if (!isFit) throw refusal(path, given, expected)
}

function refusal(path: string, given: unknown, expected: string): Error {
  return new InvalidRecordOptionsError(
    `record: option "${path}" is ${display(given)}, expected ${expected}.`,
  )
}

class InvalidRecordOptionsError extends PresealError {
  override readonly name = 'InvalidRecordOptionsError'
}
