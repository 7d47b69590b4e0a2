import { PresealError } from '../base/errors/errors.js'
import { display } from '../base/hex/display.js'
import {
  type PlainFetch,
  type PlainRequest,
  type PlainResponse,
  plainFetch,
} from '../base/http/plainFetch.js'

/** The type of `fetch`, spelled in types that every runtime has. */
export type FetchFn = (
  input: string | URL | Request,
  init?: RequestInit | undefined,
) => Promise<Response>

/** Takes the arguments of the platform's `fetch`, and returns its response. */
export function createFetch(answer: PlainFetch): FetchFn {
  const fetch: FetchFn = async (input, init) =>
    toResponse(await answer(httpRequest(input, init)))
  return Object.assign(fetch, { [plainFetch]: answer })
}

function toResponse({ status, headers, body }: PlainResponse): Response {
  if (typeof Response !== 'function') throw missingGlobalError()
  return new Response(body, { status, headers })
}

function missingGlobalError(): PresealError<'EnvironmentError'> {
  return new PresealError(
    'EnvironmentError',
    'node.fetch needs the global Response, which is missing. jest-environment-jsdom hides it: test HTTP in the environment "node", or use node.provider.',
    { reason: 'global' },
  )
}

/**
 * Reads what `fetch` is called with.
 *
 * @throws TypeError if `fetch` rejects with one.
 */
function httpRequest(
  input: string | URL | Request,
  init?: RequestInit | null,
): PlainRequest {
  if (input === undefined || input === null)
    throw new TypeError(
      `fetch was given ${display(input)}, expected a URL or a Request. Write fetch('http://node.test', { method: 'POST', body }).`,
    )
  const { signal, ...rest } = init ?? {}
  const isUrl = typeof input !== 'object' || !('headers' in input)
  // Bodies are read as they are sent: a Request takes long to make, and longer
  // to read.
  if (isUrl && typeof rest.body === 'string' && rest.method === 'POST') {
    const { pathname, username, password } = new URL(input)
    if (username === '' && password === '') {
      const headers = new Headers(rest.headers)
      return {
        method: rest.method,
        path: pathname,
        header: (name) => headers.get(name),
        body: rest.body,
        signal: signal ?? undefined,
      }
    }
  }

  // Without the signal, which the Request would hold on to.
  const request =
    isUrl || Object.keys(rest).length > 0 ? new Request(input, rest) : input
  if (request.bodyUsed)
    throw new TypeError('The body of the Request has been used already.')
  return {
    method: request.method,
    path: new URL(request.url).pathname,
    header: (name) => request.headers.get(name),
    body: request,
    signal: (signal === undefined ? request.signal : signal) ?? undefined,
  }
}
