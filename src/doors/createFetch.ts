import type { ResolvedRules } from '../faults/endpoint.js'
import type { Ask } from '../node/createAsk.js'
import type { Outcome, RpcError } from '../rpc/outcome.js'
import { readRequest } from '../rpc/readRequest.js'
import { httpRequest } from './httpRequest.js'
import {
  answerText,
  emptyResponse,
  errorResponse,
  jsonResponse,
  scriptedResponse,
} from './httpResponse.js'
import { providerError } from './providerError.js'
import { readBody } from './readBody.js'
import { type Call, readCalls } from './readCalls.js'
import { refuseRequest } from './refuseRequest.js'

/** `node.fetch`: the signature of `fetch`, without its third-party types. */
export type FetchFn = (
  input: string | URL | Request,
  init?: RequestInit | undefined,
) => Promise<Response>

/** The HTTP door: a server's Response to every Request, without a server. */
export function createFetch({
  ask,
  isClosed,
  limits,
}: {
  ask: Ask
  isClosed: () => boolean
  limits: Pick<ResolvedRules, 'batch' | 'body'>
}): FetchFn {
  return async function fetch(input, init) {
    const request = httpRequest(input, init)
    const { signal } = request
    signal?.throwIfAborted()
    if (isClosed()) throw connectionFailed()
    const refusal = refuseRequest(request)
    if (refusal !== undefined) return refusal

    const body = await readBody(request, limits.body).catch((cause) => {
      throw connectionFailed(cause)
    })
    signal?.throwIfAborted()
    if (body.type === 'tooLarge') return errorResponse(413, bodyTooLarge)
    if (body.type === 'notUtf8')
      return errorResponse(400, parseError('the body is not UTF-8'))
    const calls = readCalls(body.text)
    if (calls === undefined)
      return errorResponse(400, parseError('the body is not JSON'))
    return Array.isArray(calls)
      ? respondToBatch(calls, signal)
      : respond(calls, signal)
  }

  async function respond(
    call: Call,
    signal: AbortSignal | undefined,
  ): Promise<Response> {
    const asked = outcomeOf(call, signal)
    const outcome = asked instanceof Promise ? await asked : asked
    signal?.throwIfAborted()
    if (outcome.type === 'network') throw connectionFailed()
    const { id = null } = call
    if (outcome.type === 'http') return scriptedResponse(outcome, id)
    if (isInvalid(call, outcome))
      return jsonResponse(400, answerText(id, outcome))
    if (call.id === undefined) return emptyResponse(204)
    return jsonResponse(200, answerText(id, outcome))
  }

  async function respondToBatch(
    calls: readonly Call[],
    signal: AbortSignal | undefined,
  ): Promise<Response> {
    if (calls.length === 0) return errorResponse(400, emptyBatch)
    if (calls.length > limits.batch) return errorResponse(413, batchTooLong)
    const outcomes = await Promise.all(
      calls.map((call) => outcomeOf(call, signal)),
    )
    signal?.throwIfAborted()
    const texts: string[] = []
    for (const [index, call] of calls.entries()) {
      const outcome = outcomes[index] as Outcome
      if (outcome.type === 'network') throw connectionFailed()
      if (call.id !== undefined || isInvalid(call, outcome))
        texts.push(answerText(call.id ?? null, outcome))
    }
    return texts.length === 0
      ? emptyResponse(204)
      : jsonResponse(200, `[${texts.join(',')}]`)
  }

  function outcomeOf({ raw, error }: Call, signal: AbortSignal | undefined) {
    return error === undefined
      ? ask(raw, signal)
      : ({ type: 'error', error } as const)
  }
}

/** Whether what was sent is no request, so that its sender must hear of it. */
function isInvalid({ raw, error }: Call, outcome: Outcome): boolean {
  if (error !== undefined) return true
  // A fault or a handler may have this code as well.
  const isRefused = outcome.type === 'error' && outcome.error.code === -32600
  return isRefused && !readRequest(raw).ok
}

function connectionFailed(cause: unknown = disconnected()): TypeError {
  return new TypeError('fetch failed', { cause })
}

function disconnected() {
  return providerError({ type: 'network' })
}

// As Optimism's proxyd answers.
const bodyTooLarge = { code: -32021, message: 'request body too large' }
const batchTooLong = {
  code: -32014,
  message: 'too many RPC calls in batch request',
}
const emptyBatch = {
  code: -32600,
  message: 'must specify at least one batch call',
}

function parseError(reason: string): RpcError {
  return { code: -32700, message: `Parse error: ${reason}` }
}
