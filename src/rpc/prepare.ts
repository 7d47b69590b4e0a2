import { display } from '../hex/display.js'
import {
  type BlockSelector,
  parseStateSelector,
  type StateSelector,
  selectorText,
} from '../hex/selector.js'
import {
  type MethodOf,
  type Reads,
  type ServedMethod,
  served,
  servedMethods,
} from '../methods/served.js'
import { builtInMethods } from './methods/methods.js'
import { writesMethods } from './methods/writes.js'
import type { Answer } from './outcome.js'
import { methodNotFound, type RpcError } from './outcome.js'
import {
  type Parameter,
  parameters,
  parseParams,
  selectorPositions,
} from './params.js'
import type { Handler, View } from './view.js'
import type { Write } from './writes/write.js'

/** A parsed request: what is to run, or the error. */
export type Prepared =
  | PreparedWrite
  | {
      readonly type: 'builtIn'
      readonly answer: Method
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
  readonly handler: Handler
  readonly reads: Reads
  readonly params: readonly unknown[]
  readonly selector: StateSelector | undefined
  readonly selectorPosition: number
}

/** It reads nothing that faults could show otherwise. */
export type PreparedWrite = {
  readonly type: 'write'
  readonly write: WriteMethod
  readonly reads: 'nothing'
  readonly args: readonly unknown[]
  readonly selector: undefined
}

type Method = (view: View, args: readonly unknown[]) => Answer
type WriteMethod = (view: View, args: readonly unknown[]) => Write

/** Finds what answers `method`: a handler first, then a built-in method. */
export function prepare(
  view: View,
  method: string,
  params: readonly unknown[],
): Prepared {
  if (view.handlers.size > 0) {
    const handler = view.handlers.get(method)
    if (handler !== undefined)
      return {
        type: 'handler',
        method,
        handler,
        params,
        ...findSelector(method, params),
      }
  }
  return prepareBuiltIn(view, method, params)
}

const controlVerb = /^(?:preseal|anvil|evm|hardhat)_/

function adviceFor(method: string): string {
  return controlVerb.test(method)
    ? 'Control verbs are answered by node.control, and over HTTP where control is on, but never to web pages'
    : `Answer it with node.handle(${display(method)}, …)`
}

export function prepareBuiltIn(
  view: View,
  method: string,
  params: readonly unknown[],
): Prepared {
  const entry = entries.get(method)
  if (entry === undefined) {
    const served = [...new Set([...builtIn, ...view.handlers.keys()])].sort()
    return refused(methodNotFound(method, adviceFor(method), served))
  }
  const parsed = parseParams(entry.parameters, params)
  if (!parsed.ok) return refused(parsed.error)
  if ('write' in entry)
    return {
      type: 'write',
      write: entry.write,
      reads: 'nothing',
      args: parsed.value,
      selector: undefined,
    }
  return {
    type: 'builtIn',
    answer: entry.answer,
    reads: entry.reads,
    args: parsed.value,
    selector: parsed.value[entry.selectorPosition] as StateSelector | undefined,
    selectorPosition: entry.selectorPosition,
  }
}

/**
 * The block selector as it was asked for, hex normalised, by which faults
 * match; undefined where there is none or the parameters are malformed.
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

type MethodEntry = {
  readonly reads: Reads
  readonly parameters: readonly Parameter[]
  readonly selectorPosition: number
} & ({ readonly answer: Method } | { readonly write: WriteMethod })

const entries: ReadonlyMap<string, MethodEntry> = new Map(
  servedMethods.map((method) => [
    method,
    {
      reads: served[method].reads,
      parameters: parameters[method],
      selectorPosition: selectorPositions.get(method) ?? -1,
      // The parsers of `parameters` make what the method takes.
      ...(isWrite(method)
        ? { write: writesMethods[method] as WriteMethod }
        : { answer: builtInMethods[method] as Method }),
    },
  ]),
)

function isWrite(method: ServedMethod): method is MethodOf<'writes'> {
  return served[method].topic === 'writes'
}

/**
 * Parameters of a handled method are not checked, but faults may match their
 * selector.
 */
function findSelector(method: string, params: readonly unknown[]) {
  const selectorPosition = selectorPositions.get(method) ?? -1
  const parsed = parseStateSelector(params[selectorPosition])
  const selector = parsed.ok ? parsed.value : undefined
  const reads: Reads = selector === undefined ? 'chain' : 'block'
  return { reads, selector, selectorPosition }
}

const builtIn = [...entries.keys()].sort()

const reading = builtIn.filter((method) => !isWrite(method as ServedMethod))

/** Whether a handler may ask for it: none writes by asking. */
export function isReading(method: string): boolean {
  return reading.includes(method)
}

/** The error for a handler that asks its view for another method. */
export function notBuiltIn(method: string): RpcError {
  const advice = 'A handler reaches built-in methods that read'
  return methodNotFound(method, advice, reading)
}

function refused(error: RpcError): Prepared {
  return { type: 'refused', error, reads: 'nothing', selector: undefined }
}
