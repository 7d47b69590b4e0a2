import { type Result, refuse } from '../../base/hex/hex.js'
import { arrivalsSince } from '../../chain/blocks/chain.js'
import { matchesLog } from '../../chain/logs/findLogs.js'
import type { Included } from '../../chain/model/transaction.js'
import { identify } from '../format/formatBlock.js'
import { formatQueued, formatTransaction } from '../format/formatTransaction.js'
import {
  type LogCriteria,
  parseLogCriteria,
  refuseCriteria,
} from '../logs/logCriteria.js'
import type { View } from '../view/view.js'
import { openLogs } from './logs.js'
import {
  preconfirmedIn,
  readFlag,
  type SubscriptionType,
} from './subscriptionType.js'

export const newPendingTransactions: SubscriptionType<boolean> = {
  type: 'newPendingTransactions',
  isUsual: true,
  read: readFlag,
  results: (isFull, { view, from }) =>
    arrivalsSince(from, view.chain).map((transaction) =>
      isFull ? formatQueued(transaction) : transaction.hash,
    ),
}

type Content = {
  readonly isFull: boolean
  /** Only those with such a log. */
  readonly criteria: LogCriteria | undefined
}

export const newFlashblockTransactions: SubscriptionType<Content> = {
  type: 'newFlashblockTransactions',
  isUsual: true,
  read,
  refuse: ({ criteria }) => criteria && refuseCriteria(criteria, 1),
  results: ({ criteria, isFull }, update) =>
    preconfirmedIn(update)
      .filter(
        ({ included }) =>
          criteria === undefined ||
          included.effect.logs.some((log) => matchesLog(criteria, log)),
      )
      .map(({ included, chain }) =>
        isFull
          ? withLogs({ ...update.view, chain }, included)
          : included.transaction.hash,
      ),
}

function read(option: unknown): Result<Content> {
  if (typeof (option ?? false) === 'boolean')
    return { ok: true, value: { isFull: option === true, criteria: undefined } }
  const criteria = parseLogCriteria(option)
  return criteria.ok
    ? { ok: true, value: { isFull: true, criteria: criteria.value } }
    : refuse(option, 'true, false or a filter for logs')
}

/** As base/base tells it: the transaction, and its logs. */
function withLogs(view: View, one: Included) {
  const { transaction } = identify(view, view.chain.open)
  return { ...formatTransaction(one, transaction), logs: openLogs(view, one) }
}
