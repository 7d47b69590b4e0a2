import type { Dispatcher } from '../dispatch/dispatcher.js'
import type { ResolvedRules } from '../faults/endpoint.js'
import type { PlainFetch } from '../http/plainFetch.js'
import type { RpcError } from '../rpc/outcome.js'
import { answerCalls } from './answerCalls.js'
import { connectionFailed } from './connectionFailed.js'
import { errorResponse } from './httpResponse.js'
import { type Body, readBody } from './readBody.js'
import { refuseRequest } from './refuseRequest.js'

/** The HTTP door: a server's response to every request, without a server. */
export function createPlainFetch({
  dispatcher,
  isClosed,
  limits,
}: {
  dispatcher: Dispatcher
  isClosed: () => boolean
  limits: Pick<ResolvedRules, 'batch' | 'body'>
}): PlainFetch {
  return (request) => {
    const { signal } = request
    signal?.throwIfAborted()
    if (isClosed()) throw connectionFailed()
    const refusal = refuseRequest(request)
    if (refusal !== undefined) return refusal
    const body = readBody(request, limits.body)
    return body instanceof Promise
      ? whole(body).then((read) => respond(read, signal))
      : respond(body, signal)
  }

  function respond(body: Body, signal: AbortSignal | undefined) {
    signal?.throwIfAborted()
    if (body.type === 'tooLarge') return errorResponse(413, bodyTooLarge)
    if (body.type === 'notUtf8')
      return errorResponse(400, parseError('the body is not UTF-8'))
    const message = parseJson(body.text)
    if (message === undefined)
      return errorResponse(400, parseError('the body is not JSON'))
    if (Array.isArray(message)) {
      const { length } = message
      if (length === 0) return errorResponse(400, emptyBatch)
      if (length > limits.batch) return errorResponse(413, batchTooLong)
    }
    return answerCalls(dispatcher, message, signal)
  }
}

/** A body that breaks off is a failed connection. */
function whole<body>(reading: Promise<body>): Promise<body> {
  return reading.catch((cause) => {
    throw connectionFailed(cause)
  })
}

/**
 * The parsed value; undefined, which is not JSON, where the text is invalid.
 */
function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
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
