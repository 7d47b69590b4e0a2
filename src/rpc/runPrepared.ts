import { PresealError } from '../base/errors/errors.js'
import { display } from '../base/hex/display.js'
import { reason } from '../base/hex/reason.js'
import { copyJson, notJsonError } from './answers/copyJson.js'
import { type Answer, type RpcError, serverError } from './answers/outcome.js'
import { failure } from './failure.js'
import type { HandlerView } from './handler.js'
import {
  type Prepared,
  type PreparedHandler,
  type PreparedWrite,
  prepareReading,
} from './prepare.js'
import { readRequest } from './readRequest.js'
import type { AskedView, View } from './view/view.js'
import type { Write } from './writes/write.js'

/**
 * Answers a prepared request; never throws. If a handler returned a promise,
 * the result's value is a promise too: of its copied answer, or rejected with
 * an RpcError as plain data.
 */
export function runPrepared(
  view: View,
  prepared: Exclude<Prepared, PreparedWrite>,
): Answer {
  switch (prepared.type) {
    case 'builtIn':
      try {
        return answerBuiltIn(view, prepared)
      } catch (thrown) {
        return failure(thrown)
      }
    case 'handler':
      return runHandler(prepared, {
        now: view.now,
        answer: (raw) => runBuiltIn(view, raw),
      })
    case 'refused':
      return { type: 'error', error: prepared.error }
  }
}

function answerBuiltIn(
  view: View,
  { method, answer, args }: Extract<Prepared, { type: 'builtIn' }>,
): Answer {
  const { fork } = view.chain.config
  return fork === null
    ? answer(view, args)
    : fork.askedBy(method, () => answer(view, args))
}

/** The write to make; never throws. */
export function prepareWrite(
  view: View,
  { method, write, args }: PreparedWrite,
): Write {
  const { fork } = view.chain.config
  try {
    return fork === null
      ? write(view, args)
      : fork.askedBy(method, () => write(view, args))
  } catch (thrown) {
    return failure(thrown)
  }
}

/** The answer of a built-in method that reads; never throws. */
function runBuiltIn(view: View, raw: unknown): Answer {
  const request = readRequest(raw)
  if (!request.ok) return { type: 'error', error: request.error }
  const { method, params } = request
  return runPrepared(view, prepareReading(view, method, params))
}

/** A handler's access to the node; `answer` runs the built-in methods. */
type HandlerAccess = { now: number; answer: (request: unknown) => Answer }

/**
 * Calls a handler; what it returns or throws is copied, so that it cannot
 * change later.
 */
function runHandler(
  { method, handler, params }: PreparedHandler,
  { now, answer }: HandlerAccess,
): Answer {
  if (running.length >= deepest)
    return { type: 'error', error: serverError(endless(running)) }
  const view = handlerView(now, answer)
  running.push(method)
  try {
    const own = copyJson(params, 'params', 'any') as unknown[]
    const value = handler(own, view)
    return {
      type: 'result',
      value: isThenable(value) ? settle(value) : copyHandlerResult(value),
    }
  } catch (thrown) {
    return { type: 'error', error: errorOf(thrown) }
  } finally {
    running.pop()
  }
}

/** The methods of handlers on the stack now, of all nodes, each in the last. */
const running: string[] = []

/** Far more than are meant, and far fewer than fill the stack. */
const deepest = 64

function endless(methods: readonly string[]): string {
  const names = [...new Set(methods)]
    .slice(0, 8)
    .map((method) => display(method))
  return `Handlers call each other endlessly: ${deepest} nested requests, of ${names.join(', ')}. In a handler, ask "view.request", which reaches only built-in methods.`
}

/** The node at the instant of a view, past handlers, faults and history. */
export function readView(view: View): HandlerView {
  // The types of a request follow from its method, as in the table of methods.
  return handlerView(view.now, (raw) => runBuiltIn(view, raw)) as HandlerView
}

function handlerView(now: number, answer: HandlerAccess['answer']): AskedView {
  return {
    now,
    request(args) {
      const answered = answer(args)
      if (answered.type === 'error') throw requestFailed(answered.error)
      return answered.value
    },
  }
}

/** The node's error, as a provider would give it. */
function requestFailed({ code, message, data }: RpcError) {
  return new PresealError('ProviderRpcError', message, { code, data })
}

function isThenable(value: unknown): value is PromiseLike<unknown> {
  return (
    typeof value === 'object' &&
    value !== null &&
    typeof (value as { then?: unknown }).then === 'function'
  )
}

function settle(value: PromiseLike<unknown>): Promise<unknown> {
  const settled = Promise.resolve(value)
    .then(copyHandlerResult)
    .catch((thrown) => Promise.reject(errorOf(thrown)))
  // A fault may answer instead: then nobody awaits it.
  settled.catch(() => {})
  return settled
}

/** JSON-RPC has no undefined: a `return` is missing, and null is an answer. */
function copyHandlerResult(value: unknown): unknown {
  if (value !== undefined) return copyJson(value, 'result', 'json')
  throw notJsonError('what the handler returned', 'nothing (null is an answer)')
}

/**
 * An integer code of its own stays; every other error gets -32000, which viem
 * does not retry.
 */
function errorOf(thrown: unknown): RpcError {
  const message = reason(thrown)
  try {
    const { code, data } = Object(thrown) as { code?: unknown; data?: unknown }
    if (typeof code !== 'number' || !Number.isInteger(code))
      return serverError(message)
    return data === undefined
      ? { code, message }
      : { code, message, data: copyJson(data, 'data', 'json') }
  } catch (unreadable) {
    return serverError(`${message} (${reason(unreadable)})`)
  }
}
