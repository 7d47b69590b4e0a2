import { display } from '../base/hex/display.js'
import {
  type BlockSelector,
  parseStateSelector,
  type StateSelector,
  selectorText,
} from '../base/hex/selector.js'
import { methodNotFound, type RpcError } from './answers/outcome.js'
import type {
  Method,
  ReadingMethod,
  Reads,
  WritingMethod,
} from './method/method.js'
import { parseParams } from './method/params.js'
import { taggedBlockNumber } from './method/taggedBlockNumber.js'
import { isWalletMethod } from './method/walletMethods.js'
import { findMethod, methods, servedMethods } from './methods/methods.js'
import type { Answering } from './view/answering.js'
import type { AnyHandler, View } from './view/view.js'

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

export type PreparedHandler = {
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
  return refused(methodNotFound(method, adviceFor(method), [...served].sort()))
}

const controlVerb = /^(?:preseal|anvil|evm|hardhat)_/

function adviceFor(method: string): string {
  if (controlVerb.test(method))
    return 'A control method needs custom(node.control) in place of node.provider, or over HTTP a server whose control is on'
  return isWalletMethod(method)
    ? 'A wallet answers it: pass the provider of createWallet(node), from preseal/wallet'
    : `Answer it with node.handle(${display(method)}, …)`
}

function recordOf(
  method: string,
  { blockNumberAcceptsTag }: Answering,
): Method | undefined {
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
    ? refused(methodNotFound(method, advice, readingMethods()))
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
    : refused(parsed.error)
}

function prepareRead(
  method: string,
  record: ReadingMethod,
  params: readonly unknown[],
): Exclude<Prepared, PreparedWrite> {
  const parsed = parseParams(record.params, params)
  if (!parsed.ok) return refused(parsed.error)
  const args = parsed.value
  const selectorPosition = positionOfSelector(record)
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

/** -1 if a method has none. */
function positionOfSelector({ params }: Method): number {
  return params.findIndex(({ isSelector }) => isSelector)
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
  const selectorPosition =
    record === undefined ? -1 : positionOfSelector(record)
  const parsed = parseStateSelector(params[selectorPosition])
  const selector = parsed.ok ? parsed.value : undefined
  const reads: Reads =
    record === undefined || selector === undefined ? 'chain' : record.reads
  return { reads, selector, selectorPosition }
}

function refused(error: RpcError): Extract<Prepared, { type: 'refused' }> {
  return { type: 'refused', error, reads: 'nothing', selector: undefined }
}
