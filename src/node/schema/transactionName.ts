import * as z from 'zod/mini'
import { display } from '../../base/hex/display.js'
import type { Hex } from '../../base/hex/hex.js'
import { refuse } from '../../base/hex/parse.js'
import { lazy } from '../../base/memo/memo.js'
import type { Refuse } from '../../base/validation/problem.js'
import { hasKey } from '../../base/validation/read.js'
import * as values from '../../base/validation/values.js'
import { address } from '../../base/validation/values.js'
import type { SentMatch } from '../../chain/model/transaction.js'
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

const fourBytes = /^0x[0-9a-fA-F]{8}$/

const selector: values.Validator<Hex> = {
  json: { type: 'string', pattern: fourBytes.source },
  check: (given) =>
    typeof given === 'string' && fourBytes.test(given)
      ? { ok: true, value: given.toLowerCase() as Hex }
      : refuse(given, 'a selector, as 0x and 8 hex digits'),
}

/** Fields that narrow the transactions that arrive by request. */
export const sentMatchFields = () => ({
  from: z.optional(value(address)),
  to: z.optional(z.nullable(value(address))),
  selector: z.optional(value(selector)),
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
