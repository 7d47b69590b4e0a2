import type { Hex, LogTopic } from 'viem'
import { display } from '../../base/hex/display.js'
import { type Result, refuse } from '../../base/hex/hex.js'
import {
  failed,
  invalidParams,
  type RpcError,
  refused,
  result,
} from '../answers/outcome.js'
import { filterId, type MethodsOf, method } from '../method/method.js'
import { findSubscriptionType } from '../subscriptions/subscriptionTypes.js'

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

const subscription = { name: 'subscription', parse: parseName }

/** Read by what the subscription is for. */
const filter = {
  name: 'filter',
  parse: (given: unknown) => ({ ok: true, value: given }) as const,
  absent: { value: undefined },
}

function parseName(given: unknown): Result<string> {
  return typeof given === 'string'
    ? { ok: true, value: given }
    : refuse(given, 'the name of a subscription, such as "newHeads"')
}

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

/** In the words of geth's `rpc/errors.go`. */
function noSubscription(name: string): RpcError {
  return {
    code: -32601,
    message: `no ${display(name)} subscription in eth namespace`,
  }
}

/** Subscriptions, for doors through which a node can speak first. */
export const subscriptionsMethods = {
  eth_subscribe: method({
    reads: 'nothing',
    isPublic: true,
    params: [subscription, filter],
    answer({ client, chain, answering, now: at }, [name, option]) {
      if (client?.subscriber === undefined) return failed(unsupported)
      const own = answering.subscriptions[name]
      if (typeof own === 'number') return failed(refusedBy(own, name))
      const found = findSubscriptionType(name)
      if (found === undefined || !(found.isUsual || own === 'served'))
        return failed(noSubscription(name))
      const read = found.read(option)
      if (!read.ok)
        return failed(
          invalidParams(
            `Invalid parameter 2 of "${name}": given ${read.given}, expected ${read.expected}`,
          ),
        )
      const error = found.refuse?.(read.value, chain)
      if (error !== undefined) return failed(error)
      const kind = { type: name, content: read.value }
      const params = option === undefined ? [name] : [name, option]
      return result(
        client.subscriptions.add(client.subscriber, kind, { params, at }),
      )
    },
  }),

  eth_unsubscribe: method({
    reads: 'nothing',
    isPublic: true,
    params: [subscriptionId],
    answer({ client }, [id]) {
      if (client?.subscriber === undefined) return failed(unsupported)
      return client.subscriptions.remove(client.subscriber.owner, id)
        ? result(true)
        : refused('subscription not found')
    },
  }),
} satisfies MethodsOf<SubscriptionsSchema>
