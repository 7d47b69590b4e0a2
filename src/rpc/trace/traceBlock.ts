import { decodeList, decodeRlp, encodeRlp } from '../../base/codec/rlp.js'
import { keccak256 } from '../../base/hash/keccak256.js'
import {
  type Hash,
  parseData,
  type Result,
  refuse,
  type StateSelector,
  selectorText,
  toBytes,
  toHex,
} from '../../base/hex/hex.js'
import type { BlockView } from '../../chain/blocks/chain.js'
import { replay } from '../../chain/execution/execute.js'
import type { MessageRun } from '../../chain/execution/executeMessage.js'
import { environmentOf } from '../../chain/lookup/blockHash.js'
import {
  type FoundTransaction,
  findBlock,
  hashOf,
  transactionAt,
} from '../../chain/lookup/find.js'
import { type Answer, refused, result } from '../answers/outcome.js'
import { identify } from '../format/formatBlock.js'
import type { View } from '../view/view.js'
import {
  createTracer,
  type Trace,
  type TraceConfig,
  type Tracer,
  type TracerName,
} from './createTracer.js'
import { createTraceBudget, type TraceBudget } from './traceBudget.js'

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
    block: { config: chain.config, environment: () => environment },
    price:
      chain.config.nativeBalance === null ? included.effectiveGasPrice : 0n,
  }
  return answerBy(tracer, config, budget, () =>
    replay(before, transaction, paid, tracer),
  )
}

/** Why it has none, before who says what it did instead. */
export const untold = 'has no trace: it was not executed but'

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

/** A block by its RLP, of which the header alone says which one it is. */
export function parseRawBlock(given: unknown): Result<StateSelector> {
  const data = parseData(given)
  if (!data.ok) return data
  try {
    const [header = []] = decodeList(decodeRlp(toBytes(data.value)))
    const hash = toHex(keccak256(encodeRlp(decodeList(header))))
    return { ok: true, value: { type: 'hash', hash } }
  } catch {
    return refuse(given, 'the RLP of a block')
  }
}
