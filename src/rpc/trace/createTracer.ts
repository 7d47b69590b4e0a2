import { type Hex, type Result, refuse } from '../../base/hex/hex.js'
import type {
  BlockOverrides,
  StateOverrides,
} from '../../chain/calls/callRequest.js'
import type { MessageRun, Watch } from '../../chain/execution/executeMessage.js'
import type { BlockEnvironment } from '../../engine/engine.js'
import type { ObservedFrame, Observer } from '../../engine/observer.js'
import { isPrecompile } from '../../engine/precompiles.js'
import {
  type Fields,
  fieldsOf,
  parseBlockOverrides,
  parseFlag,
  parseStateOverrides,
  take,
  unlessRefused,
} from '../calls/parseCall.js'
import {
  type CallTracerConfig,
  createCallTracer,
  type TracedCall,
} from './callTracer.js'
import {
  createFlatCallTracer,
  type FlatCall,
  type FlatCallTracerConfig,
  type TracePlace,
} from './flatCallTracer.js'
import {
  createPrestateTracer,
  type Prestate,
  type PrestateTracerConfig,
} from './prestateTracer.js'
import {
  createStructLogger,
  type StructLoggerConfig,
  type StructTrace,
} from './structLogger.js'
import type { TraceBudget } from './traceBudget.js'

const tracerNames = [
  'callTracer',
  'flatCallTracer',
  'prestateTracer',
  '4byteTracer',
  'structLogger',
] as const

export type TracerName = (typeof tracerNames)[number]

/** The tracer, and its options. */
export type TraceConfig = {
  readonly tracer: TracerName
  readonly ofCalls: CallTracerConfig
  readonly ofFlatCalls: FlatCallTracerConfig
  readonly ofState: PrestateTracerConfig
  readonly ofSteps: StructLoggerConfig
}

/**
 * The configuration of `debug_traceCall`, which may override the state of the
 * call.
 */
type TraceCallConfig = TraceConfig & {
  readonly stateOverrides: StateOverrides | undefined
  readonly blockOverrides: BlockOverrides | undefined
}

export const defaultTrace: TraceCallConfig = {
  tracer: 'structLogger',
  ofCalls: { onlyTopCall: false, withLog: false },
  ofFlatCalls: { convertParityErrors: false, includePrecompiles: false },
  ofState: {
    diffMode: false,
    disableCode: false,
    disableStorage: false,
    includeEmpty: false,
  },
  ofSteps: {
    enableMemory: false,
    disableStack: false,
    disableStorage: false,
    enableReturnData: false,
    limit: 0,
  },
  stateOverrides: undefined,
  blockOverrides: undefined,
}

/** In geth's names; `timeout` and `reexec` have no meaning here. */
export function parseTraceConfig(given: unknown): Result<TraceCallConfig> {
  const fields = fieldsOf(given)
  if (fields === undefined)
    return refuse(given, 'an object { tracer?, tracerConfig?, … }')
  const { tracerConfig } = fields.given
  const ofTracer = fieldsOf(tracerConfig ?? {})
  if (ofTracer === undefined)
    return refuse(tracerConfig, '"tracerConfig" as an object')
  const config: TraceCallConfig = {
    tracer: take(fields, 'tracer', parseTracer) ?? 'structLogger',
    ofCalls: {
      onlyTopCall: flag(ofTracer, 'onlyTopCall'),
      withLog: flag(ofTracer, 'withLog'),
    },
    ofFlatCalls: {
      convertParityErrors: flag(ofTracer, 'convertParityErrors'),
      includePrecompiles: flag(ofTracer, 'includePrecompiles'),
    },
    ofState: {
      diffMode: flag(ofTracer, 'diffMode'),
      disableCode: flag(ofTracer, 'disableCode'),
      disableStorage: flag(ofTracer, 'disableStorage'),
      includeEmpty: flag(ofTracer, 'includeEmpty'),
    },
    ofSteps: {
      enableMemory: flag(fields, 'enableMemory'),
      disableStack: flag(fields, 'disableStack'),
      disableStorage: flag(fields, 'disableStorage'),
      enableReturnData: flag(fields, 'enableReturnData'),
      limit: take(fields, 'limit', parseLimit) ?? 0,
    },
    stateOverrides: take(fields, 'stateOverrides', parseStateOverrides),
    blockOverrides: take(fields, 'blockOverrides', parseBlockOverrides),
  }
  const { diffMode, includeEmpty } = config.ofState
  // As geth refuses it: a difference has no empty accounts.
  if (diffMode && includeEmpty)
    return refuse(
      tracerConfig,
      '"tracerConfig" without both "diffMode" and "includeEmpty"',
    )
  return ofTracer.refused ?? unlessRefused(fields, config)
}

function flag(fields: Fields, name: string): boolean {
  return take(fields, name, parseFlag) ?? false
}

function parseLimit(given: unknown): Result<number> {
  return Number.isSafeInteger(given) && Number(given) >= 0
    ? { ok: true, value: Number(given) }
    : refuse(given, 'a whole number of instructions, or 0 for all')
}

function parseTracer(given: unknown): Result<TracerName> {
  const value = given === '' ? 'structLogger' : given
  return isTracerName(value)
    ? { ok: true, value }
    : refuse(
        given,
        `one of ${tracerWords}, or absent for one step after the other`,
      )
}

const tracerWords = tracerNames
  .filter((name) => name !== 'structLogger')
  .map((name) => `"${name}"`)
  .join(', ')

function isTracerName(value: unknown): value is TracerName {
  return (tracerNames as readonly unknown[]).includes(value)
}

export type Trace =
  | TracedCall
  | StructTrace
  | Prestate
  | SelectorCounts
  | FlatCall[]

/** The traced message, as far as a tracer shows more of it than its effect. */
export type Traced = {
  readonly block: BlockEnvironment
  readonly place: TracePlace
  readonly firstLogIndex: number
}

/**
 * Looks on while a message runs, and tells afterwards what it did. It throws
 * within the execution as soon as its budget is spent.
 */
export type Tracer = Watch & {
  readonly read: (run: MessageRun) => Trace
}

export function createTracer(
  config: TraceConfig,
  traced: Traced,
  budget: TraceBudget,
): Tracer {
  return creators[config.tracer](config, traced, budget)
}

type Creator = typeof createTracer

const creators: { readonly [name in TracerName]: Creator } = {
  callTracer: ({ ofCalls }, { firstLogIndex }, budget) =>
    createCallTracer(ofCalls, budget, firstLogIndex),
  flatCallTracer: ({ ofFlatCalls }, { block, place }, budget) =>
    createFlatCallTracer(ofFlatCalls, budget, block, place),
  prestateTracer: ({ ofState }, { block }, budget) =>
    createPrestateTracer(ofState, budget, block),
  '4byteTracer': (_, { block }, budget) => createFourByteTracer(budget, block),
  structLogger: ({ ofSteps }, _, budget) => createStructLogger(ofSteps, budget),
}

/** Number of calls by selector and size of the data after it. */
type SelectorCounts = { [selectorAndSize: Hex]: number }

const selectorBytes = 4
const wordsOfCount = 4

/** The functions that a message calls, as geth's `4byteTracer` counts them. */
function createFourByteTracer(
  budget: TraceBudget,
  block: BlockEnvironment,
): { observer: Observer; read: () => SelectorCounts } {
  const counts = new Map<string, number>()

  const observer: Observer = {
    enter(frame) {
      if (!isCall(frame) || isPrecompile(frame.to, block)) return
      const input = frame.input()
      const size = (input.length - 2) / 2 - selectorBytes
      if (size < 0) return
      const key = `${input.slice(0, 2 + 2 * selectorBytes)}-${size}`
      const count = counts.get(key)
      if (count === undefined) budget.spend(wordsOfCount)
      counts.set(key, (count ?? 0) + 1)
    },
  }
  return {
    observer,
    read: () => Object.fromEntries([...counts].sort(byKey)),
  }
}

function isCall({ type }: ObservedFrame): boolean {
  return type !== 'CREATE' && type !== 'CREATE2' && type !== 'SELFDESTRUCT'
}

function byKey([one]: [string, number], [other]: [string, number]): number {
  return one < other ? -1 : 1
}
