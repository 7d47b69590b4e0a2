import { optional, readOptions } from '../../base/validation/fields.js'
import { namesOfTransaction } from '../../base/validation/namesOfTransaction.js'
import { oneOf } from '../../base/validation/values.js'
import type { DroppedEvent, MockNode, TransactionName } from '../../index.js'
import {
  type FoundTransaction,
  findTransaction,
  isName,
} from './findTransaction.js'
import { checkNode, givenText } from './internal/checks.js'
import { type Verdict, verdict } from './internal/verdict.js'

const reasons = Object.keys({
  requested: true,
  omitted: true,
  replaced: true,
  fault: true,
  gasLimit: true,
  baseFee: true,
  nonce: true,
  funds: true,
  balanceOverflow: true,
  error: true,
} satisfies {
  [reason in DroppedEvent['reason']]: true
}) as DroppedEvent['reason'][]

/**
 * Whether a transaction was dropped, and has not returned since.
 *
 * @param options - `reason`: the required reason.
 */
export function toBeDropped(
  node: MockNode,
  transaction: TransactionName,
  options: { readonly reason?: DroppedEvent['reason'] | undefined } = {},
): Verdict {
  checkNode('toBeDropped', node)
  const given = givenText(transaction)
  const { reason } = readOptions(
    'toBeDropped',
    options,
    { reason: optional(oneOf(...reasons), undefined) },
    isName(transaction)
      ? []
      : [{ path: ['transaction'], given, expected: namesOfTransaction }],
  )
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

/** Whether a transaction is in the pending block now, and not sealed yet. */
export function toBePreconfirmed(
  node: MockNode,
  transaction: TransactionName,
): Verdict {
  return stands(node, transaction, {
    matcher: 'toBePreconfirmed',
    status: 'preconfirmed',
    predicate: 'be pre-confirmed',
  })
}

/** Whether a transaction is in a sealed block now. */
export function toBeSealed(
  node: MockNode,
  transaction: TransactionName,
): Verdict {
  return stands(node, transaction, {
    matcher: 'toBeSealed',
    status: 'sealed',
    predicate: 'be sealed',
  })
}

function stands(
  node: MockNode,
  transaction: TransactionName,
  expected: {
    readonly matcher: string
    readonly status: FoundTransaction['status']
    readonly predicate: string
  },
): Verdict {
  const { matcher, predicate } = expected
  checkNode(matcher, node)
  const { name, status, seen, at } = findTransaction(matcher, node, transaction)
  return verdict({
    node,
    pass: status === expected.status,
    subject: name,
    predicate,
    seen,
    around: at,
  })
}
