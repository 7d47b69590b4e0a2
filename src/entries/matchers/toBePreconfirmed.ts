import type { MockNode, TransactionName } from '../../index.js'
import { findTransaction } from './findTransaction.js'
import { checkNode } from './internal/checks.js'
import { type Verdict, verdict } from './internal/verdict.js'

/** Whether a transaction is in the pending block now, and not sealed yet. */
export function toBePreconfirmed(
  node: MockNode,
  transaction: TransactionName,
): Verdict {
  checkNode('toBePreconfirmed', node)
  const { name, status, seen, at } = findTransaction(
    'toBePreconfirmed',
    node,
    transaction,
  )
  return verdict({
    node,
    pass: status === 'preconfirmed',
    subject: name,
    predicate: 'be pre-confirmed',
    seen,
    around: at,
  })
}
