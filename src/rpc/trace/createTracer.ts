import type { Execution } from '../../engine/engine.js'
import type { Observer } from '../../engine/observer.js'
import { createCallTracer, type TracedCall } from './callTracer.js'
import { createStructLogger, type StructTrace } from './structLogger.js'
import { createTraceBudget, type TraceBudget } from './traceBudget.js'
import type { TraceConfig } from './traceConfig.js'

/**
 * Looks on while a message runs, and tells afterwards what it did. It throws
 * within the execution as soon as its budget is spent.
 */
export type Tracer = {
  readonly observer: Observer
  readonly read: (execution: Execution) => TracedCall | StructTrace
  readonly budget: TraceBudget
}

export function createTracer(
  { tracer, ofCalls, ofSteps }: TraceConfig,
  gas: bigint,
  firstLogIndex: number,
): Tracer {
  const budget = createTraceBudget()
  const created =
    tracer === 'callTracer'
      ? createCallTracer(ofCalls, budget, gas, firstLogIndex)
      : createStructLogger(ofSteps, budget)
  return { ...created, budget }
}
