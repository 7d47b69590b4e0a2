import type { DroppedEvent, MockNode, TransactionName } from '../../index.js'
import { findTransaction } from './findTransaction.js'
import { checkNode } from './internal/checkGiven.js'
import { type Verdict, verdict } from './internal/verdict.js'

/**
 * Whether a transaction was dropped, and has not returned since.
 *
 * @param options - `reason`: the required reason.
 */
export function toBeDropped(
  node: MockNode,
  transaction: TransactionName,
  { reason }: { readonly reason?: DroppedEvent['reason'] | undefined } = {},
): Verdict {
  checkNode('toBeDropped', node)
  const found = findTransaction('toBeDropped', node, transaction)
  const isDropped = found.status === 'dropped'
  return verdict({
    node,
    pass: isDropped && (reason === undefined || found.drop?.reason === reason),
    subject: found.name,
    predicate: `be dropped${reason === undefined ? '' : ` as '${reason}'`}`,
    seen: found.seen,
    around: found.at,
  })
}
