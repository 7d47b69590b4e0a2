import { readNothing } from '../readOption.js'
import type { SubscriptionType } from './subscriptionType.js'

/** A node that never falls behind never has anything to say. */
export const syncing: SubscriptionType<undefined> = {
  type: 'syncing',
  isUsual: true,
  read: readNothing,
  results: () => [],
}
