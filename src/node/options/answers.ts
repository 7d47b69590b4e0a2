import * as z from 'zod/mini'
import { display } from '../../base/hex/display.js'
import { amounts, type Dialect } from '../../base/validation/amounts.js'
import { readEntries, readJson } from '../../base/validation/read.js'
import * as values from '../../base/validation/values.js'
import { subscriptionNames } from '../../rpc/subscriptions/subscriptionTypes.js'
import {
  type AnswerOptions,
  defaultAnswers,
  type ResolvedAnswers,
  type SubscriptionAnswer,
} from '../../rpc/view/view.js'
import { byHand, object, value } from '../schema/schema.js'

export function answers(dialect: Dialect) {
  const ms = z.optional(value(values.milliseconds(1)))
  return object(
    z.strictObject({
      receipts: z.optional(value(values.oneOf('everyBeat', 'atSeal'))),
      receiptFields: z.optional(receiptFields()),
      noCode: z.optional(value(values.oneOf('empty', 'error'))),
      leastTip: z.optional(value(amounts[dialect].weiPerGas)),
      belowBaseFee: z.optional(value(values.oneOf('refused', 'pooled'))),
      defaultFrom: z.optional(z.nullable(value(values.address))),
      defaultGas: z.optional(value(values.oneOf('withRoom', 'exact'))),
      defaultFee: z.optional(value(values.oneOf('withRoom', 'exact'))),
      failedSend: z.optional(value(values.oneOf('hash', 'error'))),
      unknownMethod: z.optional(
        value(values.oneOf('notFound', 'notSupported')),
      ),
      blockNumberAcceptsTag: z.optional(value(values.boolean)),
      subscriptions: z.optional(subscriptions()),
      sendSync: z.optional(
        object(
          z.strictObject({
            defaultTimeout: ms,
            maxTimeout: ms,
            beyondMax: z.optional(value(values.oneOf('capped', 'refused'))),
            timeoutEncoding: z.optional(
              value(values.oneOf('any', 'hex', 'number')),
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
export function resolveAnswers(
  given: AnswerOptions | undefined,
  { hasEngine, hasBeats }: { hasEngine: boolean; hasBeats: boolean },
): ResolvedAnswers {
  const { sendSync, ...own } = given ?? {}
  return {
    receipts: own.receipts ?? (hasBeats ? defaultAnswers.receipts : 'atSeal'),
    receiptFields: own.receiptFields ?? defaultAnswers.receiptFields,
    noCode: own.noCode ?? (hasEngine ? 'empty' : defaultAnswers.noCode),
    leastTip: own.leastTip ?? defaultAnswers.leastTip,
    belowBaseFee: own.belowBaseFee ?? defaultAnswers.belowBaseFee,
    defaultFrom: own.defaultFrom ?? defaultAnswers.defaultFrom,
    defaultGas: own.defaultGas ?? defaultAnswers.defaultGas,
    defaultFee: own.defaultFee ?? defaultAnswers.defaultFee,
    failedSend: own.failedSend ?? defaultAnswers.failedSend,
    unknownMethod: own.unknownMethod ?? defaultAnswers.unknownMethod,
    blockNumberAcceptsTag:
      own.blockNumberAcceptsTag ?? defaultAnswers.blockNumberAcceptsTag,
    subscriptions: own.subscriptions ?? defaultAnswers.subscriptions,
    sendSync: Object.assign({}, defaultAnswers.sendSync, sendSync),
  }
}
