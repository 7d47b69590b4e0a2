import { display } from '../../base/hex/display.js'
import { arrayOf, fitting, optional } from '../../base/validation/fields.js'
import {
  clockShape,
  isClock,
  isFunction,
  milliseconds,
  type Validator,
} from '../../base/validation/values.js'
import type { Clock } from '../../index.js'
import {
  createHttpTransport,
  type EndpointFetch,
  type HttpAddress,
} from './createHttpTransport.js'
import {
  createProviderTransport,
  type RecordedProvider,
} from './createProviderTransport.js'
import type { Limits } from './limits.js'
import { loadedClock, platformClock } from './platformClock.js'
import type { Transport } from './transport.js'

/** The URL of an endpoint, or an EIP-1193 provider; a client of viem fits. */
export type Endpoint = string | RecordedProvider

/** Opens an endpoint. */
export type OpenEndpoint = (fetch: EndpointFetch, limits: Limits) => Transport

const isProvider = (given: unknown) =>
  isFunction((given as Partial<RecordedProvider> | null)?.request)

const isSignal = (given: unknown) =>
  isFunction((given as Partial<AbortSignal> | null)?.addEventListener)

/** Where a capture comes from. */
export const endpoint: Validator<OpenEndpoint> = {
  check(given) {
    const url = typeof given === 'string' ? parseUrl(given) : undefined
    if (url !== undefined)
      return {
        ok: true,
        value: (fetch, limits) => createHttpTransport(url, fetch, limits),
      }
    if (isProvider(given))
      return {
        ok: true,
        value: (_, limits) =>
          createProviderTransport(given as RecordedProvider, limits),
      }
    return {
      ok: false,
      given: display(withoutPassword(given)),
      expected: 'the http or https URL of an endpoint, or an EIP-1193 provider',
    }
  },
}

/** One endpoint, or several in the order in which they are asked. */
export const endpoints: Validator<readonly OpenEndpoint[]> = {
  check(given) {
    if (Array.isArray(given) && given.length > 0)
      return arrayOf(endpoint).check(given)
    const one = endpoint.check(given)
    return one.ok ? { ok: true, value: [one.value] } : one
  },
}

/** Error messages end up in logs, so they hold no password. */
function withoutPassword(given: unknown): unknown {
  return typeof given === 'string'
    ? given.replace(/^([a-z][a-z\d+.-]*:\/\/)?.*@/is, '$1***@')
    : given
}

/** The options of everything that reads an endpoint. */
export const endpointFields = {
  fetch: optional(
    fitting<EndpointFetch>(isFunction, 'a function'),
    (...args: Parameters<EndpointFetch>) => globalThis.fetch(...args),
  ),
  timeout: optional(milliseconds(1), 5_000),
  signal: optional(fitting<AbortSignal>(isSignal, 'an AbortSignal'), undefined),
  clock: optional(
    fitting<Clock>(isClock, `${clockShape}, or nothing for the platform's`),
    platformClock,
  ),
}

/** The same for what reads an endpoint while a test fakes the platform. */
export const loadedFields = {
  ...endpointFields,
  fetch: optional(
    fitting<EndpointFetch>(isFunction, 'a function'),
    (...args: Parameters<EndpointFetch>) => loadedFetch(...args),
  ),
  timeout: optional(milliseconds(1), 15_000),
  clock: optional(
    fitting<Clock>((given) => isFunction(Object(given).setTimeout), 'a clock'),
    loadedClock,
  ),
}

/** Called with how far a capture has come. */
export function onProgress<progress>() {
  return optional(
    fitting<(progress: progress) => void>(isFunction, 'a function'),
    () => {},
  )
}

/**
 * An http or https URL; undefined for any other text. `fetch` refuses credentials
 * in a URL, so they become the header that browsers send for them (RFC 7617).
 */
function parseUrl(text: string): HttpAddress | undefined {
  if (!URL.canParse(text)) return undefined
  const url = new URL(text)
  if (!/^https?:$/.test(url.protocol)) return undefined
  const { username, password } = url
  if (username === '' && password === '') return { url: text, headers: {} }
  url.username = ''
  url.password = ''
  const pair = `${decode(username)}:${decode(password)}`
  const bytes = String.fromCharCode(...new TextEncoder().encode(pair))
  return { url: url.href, headers: { authorization: `Basic ${btoa(bytes)}` } }
}

/** A percent sign that encodes nothing stands for itself. */
function decode(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

const fetch = globalThis.fetch

/** The platform's `fetch` as it was when this was loaded, whatever mocks it. */
const loadedFetch: EndpointFetch = (url, init) => fetch(url, init)
