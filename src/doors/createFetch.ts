import {
  type PlainFetch,
  type PlainResponse,
  plainFetch,
} from '../http/plainFetch.js'
import { httpRequest } from './httpRequest.js'

/** As `fetch` itself, named in types that every runtime has. */
export type FetchFn = (
  input: string | URL | Request,
  init?: RequestInit | undefined,
) => Promise<Response>

/** Takes and gives what the platform's `fetch` does. */
export function createFetch(answer: PlainFetch): FetchFn {
  const fetch: FetchFn = async (input, init) =>
    toResponse(await answer(httpRequest(input, init)))
  return Object.assign(fetch, { [plainFetch]: answer })
}

function toResponse({ status, headers, body }: PlainResponse): Response {
  return new Response(body, { status, headers })
}
