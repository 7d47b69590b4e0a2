import type { SealAs } from '../../chain/intents/sealAs.js'
import type { TransactionName } from '../../schema/steps/transactionName.js'

/** The same step with the names that `bind` gives. */
export function bindSealAs<name extends TransactionName>(
  { order, omit, amend }: SealAs<TransactionName>,
  bind: (name: TransactionName) => name,
): SealAs<name> {
  return {
    order: order?.map(bind),
    omit: omit?.map(bind),
    amend: amend?.map((amendment) => ({
      ...amendment,
      transaction: bind(amendment.transaction),
    })),
  }
}
