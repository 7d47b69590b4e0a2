import type { Hash } from '../../base/hex/hex.js'
import type { Resolved } from '../../base/validation/values.js'

/** Answers in which chains differ, independent of their blocks. */
export type AnswerOptions = {
  /**
   * When a transaction gets a receipt and a position in a block: when it is
   * pre-confirmed, or when its block is sealed; default `'everyBeat'`
   */
  receipts?: 'everyBeat' | 'atSeal' | undefined
  /** Additional fields of every receipt, as JSON values; default `{}` */
  receiptFields?: { readonly [name: string]: unknown } | undefined
  /** Whether `eth_blockNumber` accepts a block tag; default false */
  blockNumberAcceptsTag?: boolean | undefined
  /**
   * By name of a subscription: the code with which it is refused, or `'served'`
   * if it belongs to another chain or the profile refuses it; default `{}`
   */
  subscriptions?: { readonly [name: string]: SubscriptionAnswer } | undefined
  /** How `eth_sendRawTransactionSync` waits. */
  sendSync?: SendSyncOptions | undefined
}

type SendSyncOptions = {
  /** ms to wait for a request without a timeout; default 6_000 */
  defaultTimeout?: number | undefined
  /** ms; default 6_000 */
  maxTimeout?: number | undefined
  /** The treatment of a longer timeout; default `'capped'` */
  beyondMax?: 'capped' | 'refused' | undefined
  /** The accepted form of a request's timeout; default `'any'` */
  timeoutEncoding?: 'any' | 'hex' | 'number' | undefined
  /**
   * The block hash in a receipt that is returned before its block has a hash;
   * default null, the block's own
   */
  blockHash?: Hash | null | undefined
  /** The error on timeout; default null: code 4, as in geth */
  expired?: { code: number; message: string } | null | undefined
}

/** Served, or refused with this error code. */
export type SubscriptionAnswer = 'served' | number

/** The same with every default in place. */
export type Answering = Resolved<Omit<AnswerOptions, 'sendSync'>> & {
  readonly sendSync: SendSync
}

export type SendSync = Resolved<SendSyncOptions>

export const defaultAnswering: Answering = {
  receipts: 'everyBeat',
  receiptFields: {},
  blockNumberAcceptsTag: false,
  subscriptions: {},
  sendSync: {
    // geth leaves the choice to a node.
    defaultTimeout: 6_000,
    maxTimeout: 6_000,
    beyondMax: 'capped',
    timeoutEncoding: 'any',
    blockHash: null,
    expired: null,
  },
}
