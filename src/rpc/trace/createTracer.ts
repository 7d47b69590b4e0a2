import type { Execution } from '../../engine/engine.js'
import type { Observer } from '../../engine/observer.js'
import { createCallTracer, type TracedCall } from './callTracer.js'
import { createStructLogger, type StructTrace } from './structLogger.js'
import type { TraceConfig } from './traceConfig.js'

/** Looks on while a message runs, and tells afterwards what it did. */
export type Tracer = {
  readonly observer: Observer
  readonly read: (execution: Execution) => TracedCall | StructTrace | 'tooLong'
}

export function createTracer(
  { tracer, ofCalls, ofSteps }: TraceConfig,
  gas: bigint,
  firstLogIndex: number,
): Tracer {
  return tracer === 'callTracer'
    ? createCallTracer(ofCalls, gas, firstLogIndex)
    : createStructLogger(ofSteps)
}
