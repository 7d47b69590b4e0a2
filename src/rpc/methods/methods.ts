import type { Topic } from '../../methods/served.js'
import { accountsMethods } from './accounts.js'
import { blocksMethods } from './blocks.js'
import { callsMethods } from './calls.js'
import { feesMethods } from './fees.js'

import { filtersMethods } from './filters.js'
import { logsMethods } from './logs.js'

import { mempoolMethods } from './mempool.js'

import type { MethodsOf } from './method.js'
import { networkMethods } from './network.js'
import { subscriptionsMethods } from './subscriptions.js'
import { tracesMethods } from './traces.js'
import { transactionsMethods } from './transactions.js'

/** How each method that reads is answered. */
export const builtInMethods: MethodsOf<Exclude<Topic, 'writes'>> = {
  ...accountsMethods,
  ...blocksMethods,
  ...feesMethods,
  ...callsMethods,
  ...filtersMethods,
  ...logsMethods,
  ...mempoolMethods,
  ...networkMethods,
  ...subscriptionsMethods,
  ...tracesMethods,
  ...transactionsMethods,
}
