import { replay } from '../../chain/execution/execute.js'
import { environmentOf } from '../../chain/lookup/environmentOf.js'
import { type FoundTransaction, hashOf } from '../../chain/lookup/find.js'
import { type Answer, refused } from '../answers/outcome.js'
import { identify } from '../format/identity.js'
import type { View } from '../view/view.js'
import { answerBy } from './answerBy.js'
import { createTracer, type Trace, type TraceConfig } from './createTracer.js'
import { createTraceBudget, type TraceBudget } from './traceBudget.js'

/** Traces a transaction at its place, by running it there again. */
export function traceIncluded(
  view: View,
  found: FoundTransaction,
  config: TraceConfig,
  budget: TraceBudget = createTraceBudget(),
): Answer<Trace> {
  const hash = hashOf(found)
  if (found.type === 'imported')
    return refused(`${hash} ${untold} imported with its block.`)
  const { chain } = view
  const { block, included } = found
  const { transaction, before, firstLogIndex } = included
  if (before === null)
    return refused(
      `${hash} ${untold} scripted. Pre-confirm it with { execute: true }, or send it, to have it executed.`,
    )
  const environment = environmentOf(chain, block)
  const traced = {
    block: environment,
    firstLogIndex,
    place: {
      blockHash: identify(view, block).transaction.blockHash,
      blockNumber: Number(block.number),
      transactionHash: hash,
      transactionPosition: included.transactionIndex,
    },
  }
  const tracer = createTracer(config, traced, budget)
  const paid = {
    block: { config: chain.config, environment },
    price: included.effectiveGasPrice,
  }
  return answerBy(tracer, config, budget, () =>
    replay(before, transaction, paid, tracer),
  )
}

/** Why it has none, before who says what it did instead. */
export const untold = 'has no trace: it was not executed but'
