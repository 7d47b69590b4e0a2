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

/** Answers in which chains differ, whatever their blocks hold. */
export type AnswerOptions = {
  /**
   * When a transaction has a receipt and a place in a block: at the beat that
   * pre-confirms it, or once its block is sealed; `'everyBeat'`
   */
  receipts?: 'everyBeat' | 'atSeal' | undefined
  /** Values of JSON that each receipt has besides, as they are; `{}` */
  receiptFields?: { readonly [name: string]: unknown } | undefined
  /** Whether `eth_blockNumber` takes a block tag; `'refused'` */
  blockNumberTag?: 'refused' | 'taken' | undefined
  /**
   * By the name of a subscription: the code with which it is refused, or
   * `'served'`, where it is another chain's or a profile refuses it; `{}`
   */
  subscriptions?: { readonly [name: string]: SubscriptionAnswer } | undefined
  /** How `eth_sendRawTransactionSync` waits. */
  sendSync?: SendSyncOptions | undefined
}

type SendSyncOptions = {
  /** ms that a request waits which names no timeout; 6_000 */
  defaultTimeout?: number | undefined
  /** ms; 6_000 */
  maxTimeout?: number | undefined
  /** The fate of a request that names more; `'capped'` */
  beyondMax?: 'capped' | 'refused' | undefined
  /** The form in which a request names its timeout; `'any'` */
  timeoutAs?: 'any' | 'hex' | 'number' | undefined
  /**
   * The block hash of the receipt, where it is handed back at the beat and its
   * block has no hash yet; null: its own
   */
  blockHash?: Hash | null | undefined
  /** The error when the time is over; null: code 4, as in geth */
  expired?: { code: number; message: string } | null | undefined
}

export function answers() {
  const ms = z.optional(value(values.milliseconds(1)))
  return object(
    z.strictObject({
      receipts: z.optional(
        value<'everyBeat' | 'atSeal'>(values.oneOf('everyBeat', 'atSeal')),
      ),
      receiptFields: z.optional(receiptFields()),
      blockNumberTag: z.optional(
        value<'refused' | 'taken'>(values.oneOf('refused', 'taken')),
      ),
      subscriptions: z.optional(subscriptions()),
      sendSync: z.optional(
        object(
          z.strictObject({
            defaultTimeout: ms,
            maxTimeout: ms,
            beyondMax: z.optional(
              value<'capped' | 'refused'>(values.oneOf('capped', 'refused')),
            ),
            timeoutAs: z.optional(
              value<'any' | 'hex' | 'number'>(
                values.oneOf('any', 'hex', 'number'),
              ),
            ),
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
