import type { Dispatcher } from '../dispatch/createDispatcher.js'
import type { PlainResponse } from '../http/plainFetch.js'
import type { Outcome } from '../rpc/outcome.js'
import { readRequest } from '../rpc/readRequest.js'
import { connectionFailed } from './connectionFailed.js'
import {
  answerText,
  emptyResponse,
  jsonResponse,
  scriptedResponse,
} from './httpResponse.js'
import { type Call, readCall } from './readCall.js'

type AnsweredCall = Call & { outcome: Exclude<Outcome, { type: 'network' }> }

/** Answers what was sent: one request, or an array of them. */
export async function answerCalls(
  dispatcher: Dispatcher,
  message: unknown,
  signal: AbortSignal | undefined,
): Promise<PlainResponse> {
  if (Array.isArray(message))
    return respondToBatch(
      await dispatchAll(dispatcher, message.map(readCall), signal),
    )
  const [answered] = await dispatchAll(dispatcher, [readCall(message)], signal)
  return respond(answered as AnsweredCall)
}

/** Dispatches all at one instant, in order, and waits for all. */
async function dispatchAll(
  dispatcher: Dispatcher,
  calls: readonly Call[],
  signal: AbortSignal | undefined,
): Promise<AnsweredCall[]> {
  const pending = calls.map(({ raw, error }) =>
    error === undefined
      ? dispatcher.dispatch(raw, signal)
      : ({ type: 'error', error } as const),
  )
  const outcomes = pending.some((one) => one instanceof Promise)
    ? await unlessAborted(dispatcher, Promise.all(pending), signal)
    : (pending as Outcome[])
  signal?.throwIfAborted()
  return calls.map((call, index) => {
    const outcome = outcomes[index] as Outcome
    if (outcome.type === 'network') throw connectionFailed()
    return { ...call, outcome }
  })
}

async function unlessAborted(
  dispatcher: Dispatcher,
  outcomes: Promise<Outcome[]>,
  signal: AbortSignal | undefined,
): Promise<Outcome[]> {
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
function isInvalid({ raw, error, outcome }: AnsweredCall): boolean {
  if (error !== undefined) return true
  // A fault or a handler may have this code as well.
  const isRefused = outcome.type === 'error' && outcome.error.code === -32600
  return isRefused && !readRequest(raw).ok
}
