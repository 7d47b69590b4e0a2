import type { PlainResponse } from '../base/http/plainFetch.js'
import type { Outcome, RpcError } from '../rpc/answers/outcome.js'
import { httpError } from './httpError.js'
import type { Id } from './readCall.js'

type Headers = PlainResponse['headers']

/** On every response: any page may read it, as this content type only. */
const anywhere: Headers = {
  'access-control-allow-origin': '*',
  'x-content-type-options': 'nosniff',
}

const type = { 'content-type': 'application/json' }

/** Headers of JSON-RPC answers: each header takes time, most there. */
const answered: Headers = { ...anywhere, ...type }

/** Headers of HTTP errors: pages may read when to retry. */
const common: Headers = {
  ...anywhere,
  'access-control-expose-headers': 'Retry-After',
}

const json: Headers = { ...common, ...type }

export function jsonResponse(status: number, body: string): PlainResponse {
  return { status, headers: answered, body }
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
export function scriptedResponse(
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
