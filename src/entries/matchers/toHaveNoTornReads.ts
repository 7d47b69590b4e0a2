import { count, requestText, sawText } from '../../base/words/words.js'
import type {
  AnsweredRequest,
  BlockSelector,
  MockNode,
  Saw,
} from '../../index.js'
import { checkNode, checkOptions } from './internal/checks.js'
import { type Verdict, verdict } from './internal/verdict.js'

/** Reads of the state, which must fit together. */
const stateReads = [
  'eth_call',
  'eth_createAccessList',
  'eth_estimateGas',
  'eth_getBalance',
  'eth_getCode',
  'eth_getProof',
  'eth_getStorageAt',
  'eth_getTransactionCount',
  'eth_simulateV1',
]

export type TornReadsRange = {
  /** ms since the node was created; default its start */
  readonly since?: number | undefined
  /** ms since the node was created, inclusive; default now */
  readonly until?: number | undefined
  /** Only reads of this block. */
  readonly block?: BlockSelector | undefined
}

/**
 * Whether all reads of state within a range saw the same state. A page that
 * adds up reads of two states shows values that never existed.
 */
export function toHaveNoTornReads(
  node: MockNode,
  range: TornReadsRange = {},
): Verdict {
  checkNode('toHaveNoTornReads', node)
  checkOptions('toHaveNoTornReads', range, ['since', 'until', 'block'])
  const { since = 0, until = node.now, block } = range
  const reads = node.answeredRequests.filter(
    ({ at, method, params, saw }) =>
      saw !== null &&
      at >= since &&
      at <= until &&
      stateReads.includes(String(method)) &&
      (block === undefined || params.includes(block)),
  ) as Read[]
  const states = new Set(reads.map(({ saw }) => saw.state))
  return verdict({
    node,
    pass: states.size <= 1,
    subject: `all reads from ${since} to ${until} ms`,
    predicate: 'have seen one state',
    seen: [
      `${count(reads.length, 'read')} saw ${count(states.size, 'state')}:`,
      ...reads.map(
        (read) =>
          `  ${read.at} ms  ${requestText(read)} saw ${sawText(read.saw)}`,
      ),
    ].join('\n'),
    around: reads[0]?.at,
  })
}

type Read = AnsweredRequest & { readonly saw: Saw }
