/** The JSON-RPC error in the body of an HTTP error. */
type HttpBody = { readonly code: number; readonly message: string }

// As Optimism's proxyd answers, which stands in front of public endpoints.
const bodies: { readonly [status: number]: HttpBody | undefined } = {
  403: { code: -32601, message: 'rpc method is not whitelisted' },
  413: { code: -32014, message: 'too many RPC calls in batch request' },
  429: { code: -32016, message: 'over rate limit' },
  503: {
    code: -32011,
    message: 'no backend is currently healthy to serve traffic',
  },
  504: { code: -32015, message: 'gateway timeout' },
}

/** The default body; undefined where it is empty. */
export function httpBody(status: number): HttpBody | undefined {
  return bodies[status]
}
