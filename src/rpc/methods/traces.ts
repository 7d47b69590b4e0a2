import type { Hash } from '../../base/hex/hex.js'
import { isRefusal } from '../../chain/calls/refusal.js'
import { gasOf, runCall } from '../../chain/calls/runCall.js'
import { replay } from '../../chain/execution/runExecuted.js'
import { environmentOf } from '../../chain/lookup/environmentOf.js'
import { findTransaction } from '../../chain/lookup/find.js'
import type { Execution } from '../../engine/engine.js'
import type { Observer } from '../../engine/observer.js'
import type { Answer } from '../answers/outcome.js'
import { failed, refused, result } from '../answers/result.js'
import { answerIn } from '../calls/answerIn.js'
import { refusalError } from '../calls/callError.js'
import type {
  BlockOverridesObject,
  CallBlock,
  CallObject,
  Optional,
  StateOverridesObject,
  TraceConfigObject,
} from '../calls/callSchema.js'
import {
  blockOrLatest,
  call,
  transactionHash,
} from '../method/commonParameters.js'
import { type MethodsOf, method } from '../method/method.js'
import { optional } from '../method/params.js'
import type { TracedCall } from '../trace/callTracer.js'
import { createTracer, type Tracer } from '../trace/createTracer.js'
import type { StructTrace } from '../trace/structLogger.js'
import {
  defaultTrace,
  parseTraceConfig,
  type TraceConfig,
} from '../trace/traceConfig.js'

export type TracesSchema = {
  debug_traceCall: {
    Parameters: [
      call: CallObject,
      block?: CallBlock,
      config?: TraceConfigObject &
        Optional<{
          stateOverrides: StateOverridesObject
          blockOverrides: BlockOverridesObject
        }>,
    ]
    ReturnType: TracedCall | StructTrace
  }
  debug_traceTransaction: {
    Parameters: [transactionHash: Hash, config?: TraceConfigObject]
    ReturnType: TracedCall | StructTrace
  }
}

const config = optional('config', parseTraceConfig, defaultTrace)

/** How a call or a transaction comes to what it does. */
export const tracesMethods = {
  debug_traceCall: method({
    reads: 'state',
    isPublic: false,
    params: [call, blockOrLatest, config],
    answer(view, [call, selector, config]) {
      const { stateOverrides, blockOverrides } = config
      return answerIn(
        view,
        selector,
        stateOverrides,
        blockOverrides,
        (context) => {
          const gas = gasOf(context, call)
          return answerBy(createTracer(config, gas, 0), config, (observer) => {
            const run = runCall(context, call, gas, { observer })
            return isRefusal(run)
              ? failed(refusalError(run, gas))
              : run.execution
          })
        },
      )
    },
  }),

  debug_traceTransaction: method({
    reads: 'transaction',
    isPublic: false,
    params: [transactionHash, config],
    answer({ chain }, [hash, config]) {
      const found = findTransaction(chain, hash)
      if (found === null) return refused('transaction not found')
      if (found.type === 'imported')
        return refused(`${hash} ${untold} imported with its block.`)
      const { block, included } = found
      const { transaction, before, firstLogIndex } = included
      if (before === null)
        return refused(
          `${hash} ${untold} scripted. Pre-confirm it with { execute: true }, or send it, to have it executed.`,
        )
      const tracer = createTracer(config, transaction.gas, firstLogIndex)
      const paid = {
        block: {
          config: chain.config,
          environment: environmentOf(chain, block),
        },
        price: included.effectiveGasPrice,
      }
      return answerBy(tracer, config, (observer) =>
        replay(before, transaction, paid, observer),
      )
    },
  }),
} satisfies MethodsOf<TracesSchema>

/** What a tracer saw, or at once that it would be more than can be held. */
function answerBy(
  { observer, read, budget }: Tracer,
  { tracer }: TraceConfig,
  run: (observer: Observer) => Execution | Answer<never>,
): Answer<ReturnType<Tracer['read']>> {
  const tooLarge = () => refused(`the trace is too large. ${narrower[tracer]}`)
  try {
    const ran = run(observer)
    // A contract that is a function can catch what a tracer throws.
    if (budget.isSpent()) return tooLarge()
    return 'gasUsed' in ran ? result(read(ran)) : ran
  } catch (thrown) {
    if (budget.isSpent()) return tooLarge()
    throw thrown
  }
}

const narrower: Record<TraceConfig['tracer'], string> = {
  callTracer:
    'Give { tracerConfig: { onlyTopCall: true } } for the call itself alone, or less gas.',
  structLogger:
    "Give { limit: 100000 } for its first steps, { disableStack: true }, neither enableMemory nor enableReturnData, less gas, or { tracer: 'callTracer' } for its calls alone.",
}

const untold = 'has no trace: what it did was not executed but'
