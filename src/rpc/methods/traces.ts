import { isRefusal } from '../../chain/calls/refusal.js'
import { gasOf, runCall } from '../../chain/calls/runCall.js'
import { answerIn } from '../calls/answerIn.js'
import { refusalError } from '../calls/callError.js'
import { createTracer } from '../trace/createTracer.js'
import type { MethodsOf } from './method.js'
import { failed, result } from './result.js'

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
          : result(read(run.execution))
      },
    )
  },
} satisfies MethodsOf<'traces'>
