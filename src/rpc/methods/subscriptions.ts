import type { Hex, LogTopic } from 'viem'
import { seenBy } from '../../chain/lookup/seen.js'
import type { RpcError } from '../answers/outcome.js'
import { refused, result } from '../answers/result.js'
import { refuseCriteria } from '../logs/logCriteria.js'
import { refuseStanding } from '../logs/refuseStanding.js'
import { filterId } from '../method/commonParameters.js'
import { type MethodsOf, method } from '../method/method.js'
import {
  filter,
  noSubscription,
  readKind,
  subscription,
} from '../view/kinds.js'

/** Methods that viem's types lack. */
export type SubscriptionsSchema = {
  eth_subscribe: {
    Parameters:
      | [subscription: 'newHeads' | 'newFlashblocks']
      | [
          subscription: 'logs' | 'pendingLogs' | 'monadLogs',
          filter?: SubscribedLogs,
        ]
      | [subscription: 'newPendingTransactions', full?: boolean]
      | [subscription: 'monadNewHeads' | 'miniBlocks']
      | [subscription: 'shreds', state?: boolean]
      | [subscription: 'stateChanges', addresses: Hex[]]
      | [
          subscription: 'newFlashblockTransactions',
          fullOrFilter?: boolean | SubscribedLogs,
        ]
    ReturnType: Hex
  }
  eth_unsubscribe: { Parameters: [subscription: Hex]; ReturnType: boolean }
}

type SubscribedLogs = { address?: Hex | Hex[]; topics?: LogTopic[] }

const subscriptionId = { ...filterId, name: 'id' }

/** Over plain HTTP, as in geth's `rpc/subscription.go`. */
const unsupported = { code: -32601, message: 'notifications not supported' }

/** In the words that nodes have for the code, if it is one of theirs. */
function refusedBy(code: number, name: string): RpcError {
  if (code === -32601) return noSubscription(name)
  return {
    code,
    message: code === -32602 ? 'Invalid params' : `${name} is not served`,
  }
}

/** Subscriptions, for doors through which a node can speak first. */
export const subscriptionsMethods = {
  eth_subscribe: method({
    reads: 'nothing',
    isPublic: true,
    params: [subscription, filter],
    answer({ client, chain, answering, now: at }, [name, option]) {
      if (client?.subscriber === undefined)
        return { type: 'error', error: unsupported }
      const own = answering.subscriptions[name]
      if (typeof own === 'number')
        return { type: 'error', error: refusedBy(own, name) }
      const read = readKind(name, option, own === 'served')
      if (!read.ok) return { type: 'error', error: read.error }
      const { kind } = read
      const params = option === undefined ? [name] : [name, option]
      const criteria = 'criteria' in kind ? kind.criteria : undefined
      const error =
        criteria &&
        (refuseCriteria(criteria, 1) ??
          (kind.type === 'logs'
            ? refuseStanding(criteria, seenBy(chain))
            : undefined))
      return error === undefined
        ? result(
            client.subscriptions.add(client.subscriber, kind, { params, at }),
          )
        : { type: 'error', error }
    },
  }),

  eth_unsubscribe: method({
    reads: 'nothing',
    isPublic: true,
    params: [subscriptionId],
    answer({ client }, [id]) {
      if (client?.subscriber === undefined)
        return { type: 'error', error: unsupported }
      return client.subscriptions.remove(client.subscriber.owner, id)
        ? result(true)
        : refused('subscription not found')
    },
  }),
} satisfies MethodsOf<SubscriptionsSchema>
