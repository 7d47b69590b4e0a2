import * as z from 'zod/mini'
import { display } from '../../base/hex/display.js'
import { refuse } from '../../base/hex/hex.js'
import { nearest } from '../../base/hex/nearest.js'
import { lazy } from '../../base/memo/memo.js'
import type { Refuse } from '../../base/validation/problem.js'
import { hasKey } from '../../base/validation/read.js'
import * as values from '../../base/validation/values.js'
import {
  address,
  fourBytes,
  nonEmptyText,
  type Validator,
} from '../../base/validation/values.js'
import type { SentMatch } from '../../chain/model/transaction.js'
import { findMethod, servedMethods } from '../../rpc/methods/methods.js'
import { subscriptionNames } from '../../rpc/subscriptions/subscriptionTypes.js'
import { list, object, picked, rule, type Schema, value } from './schema.js'

/**
 * Names a transaction: by label, by hash, or as one that the application sent.
 */
export type TransactionName = string | SentName

/**
 * A transaction that the application sent, with `eth_sendRawTransaction`,
 * `eth_sendTransaction` or its wallet. It means the newest matching one that
 * the step can act on, looked up when the step acts.
 */
export type SentName = {
  sent: SentMatch & {
    /**
     * The n-th matching transaction in order of sending, from 1 on; `'all'`:
     * all that the step can act on, or nothing if there are none.
     */
    nth?: number | 'all' | undefined
  }
}

/** Fields that narrow the transactions that arrive by request. */
export const sentMatchFields = () => ({
  from: z.optional(value(address)),
  to: z.optional(z.nullable(value(address))),
  selector: z.optional(value(fourBytes)),
})

const nth = () => {
  const number = value(values.positive)
  const all = value(values.oneOf('all'))
  return picked<number | 'all', number | 'all'>(
    (given) => (typeof given === 'string' ? all : number),
    () => [number, all],
  )
}

const sent = lazy(() =>
  object(
    z.strictObject({
      ...sentMatchFields(),
      nth: z.optional(nth()),
    }),
  ),
)

export const sentName = lazy(
  (): Schema<SentName> => object(z.strictObject({ sent: sent() })),
)

export const transactionName = lazy((): Schema<TransactionName> => {
  const text = value(values.labelOrHash)
  const named = sentName()
  return picked<TransactionName, TransactionName>(
    (given) => (hasKey(given, 'sent') ? named : text),
    () => [text, named],
  )
})

/** Several transactions, each once. */
export const transactionNames = () =>
  list(transactionName(), 'an array of transactions').check(
    rule(checkNames, { uniqueItems: true }),
  )

function checkNames(names: readonly TransactionName[], refuse: Refuse) {
  const texts = names.map((name) => JSON.stringify(name))
  names.forEach((name, index) => {
    if (texts.indexOf(texts[index] as string) !== index)
      refuse({
        path: [index],
        given: display(name),
        expected: 'each transaction once',
      })
  })
}

// A handler may answer any method, so that only what is all but a served one
// is taken for a slip.
const mostEdits = 2

/** The method of what a subscription sends, which nobody asks. */
const notification = 'eth_subscription'

/** The name of a method, unless one that is served was plainly meant. */
export const methodName = nameUnless(meantMethod)

/** The same of a WebSocket's message: of an answer, or a notification. */
export const messageName = nameUnless((given) =>
  given === notification
    ? undefined
    : subscriptionNames.includes(given) ||
        nearest(given, [notification], mostEdits)
      ? notification
      : meantMethod(given),
)

/** The served method that was plainly meant by the name of another. */
export function meantMethod(given: string): string | undefined {
  if (findMethod(given) !== undefined) return undefined
  if (given === notification || subscriptionNames.includes(given))
    return 'eth_subscribe'
  const whole = `eth_${given}`
  if (!given.includes('_') && findMethod(whole) !== undefined) return whole
  const meant = nearest(given, servedMethods, mostEdits)
  // Such as eth_callV2, which is a name of its own.
  return meant !== undefined && given.startsWith(meant) ? undefined : meant
}

function nameUnless(
  meantBy: (given: string) => string | undefined,
): Validator<string> {
  return {
    ...nonEmptyText,
    check(given) {
      const checked = nonEmptyText.check(given)
      const meant = checked.ok ? meantBy(checked.value) : undefined
      return meant === undefined
        ? checked
        : refuse(
            given,
            'the name of a method as clients send it',
            `Write "${meant}".`,
          )
    },
  }
}
