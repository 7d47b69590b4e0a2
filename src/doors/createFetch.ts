import { PresealError } from '../base/errors/errors.js'
import {
  type PlainFetch,
  type PlainResponse,
  plainFetch,
} from '../base/http/plainFetch.js'
import { httpRequest } from './httpRequest.js'

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
