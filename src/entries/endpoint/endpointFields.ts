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
import { type HttpAddress, parseUrl } from './parseUrl.js'
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
