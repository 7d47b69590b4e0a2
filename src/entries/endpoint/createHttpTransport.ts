import { isPresealError } from '../../base/errors/errors.js'
import { display } from '../../base/hex/display.js'
import { readText } from '../../base/http/plainFetch.js'
import { type Failure, kindOf, noConnection } from './failure.js'
import { type Limits, withinLimits } from './limits.js'
import {
  copyResult,
  longestResult,
  type Transport,
  type TransportReply,
  type TransportRequest,
  unexpectedAnswer,
} from './transport.js'

/** The part of the signature of `fetch` that is used. */
export type EndpointFetch = (
  url: string,
  init: RequestInit,
) => Promise<Response>

/** The address for POST, and the headers of every request. */
export type HttpAddress = {
  readonly url: string
  readonly headers: { readonly authorization?: string }
}

/**
 * JSON-RPC over HTTP. Requests go as one batch, until the endpoint refuses
 * batches but takes the same requests alone.
 */
export function createHttpTransport(
  address: HttpAddress,
  fetch: EndpointFetch,
  limits: Limits,
): Transport {
  const post = createPost({ ...address, fetch }, limits)
  let takesBatches = true
  /** How requests fail alone, by how they fail within a batch. */
  const alone = new Map<string, Failure>()

  async function sendAlone(request: TransportRequest): Promise<TransportReply> {
    const posted = await post({ ...envelope, id: 0, ...request }, request)
    return posted.type === 'result' ? readReply(posted.value, request) : posted
  }

  async function sendBatch(
    requests: readonly TransportRequest[],
  ): Promise<readonly TransportReply[] | undefined> {
    const [first] = requests as [TransportRequest]
    const posted = await post(
      requests.map((request, id) => ({ ...envelope, id, ...request })),
      first,
    )
    if (posted.type !== 'result')
      return isOfBatch(posted) ? undefined : requests.map(() => posted)
    const { value } = posted
    if (!Array.isArray(value)) return undefined
    const byId = new Map(value.map((message) => [Object(message).id, message]))
    if (!requests.every((_, id) => byId.has(id))) return undefined
    return requests.map((request, id) => readReply(byId.get(id), request))
  }

  /** A proxy reports by a status alone what it reports in a batch by a code. */
  async function correct(
    reply: TransportReply,
    request: TransportRequest,
  ): Promise<TransportReply> {
    if (reply.type !== 'rpc') return reply
    const key = `${request.method} ${kindOf(reply)}`
    const known = alone.get(key)
    if (known !== undefined) return known
    const corrected = await sendAlone(request)
    if (corrected.type !== 'result') alone.set(key, corrected)
    return corrected
  }

  return async (requests) => {
    const [only, second] = requests
    const batch =
      takesBatches && second !== undefined
        ? await sendBatch(requests)
        : undefined
    if (batch !== undefined)
      return Promise.all(
        batch.map((reply, index) =>
          correct(reply, requests[index] ?? (only as TransportRequest)),
        ),
      )
    const replies = await Promise.all(requests.map(sendAlone))
    if (second !== undefined && replies.some(({ type }) => type === 'result'))
      takesBatches = false
    return replies
  }
}

const envelope = { jsonrpc: '2.0' }

/** Whether it is about the batch rather than the requests in it. */
function isOfBatch(failure: Failure): boolean {
  return (
    failure.type === 'http' &&
    ![401, 429, 502, 503, 504].includes(failure.status)
  )
}

function readReply(
  message: unknown,
  request: TransportRequest,
): TransportReply {
  const { error, result } = Object(message) as {
    [name: string]: unknown
  }
  if (error !== undefined && error !== null) return readError(error, request)
  if (result === undefined)
    throw unexpectedAnswer(request, display(message), 'a JSON-RPC response')
  return { type: 'result', value: result }
}

function readError(error: unknown, request: TransportRequest): Failure {
  const { code, message, data } = Object(error) as { [name: string]: unknown }
  return {
    type: 'rpc',
    code: Number.isSafeInteger(code) ? (code as number) : -32603,
    message: typeof message === 'string' ? message : display(error),
    ...(data !== undefined && { data: copyResult(data, request).value }),
  }
}

/** Posts a message; the result is the parsed body, whatever it says. */
type Post = (
  message: unknown,
  request: TransportRequest,
) => Promise<TransportReply>

/** bytes of an HTTP error's body that are kept */
const longestBody = 65_536

const kept = ['content-type', 'retry-after']

function createPost(
  { url, headers, fetch }: HttpAddress & { readonly fetch: EndpointFetch },
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
    const shown = kept.flatMap((name) => {
      const value = response.headers.get(name)
      return value === null ? [] : [[name, value]]
    })
    return {
      type: 'http',
      status,
      body: withoutId((await textOf(response, longestBody)) ?? ''),
      headers: Object.fromEntries(shown),
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
