import * as z from 'zod/mini'
import { display } from '../../../base/hex/display.js'
import type { Hash } from '../../../base/hex/hex.js'
import { readEntries, readJson } from '../../../base/validation/read.js'
import * as values from '../../../base/validation/values.js'
import {
  type Answering,
  defaultAnswering,
  type SubscriptionAnswer,
} from '../../../rpc/view/answering.js'
import { subscriptionNames } from '../../../rpc/view/kinds.js'
import { byHand, object, value } from '../../schema/schema.js'

/** Answers in which chains differ, independent of their blocks. */
export type AnswerOptions = {
  /**
   * When a transaction gets a receipt and a position in a block: when it is
   * pre-confirmed, or when its block is sealed; default `'everyBeat'`
   */
  receipts?: 'everyBeat' | 'atSeal' | undefined
  /** Additional fields of every receipt, as JSON values; default `{}` */
  receiptFields?: { readonly [name: string]: unknown } | undefined
  /** Whether `eth_blockNumber` accepts a block tag; default `'refused'` */
  blockNumberTag?: 'refused' | 'taken' | undefined
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
  timeoutAs?: 'any' | 'hex' | 'number' | undefined
  /**
   * The block hash in a receipt that is returned before its block has a hash;
   * default null, the block's own
   */
  blockHash?: Hash | null | undefined
  /** The error on timeout; default null: code 4, as in geth */
  expired?: { code: number; message: string } | null | undefined
}

export function answers() {
  const ms = z.optional(value(values.milliseconds(1)))
  return object(
    z.strictObject({
      receipts: z.optional(value(values.oneOf('everyBeat', 'atSeal'))),
      receiptFields: z.optional(receiptFields()),
      blockNumberTag: z.optional(value(values.oneOf('refused', 'taken'))),
      subscriptions: z.optional(subscriptions()),
      sendSync: z.optional(
        object(
          z.strictObject({
            defaultTimeout: ms,
            maxTimeout: ms,
            beyondMax: z.optional(value(values.oneOf('capped', 'refused'))),
            timeoutAs: z.optional(value(values.oneOf('any', 'hex', 'number'))),
            blockHash: z.optional(z.nullable(value(values.hash))),
            expired: z.optional(
              z.nullable(
                object(
                  z.strictObject({
                    code: value(values.code),
                    message: value(values.nonEmptyText),
                  }),
                ),
              ),
            ),
          }),
        ),
      ),
    }),
  )
}

/** A field that a receipt has anyway stays as it is. */
const receiptFields = () =>
  byHand<{ readonly [name: string]: unknown }>(
    (given, refuse) => {
      const target: { [name: string]: unknown } = {}
      const refusal = readEntries(
        given,
        'an object of values that JSON can hold, by field',
        (name, own) => {
          target[name] = readJson(own, (one) =>
            refuse({ ...one, path: [name, ...(one.path ?? [])] }),
          )
        },
      )
      return refusal === undefined ? target : refuse(refusal)
    },
    () => ({ type: 'object' }),
  )

const subscriptions = () =>
  byHand<{ readonly [name: string]: SubscriptionAnswer }>(
    (given, refuse) => {
      const target: { [name: string]: SubscriptionAnswer } = {}
      const refusal = readEntries(
        given,
        'an object of answers by the name of a subscription',
        (name, own) => {
          if (own === 'served' && !subscriptionNames.includes(name))
            refuse({
              path: [name],
              given: '"served"',
              expected: `the code of an error, or the name of a subscription: ${subscriptionNames.join(', ')}`,
            })
          else if (own === 'served') target[name] = own
          else if (values.code.check(own).ok) target[name] = own as number
          else
            refuse({
              path: [name],
              given: display(own),
              expected: '"served", or the code of an error',
            })
        },
      )
      return refusal === undefined ? target : refuse(refusal)
    },
    () => ({
      type: 'object',
      additionalProperties: {
        anyOf: [{ const: 'served' }, values.code.json],
      },
    }),
  )

/** Every default in place. */
export function resolveAnswers(given: AnswerOptions | undefined): Answering {
  const { sendSync, ...own } = given ?? {}
  return {
    receipts: own.receipts ?? defaultAnswering.receipts,
    receiptFields: own.receiptFields ?? defaultAnswering.receiptFields,
    blockNumberTag: own.blockNumberTag ?? defaultAnswering.blockNumberTag,
    subscriptions: own.subscriptions ?? defaultAnswering.subscriptions,
    sendSync: Object.assign({}, defaultAnswering.sendSync, sendSync),
  }
}
