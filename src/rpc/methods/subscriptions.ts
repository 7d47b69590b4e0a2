import { refuseCriteria } from '../logs/logCriteria.js'
import { refuseStanding } from '../logs/refuseStanding.js'
import { readKind } from '../subscriptions/kinds.js'
import type { MethodsOf } from './method.js'
import { refused, result } from './result.js'

/** Over plain HTTP, as in geth's `rpc/subscription.go`. */
const unsupported = { code: -32601, message: 'notifications not supported' }

/** Subscriptions, for doors through which a node can speak first. */
export const subscriptionsMethods = {
  eth_subscribe({ subscriptions, subscriber }, [name, option]) {
    if (subscriber === undefined) return { type: 'error', error: unsupported }
    const read = readKind(name, option)
    if (!read.ok) return { type: 'error', error: read.error }
    const { kind } = read
    const criteria = 'criteria' in kind ? kind.criteria : undefined
    const error =
      criteria &&
      (refuseCriteria(criteria, 1) ??
        (kind.type === 'logs' ? refuseStanding(criteria) : undefined))
    return error === undefined
      ? result(subscriptions.add(subscriber, kind))
      : { type: 'error', error }
  },

  eth_unsubscribe({ subscriptions, subscriber }, [id]) {
    if (subscriber === undefined) return { type: 'error', error: unsupported }
    return subscriptions.remove(subscriber.owner, id)
      ? result(true)
      : refused('subscription not found')
  },
} satisfies MethodsOf<'subscriptions'>
