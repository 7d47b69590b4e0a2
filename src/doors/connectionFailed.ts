import { providerError } from './providerError.js'

/** What `fetch` rejects with where there is no connection. */
export function connectionFailed(
  cause: unknown = providerError({ type: 'network' }),
): TypeError {
  return new TypeError('fetch failed', { cause })
}
