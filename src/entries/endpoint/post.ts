import { isPresealError } from '../../base/errors/errors.js'
import { readText } from '../../base/http/plainFetch.js'
import { noConnection } from './connectionRefused.js'
import { longestResult } from './copyResult.js'
import { unexpectedAnswer } from './endpointError.js'
import type { HttpEndpoint } from './endpointFields.js'
import type { Failure } from './failure.js'
import { type Limits, withinLimits } from './limits.js'
import type { TransportReply, TransportRequest } from './transport.js'

/** Posts a message; the result is the parsed body, whatever it says. */
export type Post = (
  message: unknown,
  request: TransportRequest,
) => Promise<TransportReply>

/** bytes of an HTTP error's body that are kept */
const longestBody = 65_536

const kept = ['content-type', 'retry-after']

export function createPost(
  { url, headers, fetch }: HttpEndpoint,
  limits: Limits,
): Post {
  return async (message, request) => {
    try {
      const posted = await withinLimits(limits, (signal) =>
        post(JSON.stringify(message), signal),
      )
      if (posted === undefined) return { type: 'hold' }
      const { value } = posted
      if ('type' in value) return value
      return { type: 'result', value: parseBody(value.text, request) }
    } catch (error) {
      if (limits.stop.isStopped || isPresealError(error, 'EndpointError'))
        throw error
      return noConnection(error)
    }
  }

  async function post(
    body: string,
    signal: AbortSignal,
  ): Promise<Failure | { text: string | undefined }> {
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body,
      signal,
    })
    const { status } = response
    if (status < 400) return { text: await textOf(response, longestResult) }
    const told = kept.flatMap((name) => {
      const value = response.headers.get(name)
      return value === null ? [] : [[name, value]]
    })
    return {
      type: 'http',
      status,
      body: withoutId((await textOf(response, longestBody)) ?? ''),
      headers: Object.fromEntries(told),
    }
  }
}

function parseBody(
  text: string | undefined,
  request: TransportRequest,
): unknown {
  if (text === undefined)
    throw unexpectedAnswer(
      request,
      'more than it may',
      `at most ${longestResult} bytes`,
    )
  try {
    return JSON.parse(text)
  } catch {
    throw unexpectedAnswer(request, JSON.stringify(text.slice(0, 60)), 'JSON')
  }
}

/** The text of a body; undefined if it is longer. */
async function textOf(
  { body }: Response,
  most: number,
): Promise<string | undefined> {
  if (body === null) return ''
  const read = await readText(body, most, new TextDecoder())
  return read.type === 'text' ? read.text : undefined
}

/** The id in a JSON-RPC error belongs to a request that nobody will repeat. */
function withoutId(body: string): string {
  try {
    const message = JSON.parse(body)
    return Object.hasOwn(message, 'id') && Object.hasOwn(message, 'error')
      ? JSON.stringify({ ...message, id: null })
      : body
  } catch {
    return body
  }
}
