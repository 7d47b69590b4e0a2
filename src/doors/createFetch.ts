import { PresealError } from '../base/errors/errors.js'
import { display, isPlain } from '../base/hex/display.js'
import { utf8Length } from '../base/hex/text.js'
import {
  type PlainFetch,
  type PlainRequest,
  type PlainResponse,
  plainFetch,
  readText,
} from '../base/http/plainFetch.js'
import { remember } from '../base/memo/memo.js'
import type { ResolvedRules } from '../node/faults/endpoint.js'
import { invalidRequest } from '../rpc/answers/outcome.js'
import {
  answerCalls,
  emptyResponse,
  errorResponse,
  parseError,
  readMessage,
} from './answerCalls.js'
import type { Dispatcher } from './dispatch/dispatcher.js'
import { connectionFailed } from './doorErrors.js'

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
    const { path, isBare } = readUrl(`${input}`)
    if (isBare)
      return {
        method: rest.method,
        path,
        header: headerIn(rest.headers),
        body: rest.body,
        signal: signal ?? undefined,
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

/** A client asks one URL again and again, and to parse it takes long. */
const readUrl = remember((url: string) => {
  const { pathname, username, password } = new URL(url)
  return { path: pathname, isBare: username === '' && password === '' }
}, 100)

const json = 'application/json'

/** Most clients send this one alone, and Headers take long to make. */
function headerIn(given: RequestInit['headers']): PlainRequest['header'] {
  const record = Object(given) as { readonly [name: string]: unknown }
  const [name, ...others] = isPlain(record) ? Reflect.ownKeys(record) : []
  if (
    (name === 'content-type' || name === 'Content-Type') &&
    others.length === 0 &&
    record[name] === json
  )
    return (asked) => (asked === 'content-type' ? json : null)
  const headers = new Headers(given)
  // As fetch says of a text.
  if (!headers.has('content-type'))
    headers.set('content-type', 'text/plain;charset=UTF-8')
  return (name) => headers.get(name)
}

/** The HTTP door: a server's response to every request, without a server. */
export function createPlainFetch({
  dispatcher,
  isDisposed,
  limits,
  endpoints = [],
}: {
  dispatcher: Dispatcher
  isDisposed: () => boolean
  limits: Pick<ResolvedRules, 'batch' | 'body'>
  /** The names of endpoints, which are paths. */
  endpoints?: readonly string[] | undefined
}): PlainFetch {
  const doors = new Map<string | undefined, Dispatcher>(
    endpoints.map((endpoint) => {
      const origin = { via: 'endpoint', isFaulted: true, endpoint } as const
      return [
        endpoint,
        {
          ...dispatcher,
          dispatch: (read, signal) => dispatcher.dispatch(read, signal, origin),
        },
      ]
    }),
  )

  return (request) => {
    const { signal } = request
    if (signal?.aborted) signal.throwIfAborted()
    if (isDisposed()) throw connectionFailed()
    const refusal = refuseRequest(request, endpoints)
    if (refusal !== undefined) return refusal
    const endpoint = request.path.slice(1) || undefined
    const body = readBody(request, limits.body)
    return body instanceof Promise
      ? whole(body).then((read) => {
          signal?.throwIfAborted()
          return respond(read, signal, endpoint)
        })
      : respond(body, signal, endpoint)
  }

  function respond(
    body: Body,
    signal: AbortSignal | undefined,
    endpoint: string | undefined,
  ) {
    if (body.type === 'tooLarge') return errorResponse(413, bodyTooLarge)
    if (body.type === 'notUtf8')
      return errorResponse(400, parseError('the body is not UTF-8'))
    const read = readMessage(body.text, limits.batch, 'body')
    return read.ok
      ? answerCalls(doors.get(endpoint) ?? dispatcher, read.message, signal)
      : errorResponse(read.status, read.error)
  }
}

/** A body that breaks off is a failed connection. */
function whole<body>(reading: Promise<body>): Promise<body> {
  return reading.catch((cause) => {
    throw connectionFailed(cause)
  })
}

// As Optimism's proxyd answers.
const bodyTooLarge = { code: -32021, message: 'request body too large' }

const allow = 'POST, OPTIONS'

/**
 * The response to a request that is refused before its body is read, if it is.
 */
function refuseRequest(
  request: PlainRequest,
  endpoints: readonly string[],
): PlainResponse | undefined {
  const { method, path, header } = request
  if (method === 'OPTIONS') return preflight(header)
  if (path !== '/' && !endpoints.includes(path.slice(1)))
    return refusal(
      404,
      method,
      endpoints.length === 0
        ? `the path is ${display(path)}, expected "/": leave it out of the URL`
        : `the path is ${display(path)}, expected "/" or one of ${endpoints.map((name) => `"/${name}"`).join(', ')}`,
    )
  if (method !== 'POST')
    return refusal(
      405,
      method,
      `the method is ${display(method)}, expected POST`,
    )
  const type = header('content-type')
  if (!isJson(type))
    return refusal(
      415,
      method,
      `the content type is ${type === null ? 'missing' : display(type)}, expected application/json in UTF-8`,
    )
  return undefined
}

function refusal(
  status: number,
  method: string,
  reason: string,
): PlainResponse {
  const headers = status === 405 ? { allow } : {}
  return method === 'HEAD'
    ? emptyResponse(status, { 'content-type': 'application/json', ...headers })
    : errorResponse(status, invalidRequest(reason), { headers })
}

function isJson(type: string | null): boolean {
  // The content type that clients send.
  if (type === json) return true
  const [essence, ...parameters] = (type ?? '')
    .toLowerCase()
    .split(';')
    .map((part) => part.trim())
  return (
    essence === json &&
    parameters.every(
      (parameter) =>
        !parameter.startsWith('charset=') ||
        /^charset="?utf-?8"?$/.test(parameter),
    )
  )
}

/**
 * Answers a browser's question before it lets a page of another origin through.
 */
function preflight(header: PlainRequest['header']): PlainResponse {
  const asked = header('access-control-request-headers')
  const isPrivate = header('access-control-request-private-network') !== null
  return emptyResponse(204, {
    allow,
    'access-control-allow-methods': allow,
    'access-control-max-age': '86400',
    vary: 'Access-Control-Request-Headers',
    ...(asked !== null && { 'access-control-allow-headers': asked }),
    ...(isPrivate && { 'access-control-allow-private-network': 'true' }),
  })
}

type Body = Awaited<ReturnType<typeof readText>>

/**
 * Reads the body as text, and no further than `limit` bytes; what is a text
 * already at once, so that its requests are asked at the call of `fetch`.
 */
function readBody(
  { body, header, signal }: PlainRequest,
  limit: number,
): Body | Promise<Body> {
  if (Number(header('content-length')) > limit) return { type: 'tooLarge' }
  return typeof body === 'string'
    ? limited(body, limit)
    : readRequest(body, limit, signal)
}

function limited(text: string, limit: number): Body {
  // UTF-8 takes at most 3 bytes for each UTF-16 unit.
  const isTooLarge = text.length * 3 > limit && utf8Length(text) > limit
  if (isTooLarge) return { type: 'tooLarge' }
  return {
    type: 'text',
    text: text.startsWith('\ufeff') ? text.slice(1) : text,
  }
}

async function readRequest(
  request: Request,
  limit: number,
  signal: AbortSignal | undefined,
): Promise<Body> {
  const { body } = request
  if (body === null) return { type: 'text', text: '' }
  // Not every browser gives the body of a request as a stream.
  const stream = body ?? new Blob([await request.arrayBuffer()]).stream()
  const decoder = new TextDecoder('utf-8', { fatal: true })
  return readText(stream, limit, decoder, signal)
}
