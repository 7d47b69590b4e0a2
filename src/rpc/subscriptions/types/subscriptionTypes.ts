import type { SubscriptionKind } from '../../view/subscriptions.js'
import type { Update } from '../update.js'
import { logs } from './logs.js'
import { miniBlocks } from './miniBlocks.js'
import { monadLogs } from './monadLogs.js'
import { monadNewHeads } from './monadNewHeads.js'
import { newFlashblocks } from './newFlashblocks.js'
import { newFlashblockTransactions } from './newFlashblockTransactions.js'
import { newHeads } from './newHeads.js'
import { newPendingTransactions } from './newPendingTransactions.js'
import { pendingLogs } from './pendingLogs.js'
import { shreds } from './shreds.js'
import { stateChanges } from './stateChanges.js'
import type { SubscriptionType } from './subscriptionType.js'
import { syncing } from './syncing.js'

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
