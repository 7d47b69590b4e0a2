import type { Hash } from '../../base/hex/hex.js'
import { type StateSelector, selectorText } from '../../base/hex/parse.js'
import type { BlockView } from '../../chain/blocks/chain.js'
import {
  type FoundTransaction,
  findBlock,
  hashOf,
  transactionAt,
} from '../../chain/lookup/find.js'
import { type Answer, refused, result } from '../answers/outcome.js'
import type { View } from '../view/view.js'
import type { Trace, TraceConfig } from './createTracer.js'
import { createTraceBudget } from './traceBudget.js'
import { traceIncluded } from './traceIncluded.js'

/** The trace of each transaction, or why there is none. */
export type BlockTrace = (
  | { txHash: Hash; result: Trace }
  | { txHash: Hash; error: string }
)[]

/** The traces of all transactions of a block, which share one budget. */
export function traceBlock(
  view: View,
  selector: StateSelector,
  config: TraceConfig,
): Answer<BlockTrace> {
  const block = findBlock(view.chain, selector)
  if (block === null) return refused(`block ${wordOf(selector)} not found`)
  if (block.number === 0n) return refused('genesis is not traceable')
  const budget = createTraceBudget()
  const traces: BlockTrace = []
  for (const found of transactionsOf(block)) {
    const answer = traceIncluded(view, found, config, budget)
    // Then it says that the trace is too large.
    if (budget.isSpent()) return answer as Answer<never>
    const txHash = hashOf(found)
    traces.push(
      answer.type === 'result'
        ? { txHash, result: answer.value }
        : { txHash, error: answer.error.message },
    )
  }
  return result(traces)
}

/** As geth words it. */
function wordOf(selector: StateSelector): string {
  return selector.type === 'number'
    ? `#${selector.number}`
    : selectorText(selector)
}

function transactionsOf(block: BlockView): FoundTransaction[] {
  const { length } = block.imported?.transactions ?? block.included
  return Array.from(
    { length },
    (_, index) => transactionAt(block, index) as FoundTransaction,
  )
}
