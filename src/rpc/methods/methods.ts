import type { Method, MethodsOf } from '../method/method.js'
import { walletMethods } from '../method/walletMethods.js'
import { type AccountsSchema, accountsMethods } from './accounts.js'
import { type BlocksSchema, blocksMethods } from './blocks.js'
import { type CallsSchema, callsMethods } from './calls.js'
import { type FeesSchema, feesMethods } from './fees.js'
import {
  type FiltersSchema,
  filtersMethods,
  type LogsSchema,
  logsMethods,
} from './logs.js'
import { type MempoolSchema, mempoolMethods } from './mempool.js'
import { type NetworkSchema, networkMethods } from './network.js'
import { type RawSchema, rawMethods } from './raw.js'
import {
  type SubscriptionsSchema,
  subscriptionsMethods,
} from './subscriptions.js'
import { type TracesSchema, tracesMethods } from './traces.js'
import { type TransactionsSchema, transactionsMethods } from './transactions.js'
import { type WritesSchema, writesMethods } from './writes.js'

/** Parameters and results of each method. */
export type MethodSchema = AccountsSchema &
  BlocksSchema &
  CallsSchema &
  FeesSchema &
  FiltersSchema &
  LogsSchema &
  MempoolSchema &
  NetworkSchema &
  RawSchema &
  SubscriptionsSchema &
  TracesSchema &
  TransactionsSchema &
  WritesSchema

export type ServedMethod = keyof MethodSchema

/** The methods that preseal answers by itself: all lists of them follow. */
export const methods: MethodsOf<MethodSchema> = {
  ...accountsMethods,
  ...blocksMethods,
  ...callsMethods,
  ...feesMethods,
  ...filtersMethods,
  ...logsMethods,
  ...mempoolMethods,
  ...networkMethods,
  ...rawMethods,
  ...subscriptionsMethods,
  ...tracesMethods,
  ...transactionsMethods,
  ...writesMethods,
}

export const servedMethods = (Object.keys(methods) as ServedMethod[]).sort()

const byName: ReadonlyMap<string, Method> = new Map(Object.entries(methods))

/** The record of a method; undefined if it is not served. */
export function findMethod(name: string): Method | undefined {
  return byName.get(name)
}

/**
 * The methods that a public endpoint lets through: those of the execution API
 * without the receipts of a block, and those of wallets, since at an EIP-1193
 * provider it is the wallet that answers these.
 */
export function publicMethods(): readonly string[] {
  return [
    ...servedMethods.filter((method) => methods[method].isPublic),
    ...Object.keys(walletMethods).filter(
      (method) => findMethod(method) === undefined,
    ),
  ]
}
