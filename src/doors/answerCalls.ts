import { display } from '../base/hex/display.js'
import type { PlainResponse } from '../base/http/plainFetch.js'
import {
  batchTooLong,
  invalidRequest,
  type Outcome,
  type RpcError,
} from '../rpc/answers/outcome.js'
import { type ReadRequest, readRequest } from '../rpc/request.js'
import type { Dispatcher } from './dispatch/dispatcher.js'
import { connectionFailed, httpError } from './doorErrors.js'

type Answered = Exclude<Outcome, { type: 'network' }>

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
        respond(call, settled, signal),
      )
    : respond(call, outcome, signal)
}

/** Dispatches all at one instant, in order, and waits for all. */
function answerBatch(
  dispatcher: Dispatcher,
  calls: readonly Call[],
  signal: AbortSignal | undefined,
): PlainResponse | Promise<PlainResponse> {
  const outcomes = calls.map((call) => outcomeOf(dispatcher, call, signal))
  return outcomes.every(isSettled)
    ? respondToBatch(calls, outcomes, signal)
    : unlessAborted(dispatcher, Promise.all(outcomes), signal).then((settled) =>
        respondToBatch(calls, settled, signal),
      )
}

function isSettled(outcome: Outcome | Promise<Outcome>): outcome is Outcome {
  return !(outcome instanceof Promise)
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

/** @throws if there is nobody to answer, or no connection to answer on. */
function checkConnected(
  outcome: Outcome,
  signal: AbortSignal | undefined,
): asserts outcome is Answered {
  // To ask an AbortSignal to throw takes longer than to answer.
  if (signal?.aborted) signal.throwIfAborted()
  if (outcome.type === 'network') throw connectionFailed()
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

function respond(
  call: Call,
  outcome: Outcome,
  signal: AbortSignal | undefined,
): PlainResponse {
  checkConnected(outcome, signal)
  const { id } = call
  if (outcome.type === 'http') return scriptedResponse(outcome, id ?? null)
  if (isInvalid(call)) return jsonResponse(400, answerText(id ?? null, outcome))
  if (id === undefined) return emptyResponse(204)
  return jsonResponse(200, answerText(id, outcome))
}

function respondToBatch(
  calls: readonly Call[],
  outcomes: readonly Outcome[],
  signal: AbortSignal | undefined,
): PlainResponse {
  const texts: string[] = []
  for (const [index, call] of calls.entries()) {
    const outcome = outcomes[index] as Outcome
    checkConnected(outcome, signal)
    if (call.id !== undefined || isInvalid(call))
      texts.push(answerText(call.id ?? null, outcome))
  }
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
export function answerText(id: Id, outcome: Answered): string {
  const text = typeof id === 'number' ? id : JSON.stringify(id)
  const start = `{"jsonrpc":"2.0","id":${text}`
  if (outcome.type === 'result')
    return `${start},"result":${JSON.stringify(outcome.value)}}`
  const error = outcome.type === 'error' ? outcome.error : httpError(outcome)
  return `${start},"error":${JSON.stringify(error)}}`
}

type Read =
  | { ok: true; message: unknown }
  | { ok: false; error: RpcError /** Over HTTP. */; status: number }

/** Reads a text as one request or a batch, of at most `most`. */
export function readMessage(text: string, most: number, name: string): Read {
  let message: unknown
  try {
    message = JSON.parse(text)
  } catch {
    return refuse(400, parseError(`the ${name} is not JSON`))
  }
  if (Array.isArray(message)) {
    if (message.length === 0) return refuse(400, emptyBatch)
    if (message.length > most) return refuse(413, batchTooLong)
  }
  return { ok: true, message }
}

function refuse(status: number, error: RpcError): Read {
  return { ok: false, status, error }
}

// As Optimism's proxyd answers.
const emptyBatch = {
  code: -32600,
  message: 'must specify at least one batch call',
}

export function parseError(reason: string): RpcError {
  return { code: -32700, message: `Parse error: ${reason}` }
}

/** A JSON-RPC request, and what its response needs. */
export type Call = {
  readonly request: ReadRequest
  /** As it was sent; undefined in a notification, which is not answered. */
  readonly id: Id | undefined
  /** The mistake in the envelope. */
  readonly error: RpcError | undefined
}

type Id = string | number | null

/** Reads a request and the envelope around it. */
export function readCall(raw: unknown): Call {
  const request = readRequest(raw)
  // The dispatcher reports what is wrong with anything else.
  if (typeof raw !== 'object' || raw === null || Array.isArray(raw))
    return { request, id: null, error: undefined }
  const { jsonrpc, id } = raw as { jsonrpc?: unknown; id?: unknown }
  const hasId = Object.hasOwn(raw, 'id')
  if (hasId && !isId(id))
    return { request, id: null, error: invalidRequest(unfitId(id)) }
  const error =
    jsonrpc === '2.0'
      ? undefined
      : invalidRequest(`"jsonrpc" is ${display(jsonrpc)}, expected "2.0"`)
  return { request, id: hasId ? (id as Id) : undefined, error }
}

/** A number beyond 2^53 may differ from the one that was sent. */
function isId(id: unknown): id is Id {
  if (typeof id === 'number') return Math.abs(id) <= Number.MAX_SAFE_INTEGER
  return typeof id === 'string' || id === null
}

function unfitId(id: unknown): string {
  return typeof id === 'number'
    ? '"id" is a number beyond 2^53, which cannot be sent back exactly: make it smaller, or a string'
    : `"id" is ${display(id)}, expected a string, a number or null`
}
