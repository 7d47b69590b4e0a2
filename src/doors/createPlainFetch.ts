import type { PlainFetch } from '../base/http/plainFetch.js'
import type { ResolvedRules } from '../node/faults/endpoint.js'
import { answerCalls } from './answerCalls.js'
import { connectionFailed } from './connectionFailed.js'
import type { Dispatcher } from './dispatch/dispatcher.js'
import { errorResponse } from './httpResponse.js'
import { type Body, readBody } from './readBody.js'
import { parseError, readMessage } from './readMessage.js'
import { refuseRequest } from './refuseRequest.js'

/** The HTTP door: a server's response to every request, without a server. */
export function createPlainFetch({
  dispatcher,
  isClosed,
  limits,
  endpoints = [],
}: {
  dispatcher: Dispatcher
  isClosed: () => boolean
  limits: Pick<ResolvedRules, 'batch' | 'body'>
  /** The names of endpoints, which are paths. */
  endpoints?: readonly string[] | undefined
}): PlainFetch {
  return (request) => {
    const { signal } = request
    signal?.throwIfAborted()
    if (isClosed()) throw connectionFailed()
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
      ? answerCalls(doorOf(endpoint), read.message, signal)
      : errorResponse(read.status, read.error)
  }

  function doorOf(endpoint: string | undefined): Dispatcher {
    if (endpoint === undefined) return dispatcher
    const entrance = { via: 'endpoint', isFaulted: true, endpoint } as const
    return {
      ...dispatcher,
      dispatch: (read, signal) => dispatcher.dispatch(read, signal, entrance),
    }
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
