import { display } from '../base/hex/display.js'
import { invalidRequest, type RpcError } from '../rpc/answers/outcome.js'

/** A JSON-RPC request as received, and what its response needs. */
export type Call = {
  readonly raw: unknown
  /** As it was sent; undefined in a notification, which is not answered. */
  readonly id: Id | undefined
  /** The mistake in the envelope. */
  readonly error: RpcError | undefined
}

export type Id = string | number | null

/** Reads the envelope around the method and its parameters. */
export function readCall(raw: unknown): Call {
  // The dispatcher reports what is wrong with anything else.
  if (typeof raw !== 'object' || raw === null || Array.isArray(raw))
    return { raw, id: null, error: undefined }
  const { jsonrpc, id } = raw as { jsonrpc?: unknown; id?: unknown }
  const hasId = Object.hasOwn(raw, 'id')
  if (hasId && !isId(id))
    return { raw, id: null, error: invalidRequest(unfitId(id)) }
  const error =
    jsonrpc === '2.0'
      ? undefined
      : invalidRequest(`"jsonrpc" is ${display(jsonrpc)}, expected "2.0"`)
  return { raw, id: hasId ? (id as Id) : undefined, error }
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
