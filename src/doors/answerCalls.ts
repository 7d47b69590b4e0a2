import type { PlainResponse } from '../base/http/plainFetch.js'
import type { Outcome, RpcError } from '../rpc/answers/outcome.js'
import type { Dispatcher } from './dispatch/dispatcher.js'
import { connectionFailed, httpError } from './doorErrors.js'
import { type Call, type Id, readCall } from './readMessage.js'

type AnsweredCall = Call & { outcome: Exclude<Outcome, { type: 'network' }> }

/** Answers one request or an array of requests. */
export function answerCalls(
  dispatcher: Dispatcher,
  message: unknown,
  signal: AbortSignal | undefined,
): PlainResponse | Promise<PlainResponse> {
  return Array.isArray(message)
    ? answerBatch(dispatcher, message.map(readCall), signal)
    : answerCall(dispatcher, readCall(message), signal)
}

function answerCall(
  dispatcher: Dispatcher,
  call: Call,
  signal: AbortSignal | undefined,
): PlainResponse | Promise<PlainResponse> {
  const outcome = outcomeOf(dispatcher, call, signal)
  return outcome instanceof Promise
    ? unlessAborted(dispatcher, outcome, signal).then((settled) =>
        respond(answered(call, settled, signal)),
      )
    : respond(answered(call, outcome, signal))
}

/** Dispatches all at one instant, in order, and waits for all. */
async function answerBatch(
  dispatcher: Dispatcher,
  calls: readonly Call[],
  signal: AbortSignal | undefined,
): Promise<PlainResponse> {
  const outcomes = calls.map((call) => outcomeOf(dispatcher, call, signal))
  const settled = outcomes.some((outcome) => outcome instanceof Promise)
    ? await unlessAborted(dispatcher, Promise.all(outcomes), signal)
    : (outcomes as Outcome[])
  return respondToBatch(
    calls.map((call, index) =>
      answered(call, settled[index] as Outcome, signal),
    ),
  )
}

function outcomeOf(
  dispatcher: Dispatcher,
  { request, error }: Call,
  signal: AbortSignal | undefined,
): Outcome | Promise<Outcome> {
  return error === undefined
    ? dispatcher.dispatch(request, signal)
    : { type: 'error', error }
}

function answered(
  call: Call,
  outcome: Outcome,
  signal: AbortSignal | undefined,
): AnsweredCall {
  signal?.throwIfAborted()
  if (outcome.type === 'network') throw connectionFailed()
  return { ...call, outcome }
}

async function unlessAborted<outcomes>(
  dispatcher: Dispatcher,
  outcomes: Promise<outcomes>,
  signal: AbortSignal | undefined,
): Promise<outcomes> {
  if (signal === undefined) return outcomes
  const stop = () => dispatcher.abandon(signal)
  // A handler may have aborted it by now.
  if (signal.aborted) stop()
  signal.addEventListener('abort', stop)
  try {
    return await outcomes
  } finally {
    signal.removeEventListener('abort', stop)
  }
}

function respond(answered: AnsweredCall): PlainResponse {
  const { id, outcome } = answered
  if (outcome.type === 'http') return scriptedResponse(outcome, id ?? null)
  if (isInvalid(answered))
    return jsonResponse(400, answerText(id ?? null, outcome))
  if (id === undefined) return emptyResponse(204)
  return jsonResponse(200, answerText(id, outcome))
}

function respondToBatch(batch: readonly AnsweredCall[]): PlainResponse {
  const texts = batch
    .filter((answered) => answered.id !== undefined || isInvalid(answered))
    .map(({ id = null, outcome }) => answerText(id, outcome))
  return texts.length === 0
    ? emptyResponse(204)
    : jsonResponse(200, `[${texts.join(',')}]`)
}

/** Whether the message is invalid, so that even a notification gets an answer. */
function isInvalid({ request, error }: Call): boolean {
  return error !== undefined || (!request.ok && request.error.code === -32600)
}

type Headers = PlainResponse['headers']

/** On every response: any page may read it, as this content type only. */
const anywhere: Headers = {
  'access-control-allow-origin': '*',
  'x-content-type-options': 'nosniff',
}

const type = { 'content-type': 'application/json' }

/** Headers of JSON-RPC answers: each header takes time, most there. */
const answerHeaders: Headers = { ...anywhere, ...type }

/** Headers of HTTP errors: pages may read when to retry. */
const common: Headers = {
  ...anywhere,
  'access-control-expose-headers': 'Retry-After',
}

const json: Headers = { ...common, ...type }

function jsonResponse(status: number, body: string): PlainResponse {
  return { status, headers: answerHeaders, body }
}

export function emptyResponse(
  status: number,
  headers: Headers = {},
): PlainResponse {
  return { status, headers: { ...common, ...headers }, body: null }
}

/** An HTTP error with a JSON-RPC error in its body. */
export function errorResponse(
  status: number,
  error: RpcError,
  { id = null, headers = {} }: { id?: Id; headers?: Headers } = {},
): PlainResponse {
  return {
    status,
    headers: { ...json, ...headers },
    body: answerText(id, { type: 'error', error }),
  }
}

/** An HTTP error as it was scripted. */
function scriptedResponse(
  { status, body, headers }: Extract<Outcome, { type: 'http' }>,
  id: Id,
): PlainResponse {
  if (typeof body !== 'string')
    return errorResponse(status, body, { id, headers })
  if (body === '') return emptyResponse(status, headers)
  const text = { ...common, 'content-type': 'text/plain;charset=UTF-8' }
  return { status, headers: { ...text, ...headers }, body }
}

/** The JSON-RPC response to one request. */
export function answerText(
  id: Id,
  outcome: Exclude<Outcome, { type: 'network' }>,
): string {
  const text = typeof id === 'number' ? id : JSON.stringify(id)
  const start = `{"jsonrpc":"2.0","id":${text}`
  if (outcome.type === 'result')
    return `${start},"result":${JSON.stringify(outcome.value)}}`
  const error = outcome.type === 'error' ? outcome.error : httpError(outcome)
  return `${start},"error":${JSON.stringify(error)}}`
}
