import type { SealAs } from '../../../chain/intents/seal.js'
import type { TransactionName } from '../../schema/transactionName.js'

/** The same step with the names that `bind` gives. */
export function bindSealAs<name extends TransactionName>(
  { order, omit, amend }: SealAs<TransactionName>,
  bind: (name: TransactionName) => readonly name[],
): SealAs<name> {
  return {
    order: order?.flatMap(bind),
    omit: omit?.flatMap(bind),
    amend: amend?.flatMap((amendment) =>
      bind(amendment.transaction).map((transaction) => ({
        ...amendment,
        transaction,
      })),
    ),
  }
}
