import type { EndpointFetch } from './endpointFields.js'

const fetch = globalThis.fetch

/** The platform's `fetch` as it was when this was loaded, whatever mocks it. */
export const loadedFetch: EndpointFetch = (url, init) => fetch(url, init)
