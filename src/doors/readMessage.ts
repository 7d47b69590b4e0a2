import { display } from '../base/hex/display.js'
import {
  batchTooLong,
  invalidRequest,
  type RpcError,
} from '../rpc/answers/outcome.js'
import { type ReadRequest, readRequest } from '../rpc/request.js'

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

export type Id = string | number | null

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
