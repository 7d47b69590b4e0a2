import { isRefusal } from '../../chain/calls/refusal.js'
import { gasOf, runCall } from '../../chain/calls/runCall.js'
import { environmentOf } from '../../chain/execution/environmentOf.js'
import { replay } from '../../chain/execution/runExecuted.js'
import { findTransaction } from '../../chain/find.js'
import { answerIn } from '../calls/answerIn.js'
import { refusalError } from '../calls/callError.js'
import { createTracer, type Tracer } from '../trace/createTracer.js'
import type { MethodsOf } from './method.js'
import { failed, refused, result } from './result.js'

/** How a call or a transaction comes to what it does. */
export const tracesMethods = {
  debug_traceCall(view, [call, selector, config]) {
    const { stateOverrides, blockOverrides } = config
    return answerIn(
      view,
      selector,
      stateOverrides,
      blockOverrides,
      (context) => {
        const gas = gasOf(context, call)
        const { observer, read } = createTracer(config, gas, 0)
        const run = runCall(context, call, gas, { observer })
        return isRefusal(run)
          ? failed(refusalError(run, gas))
          : answerOf(read(run.execution))
      },
    )
  },

  debug_traceTransaction({ chain }, [hash, config]) {
    const found = findTransaction(chain, hash)
    if (found === null) return refused(`transaction ${hash} not found`)
    if (found.type === 'imported')
      return refused(`${hash} ${untold} imported with its block.`)
    const { block, included } = found
    const { transaction, before, firstLogIndex } = included
    if (before === null)
      return refused(
        `${hash} ${untold} scripted. Pre-confirm it with { execute: true }, or send it, to have it executed.`,
      )
    const { observer, read } = createTracer(
      config,
      transaction.gas,
      firstLogIndex,
    )
    const paid = {
      block: { config: chain.config, environment: environmentOf(chain, block) },
      price: included.effectiveGasPrice,
    }
    return answerOf(read(replay(before, transaction, paid, observer)))
  },
} satisfies MethodsOf<'traces'>

function answerOf(trace: ReturnType<Tracer['read']>) {
  return trace === 'tooLong'
    ? refused(
        "the trace is too long to be held. Give { limit: 100000 } for its first steps, { disableStack: true }, less gas, or { tracer: 'callTracer' } for its calls alone.",
      )
    : result(trace)
}

const untold = 'has no trace: what it did was not executed but'
