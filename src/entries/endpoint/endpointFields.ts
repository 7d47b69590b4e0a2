import { display } from '../../base/hex/display.js'
import { fitting, optional } from '../../base/validation/fields.js'
import {
  clockShape,
  isClock,
  isFunction,
  milliseconds,
  type Validator,
} from '../../base/validation/values.js'
import type { Clock } from '../../index.js'
import type { RecordedProvider } from './createProviderTransport.js'
import { platformClock } from './platformClock.js'

/** The part of the signature of `fetch` that is used. */
export type EndpointFetch = (
  url: string,
  init: RequestInit,
) => Promise<Response>

export type HttpEndpoint = HttpAddress & { readonly fetch: EndpointFetch }

const isProvider = (given: unknown) =>
  isFunction((given as Partial<RecordedProvider> | null)?.request)

const isSignal = (given: unknown) =>
  isFunction((given as Partial<AbortSignal> | null)?.addEventListener)

/** Error messages end up in logs, so they hold no password. */
export const httpUrl: Validator<HttpAddress> = {
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

export const endpointProvider: Validator<RecordedProvider> =
  fitting<RecordedProvider>(isProvider, 'an EIP-1193 provider')

/** The options of what reads an endpoint. */
export const endpointFields = {
  url: optional(httpUrl, undefined),
  provider: optional(endpointProvider, undefined),
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

/** The address for POST, and the headers of every request. */
type HttpAddress = {
  readonly url: string
  readonly headers: { readonly authorization?: string }
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
export const loadedFetch: EndpointFetch = (url, init) => fetch(url, init)
