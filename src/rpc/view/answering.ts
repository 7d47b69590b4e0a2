import type { Hash } from '../../base/hex/hex.js'

/** Answers in which chains differ, whatever their blocks hold. */
export type Answering = {
  /** When a transaction has a receipt and a place in a block. */
  readonly receipts: 'everyBeat' | 'atSeal'
  /** Added to each receipt as they are. */
  readonly receiptFields: { readonly [name: string]: unknown }
  /** Whether `eth_blockNumber` takes a tag. */
  readonly blockNumberTag: 'refused' | 'taken'
  /** By the name of a subscription; of all others, what is served by default. */
  readonly subscriptions: { readonly [name: string]: SubscriptionAnswer }
  readonly sendSync: SendSync
}

/** Served, or refused with this error code. */
export type SubscriptionAnswer = 'served' | number

/** How `eth_sendRawTransactionSync` waits, and what it hands back. */
export type SendSync = {
  /** ms of a request that names none */
  readonly defaultTimeout: number
  /** ms */
  readonly maxTimeout: number
  /** The fate of a request for more than the most. */
  readonly beyondMax: 'capped' | 'refused'
  /** In which form a request may name its timeout. */
  readonly timeoutAs: 'any' | 'hex' | 'number'
  /**
   * Stands in for the block hash of a receipt that is handed back before its
   * block is sealed; null: its own.
   */
  readonly blockHash: Hash | null
  /** The error once the time is over; null: code 4, as in geth. */
  readonly expired: { readonly code: number; readonly message: string } | null
}

export const defaultAnswering: Answering = {
  receipts: 'everyBeat',
  receiptFields: {},
  blockNumberTag: 'refused',
  subscriptions: {},
  sendSync: {
    // geth leaves the choice to a node.
    defaultTimeout: 6_000,
    maxTimeout: 6_000,
    beyondMax: 'capped',
    timeoutAs: 'any',
    blockHash: null,
    expired: null,
  },
}
