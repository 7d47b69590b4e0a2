import type { MessageRun } from '../../chain/execution/executeMessage.js'
import { type Answer, refused, result } from '../answers/outcome.js'
import type { Trace, TraceConfig, Tracer, TracerName } from './createTracer.js'
import type { TraceBudget } from './traceBudget.js'

/**
 * The result of a tracer, or at once that it would be more than can be held.
 */
export function answerBy(
  { read }: Tracer,
  { tracer }: TraceConfig,
  budget: TraceBudget,
  run: () => MessageRun | Answer<never>,
): Answer<Trace> {
  const tooLarge = () => refused(`the trace is too large. ${narrower[tracer]}`)
  try {
    const ran = run()
    // A contract that is a function can catch what a tracer throws.
    if (budget.isSpent()) return tooLarge()
    return 'execution' in ran ? result(read(ran)) : ran
  } catch (thrown) {
    if (budget.isSpent()) return tooLarge()
    throw thrown
  }
}

const narrower: Record<TracerName, string> = {
  callTracer:
    'Give { tracerConfig: { onlyTopCall: true } } for the call itself alone, or less gas.',
  flatCallTracer:
    "Give { tracer: 'callTracer', tracerConfig: { onlyTopCall: true } } for the call itself alone, or less gas.",
  prestateTracer:
    'Give { tracerConfig: { disableStorage: true } } for accounts without their slots, or less gas.',
  '4byteTracer': 'Give less gas.',
  structLogger:
    "Give { limit: 100000 } for its first steps, { disableStack: true }, neither enableMemory nor enableReturnData, less gas, or { tracer: 'callTracer' } for its calls alone.",
}
