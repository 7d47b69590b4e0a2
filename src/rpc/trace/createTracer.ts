import type { MessageRun, Watch } from '../../chain/execution/executeMessage.js'
import type { BlockEnvironment } from '../../engine/engine.js'
import { createCallTracer, type TracedCall } from './callTracer.js'
import {
  createFlatCallTracer,
  type FlatCall,
  type TracePlace,
} from './flatCallTracer.js'
import { createFourByteTracer, type SelectorCounts } from './fourByteTracer.js'
import { createPrestateTracer, type Prestate } from './prestateTracer.js'
import { createStructLogger, type StructTrace } from './structLogger.js'
import type { TraceBudget } from './traceBudget.js'
import type { TraceConfig, TracerName } from './traceConfig.js'

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
