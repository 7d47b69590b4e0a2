import { arrivalsSince } from '../../../chain/blocks/log.js'
import { formatQueued } from '../../format/formatTransaction.js'
import { readFlag } from '../readOption.js'
import type { SubscriptionType } from './subscriptionType.js'

export const newPendingTransactions: SubscriptionType<boolean> = {
  type: 'newPendingTransactions',
  isUsual: true,
  read: readFlag,
  results: (isFull, { view, from }) =>
    arrivalsSince(from, view.chain).map((transaction) =>
      isFull ? formatQueued(transaction) : transaction.hash,
    ),
}
