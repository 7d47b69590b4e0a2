import type { MockNode, TransactionName } from '../../index.js'
import { findTransaction } from './findTransaction.js'
import { checkNode } from './internal/checks.js'
import { type Verdict, verdict } from './internal/verdict.js'

/** Whether a transaction is in a sealed block now. */
export function toBeSealed(
  node: MockNode,
  transaction: TransactionName,
): Verdict {
  checkNode('toBeSealed', node)
  const { name, status, seen, at } = findTransaction(
    'toBeSealed',
    node,
    transaction,
  )
  return verdict({
    node,
    pass: status === 'sealed',
    subject: name,
    predicate: 'be sealed',
    seen,
    around: at,
  })
}
