import type { BlockTag, RpcBlockNumber } from 'viem'
import type { Hash, Hex } from '../../base/hex/hex.js'
import { isRefusal } from '../../chain/calls/callRequest.js'
import { gasOf, runCall, settleCall } from '../../chain/calls/runCall.js'
import { recordedTransaction } from '../../chain/lookup/askFork.js'
import { findTransaction } from '../../chain/lookup/find.js'
import { failed, refused } from '../answers/outcome.js'
import { answerIn, refusalError } from '../calls/callError.js'
import type {
  BlockOverridesObject,
  CallBlock,
  CallObject,
  Optional,
  StateOverridesObject,
  TraceConfigObject,
} from '../calls/callSchema.js'
import {
  blockHash,
  blockOrLatest,
  call,
  type MethodsOf,
  method,
  numberOrTag,
  optional,
  transactionHash,
} from '../method/method.js'
import {
  createTracer,
  defaultTrace,
  parseTraceConfig,
  type Trace,
} from '../trace/createTracer.js'
import {
  answerBy,
  type BlockTrace,
  parseRawBlock,
  traceBlock,
  traceIncluded,
  untold,
} from '../trace/traceBlock.js'
import { createTraceBudget } from '../trace/traceBudget.js'

export type TracesSchema = {
  debug_traceBlock: {
    Parameters: [rlp: Hex, config?: TraceConfigObject]
    ReturnType: BlockTrace
  }
  debug_traceBlockByHash: {
    Parameters: [blockHash: Hash, config?: TraceConfigObject]
    ReturnType: BlockTrace
  }
  debug_traceBlockByNumber: {
    Parameters: [block: RpcBlockNumber | BlockTag, config?: TraceConfigObject]
    ReturnType: BlockTrace
  }
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
    ReturnType: Trace
  }
  debug_traceTransaction: {
    Parameters: [transactionHash: Hash, config?: TraceConfigObject]
    ReturnType: Trace
  }
}

const rlp = { name: 'rlp', parse: parseRawBlock, isSelector: true }
const config = optional('config', parseTraceConfig, defaultTrace)

/** How a call or a transaction comes to what it does. */
export const tracesMethods = {
  /** Only blocks of the chain: no other is executed here. */
  debug_traceBlock: method({
    reads: 'block',
    isPublic: false,
    params: [rlp, config],
    answer: (view, [selector, config]) => traceBlock(view, selector, config),
  }),

  debug_traceBlockByHash: method({
    reads: 'block',
    isPublic: false,
    params: [blockHash, config],
    answer: (view, [selector, config]) => traceBlock(view, selector, config),
  }),

  debug_traceBlockByNumber: method({
    reads: 'block',
    isPublic: false,
    params: [numberOrTag, config],
    answer: (view, [selector, config]) => traceBlock(view, selector, config),
  }),

  debug_traceCall: method({
    reads: 'state',
    isPublic: false,
    params: [call, blockOrLatest, config],
    answer: (view, [call, selector, config]) =>
      answerIn(
        view,
        selector,
        config.stateOverrides,
        config.blockOverrides,
        (context) => {
          const { block, state } = context
          const gas = gasOf(context, call)
          const budget = createTraceBudget()
          const place = {
            blockHash: null,
            blockNumber: Number(block.number),
            transactionHash: null,
            transactionPosition: 0,
          }
          const traced = { block, place, firstLogIndex: 0 }
          const tracer = createTracer(config, traced, budget)
          return answerBy(tracer, config, budget, () => {
            const run = runCall(context, call, gas, tracer)
            if (isRefusal(run)) return failed(refusalError(run, gas))
            const after = settleCall(context, call, run)
            return { ...run, before: state, after }
          })
        },
      ),
  }),

  debug_traceTransaction: method({
    reads: 'transaction',
    isPublic: false,
    params: [transactionHash, config],
    answer(view, [hash, config]) {
      const found = findTransaction(view.chain, hash)
      if (found !== null) return traceIncluded(view, found, config)
      return refused(
        recordedTransaction(view.chain, hash) === null
          ? 'transaction not found'
          : `${hash} ${untold} recorded with the fork.`,
      )
    },
  }),
} satisfies MethodsOf<TracesSchema>
