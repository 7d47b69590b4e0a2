import { isPresealError, PresealError } from '../base/errors/errors.js'
import { display, reason } from '../base/hex/display.js'
import {
  type BlockSelector,
  parseStateSelector,
  type StateSelector,
  selectorText,
} from '../base/hex/hex.js'
import {
  type Answer,
  copyJson,
  internalError,
  invalidParams,
  invalidRequest,
  methodNotFound,
  notJsonError,
  type RpcError,
  serverError,
} from './answers/outcome.js'
import {
  type Method,
  parseParams,
  type ReadingMethod,
  type Reads,
  taggedBlockNumber,
  type WritingMethod,
} from './method/method.js'
import { isWalletMethod } from './method/walletMethods.js'
import { findMethod, methods, servedMethods } from './methods/methods.js'
import type { HandlerView } from './schema.js'
import type { Answering, AnyHandler, AskedView, View } from './view/view.js'
import type { Write } from './writes/transactionParameters.js'

/** A request, copied so that the caller cannot change it. */
export type ReadRequest =
  | { ok: true; method: string; params: readonly unknown[] }
  | { ok: false; error: RpcError }

const mostParameters = 1_000

/** Reads a request once, whatever its getters do, and copies it. */
export function readRequest(raw: unknown): ReadRequest {
  let method: unknown
  let params: unknown
  try {
    if (typeof raw !== 'object' || raw === null || Array.isArray(raw))
      return refused(
        invalidRequest(`given ${display(raw)}, expected { method, params? }`),
      )
    if (Object.hasOwn(raw, '__proto__'))
      return refused(invalidRequest('it has a "__proto__" key'))
    const request = raw as { method?: unknown; params?: unknown }
    method = request.method
    if (typeof method !== 'string')
      return refused(
        invalidRequest(
          `"method" is ${display(method)}, expected the method's name`,
        ),
      )
    params = request.params
    // As geth takes it, in its rpc/json.go.
    if (params === undefined || params === null)
      return { ok: true, method, params: [] }
    if (!Array.isArray(params))
      return refused(
        invalidParams(
          `Invalid parameters: given ${display(params)}, expected an array`,
        ),
      )
  } catch (error) {
    return refused(invalidRequest(`it cannot be read (${reason(error)})`))
  }
  return copyParams(method, params)
}

function copyParams(method: string, given: readonly unknown[]): ReadRequest {
  let params: unknown[] = []
  let index = 0
  try {
    const { length } = given
    if (length > mostParameters)
      return refused(
        invalidParams(
          `Invalid parameters: given an array of ${length}, expected at most ${mostParameters}`,
        ),
      )
    // As long as it gets: it is kept, and one that grows has room to spare.
    params = new Array(length)
    for (; index < length; index++) {
      const value = given[index]
      params[index] =
        typeof value === 'object' && value !== null
          ? copyJson(value, `params[${index}]`, 'any')
          : value
    }
  } catch (error) {
    const label = parameterLabel(method, index)
    return refused(
      invalidParams(
        isPresealError(error, 'InvalidParametersError')
          ? `Invalid ${label}: ${error.message}`
          : `Invalid ${label}: it cannot be read (${reason(error)}), expected a plain JSON value`,
      ),
    )
  }
  return { ok: true, method, params }
}

/** `parameter 1 "address"`, or without the name if none is known. */
function parameterLabel(method: string, index: number): string {
  const name = findMethod(method)?.params[index]?.name
  return `parameter ${index + 1}${name === undefined ? '' : ` "${name}"`}`
}

function refused(error: RpcError): ReadRequest {
  return { ok: false, error }
}

/** A parsed request: what is to run, or the error. */
export type Prepared =
  | PreparedWrite
  | {
      readonly type: 'builtIn'
      readonly method: string
      readonly answer: ReadingMethod['answer']
      readonly reads: Reads
      readonly args: readonly unknown[]
      readonly selector: StateSelector | undefined
      readonly selectorPosition: number
    }
  | PreparedHandler
  | {
      readonly type: 'refused'
      readonly error: RpcError
      readonly reads: Reads
      readonly selector: undefined
    }

type PreparedHandler = {
  readonly type: 'handler'
  readonly method: string
  readonly handler: AnyHandler
  readonly reads: Reads
  readonly params: readonly unknown[]
  readonly selector: StateSelector | undefined
  readonly selectorPosition: number
}

/** It reads nothing that faults could show otherwise. */
export type PreparedWrite = {
  readonly type: 'write'
  readonly method: string
  readonly write: WritingMethod['write']
  readonly reads: 'nothing'
  readonly args: readonly unknown[]
  readonly selector: undefined
}

/** Finds what answers `method`: a handler first, then a built-in method. */
export function prepare(
  { handlers, answering }: View,
  method: string,
  params: readonly unknown[],
): Prepared {
  const handler = handlers?.get(method)
  if (handler !== undefined)
    return {
      type: 'handler',
      method,
      handler,
      params,
      ...findSelector(method, params),
    }
  const record = recordOf(method, answering)
  if (record !== undefined) return prepareMethod(method, record, params)
  const served = new Set([...servedMethods, ...(handlers?.keys() ?? [])])
  for (const name of answering.unserved) served.delete(name)
  const error = methodNotFound(method, adviceFor(method), [...served].sort())
  return refusal(error)
}

const controlPrefix = /^(?:preseal|anvil|evm|hardhat)_/

/** Whether it has the name of a method that drives a node. */
export function isControlName(method: string): boolean {
  return controlPrefix.test(method)
}

function adviceFor(method: string): string {
  if (isControlName(method))
    return 'A control method needs custom(node.control) in place of node.provider, or over HTTP a server whose control is on'
  return isWalletMethod(method)
    ? 'A wallet answers it: pass the provider of createWallet(node), from preseal/wallet'
    : `Answer it with node.handle(${display(method)}, …)`
}

/** The built-in method that answers by reading, if one does. */
export function findReading(
  { handlers, answering }: View,
  method: string,
): ReadingMethod | undefined {
  if (handlers?.has(method)) return undefined
  const record = recordOf(method, answering)
  return record !== undefined && 'answer' in record ? record : undefined
}

function recordOf(
  method: string,
  { blockNumberAcceptsTag, unserved }: Answering,
): Method | undefined {
  if (unserved.includes(method)) return undefined
  return method === 'eth_blockNumber' && blockNumberAcceptsTag
    ? taggedBlockNumber
    : findMethod(method)
}

/** The request of a handler: it has the built-in methods that read. */
export function prepareReading(
  { answering }: View,
  method: string,
  params: readonly unknown[],
): Exclude<Prepared, PreparedWrite> {
  const record = recordOf(method, answering)
  const advice = 'A handler reaches built-in methods that read'
  return record === undefined || 'write' in record
    ? refusal(methodNotFound(method, advice, readingMethods()))
    : prepareRead(method, record, params)
}

function readingMethods() {
  return servedMethods.filter((method) => 'answer' in methods[method])
}

function prepareMethod(
  method: string,
  record: Method,
  params: readonly unknown[],
): Prepared {
  if ('answer' in record) return prepareRead(method, record, params)
  const parsed = parseParams(record.params, params)
  return parsed.ok
    ? {
        type: 'write',
        method,
        write: record.write,
        reads: 'nothing',
        args: parsed.value,
        selector: undefined,
      }
    : refusal(parsed.error)
}

function prepareRead(
  method: string,
  record: ReadingMethod,
  params: readonly unknown[],
): Exclude<Prepared, PreparedWrite> {
  const parsed = parseParams(record.params, params)
  if (!parsed.ok) return refusal(parsed.error)
  const args = parsed.value
  const { selectorPosition } = record
  return {
    type: 'builtIn',
    method,
    answer: record.answer,
    reads: record.reads,
    args,
    // The result of a selector's parser.
    selector: args[selectorPosition] as StateSelector | undefined,
    selectorPosition,
  }
}

/**
 * The block selector as it was asked for, hex normalised, by which faults
 * match; undefined if there is none or the parameters are malformed.
 */
export function preparedSelector(
  prepared: Prepared,
): BlockSelector | undefined {
  const { selector } = prepared
  return selector === undefined ? undefined : selectorText(selector)
}

/** The same request of another block, as long as it names one. */
export function reselect(
  prepared: Exclude<Prepared, PreparedWrite>,
  to: BlockSelector,
): Exclude<Prepared, PreparedWrite> {
  const parsed = parseStateSelector(to)
  if (prepared.selector === undefined || !parsed.ok) return prepared
  const replace = (list: readonly unknown[], by: unknown) =>
    list.map((item, at) => (at === prepared.selectorPosition ? by : item))
  const selector = parsed.value
  return prepared.type === 'builtIn'
    ? { ...prepared, selector, args: replace(prepared.args, selector) }
    : { ...prepared, selector, params: replace(prepared.params, to) }
}

/**
 * Parameters of a handled method are not checked, but faults may match their
 * selector.
 */
function findSelector(method: string, params: readonly unknown[]) {
  const record = findMethod(method)
  const selectorPosition = record?.selectorPosition ?? -1
  const parsed = parseStateSelector(params[selectorPosition])
  const selector = parsed.ok ? parsed.value : undefined
  const reads: Reads =
    record === undefined || selector === undefined ? 'chain' : record.reads
  return { reads, selector, selectorPosition }
}

function refusal(error: RpcError): Extract<Prepared, { type: 'refused' }> {
  return { type: 'refused', error, reads: 'nothing', selector: undefined }
}

/** The answer if something threw: by its name on purpose, or by mistake. */
export function failure(thrown: unknown): { type: 'error'; error: RpcError } {
  const message = reason(thrown)
  const error = isPresealError(thrown)
    ? serverError(message)
    : internalError(message)
  return { type: 'error', error }
}

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
      return answerReading(view, prepared.method, prepared, prepared.args)
    case 'handler':
      return runHandler(prepared, {
        now: view.now,
        answer: (raw) => runBuiltIn(view, raw),
      })
    case 'refused':
      return { type: 'error', error: prepared.error }
  }
}

/** Answers by a built-in method that reads; never throws. */
export function answerReading(
  view: View,
  method: string,
  { answer }: Pick<ReadingMethod, 'answer'>,
  args: readonly unknown[],
): Answer {
  const { fork } = view.chain.config
  try {
    return fork === null
      ? answer(view, args)
      : fork.askedBy(method, () => answer(view, args))
  } catch (thrown) {
    return failure(thrown)
  }
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
