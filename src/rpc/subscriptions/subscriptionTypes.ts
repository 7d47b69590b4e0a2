import type { SubscriptionKind } from '../view/subscriptions.js'
import { miniBlocks, shreds, stateChanges } from './beats.js'
import { newFlashblocks } from './flashblocks.js'
import { monadNewHeads, newHeads } from './heads.js'
import { logs, monadLogs, pendingLogs } from './logs.js'
import {
  readNothing,
  type SubscriptionType,
  type Update,
} from './subscriptionType.js'
import {
  newFlashblockTransactions,
  newPendingTransactions,
} from './transactions.js'

/** A node that never falls behind never has anything to say. */
const syncing: SubscriptionType<undefined> = {
  type: 'syncing',
  isUsual: true,
  read: readNothing,
  results: () => [],
}

/**
 * Every type of subscription, in the order in which messages list them: those
 * of geth and base/base, then those of other chains.
 */
const subscriptionTypes: readonly SubscriptionType[] = [
  newHeads,
  logs,
  syncing,
  newPendingTransactions,
  newFlashblocks,
  pendingLogs,
  newFlashblockTransactions,
  monadNewHeads,
  monadLogs,
  miniBlocks,
  shreds,
  stateChanges,
]

export const subscriptionNames: readonly string[] = subscriptionTypes.map(
  ({ type }) => type,
)

export function findSubscriptionType(
  name: string,
): SubscriptionType | undefined {
  return subscriptionTypes.find(({ type }) => type === name)
}

/** The results for a subscription, each as a message of its own. */
export function resultsOf(
  { type, content }: SubscriptionKind,
  update: Update,
): readonly unknown[] {
  return findSubscriptionType(type)?.results(content, update) ?? []
}
