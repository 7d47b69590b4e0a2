import { providerError } from './providerError.js'

/** The rejection of `fetch` without a connection. */
export function connectionFailed(
  cause: unknown = providerError({ type: 'network' }),
): TypeError {
  return new TypeError('fetch failed', { cause })
}
