import * as z from 'zod/mini'
import type { Hash } from '../../../base/hex/hex.js'
import { lazy } from '../../../base/memo/memo.js'
import { hasKey } from '../../../base/validation/read.js'
import * as values from '../../../base/validation/values.js'
import { object, picked, type Schema, value } from '../../schema/schema.js'
import {
  type TransactionName,
  transactionName,
} from '../../schema/transactionName.js'
import type { RolesOf } from '../names/roles.js'
import { drop as dropNamed } from '../transitions/drop.js'
import type { StepWithVerb } from './internal/stepFile.js'

export type DropStep = {
  type: 'drop'
  /**
   * By hash; by label, which means the newest queued or pending transaction
   * with that label; or as one that the application sent.
   */
  transaction: TransactionName
}

/** The long forms say which of the two a text is. */
type Dropped = TransactionName | { hash: Hash } | { label: string }

export type DropVerb = {
  /**
   * Drops a pre-confirmed transaction at the next beat, or, after the last
   * beat, when its block is sealed. A transaction that is still queued is
   * dropped at once.
   *
   * @example
   * node.drop(hash)
   * node.drop('payment') // the newest that has this label
   * node.drop({ sent: { to: bob } }) // of those that the application sent
   *
   * @param transaction - A hash or label, also as `{ hash }` or `{ label }`, or
   * `{ sent }`.
   * @throws UnknownTransactionError when it is sealed, opens the block or is
   * unknown, or when no queued or pending transaction has the label, or none of
   * the application matches.
   */
  drop(transaction: Dropped): void
}

export const dropNames: RolesOf<DropStep> = { transaction: 'transaction' }

// Pure, so that an entry that only renames steps leaves the schemas out.
const dropped = /* @__PURE__ */ lazy((): Schema<Dropped> => {
  const byHash = object(z.strictObject({ hash: value(values.hash) }))
  const byLabel = object(z.strictObject({ label: value(values.nonEmptyText) }))
  const named = transactionName()
  return picked<Dropped, Dropped>(
    (given) => {
      if (hasKey(given, 'hash')) return byHash
      return hasKey(given, 'label') ? byLabel : named
    },
    () => [named, byHash, byLabel],
  )
})

export const drop = {
  type: 'drop',
  fields: () => ({ transaction: transactionName() }),
  apply: (moment, { transaction }) => dropNamed(moment, transaction),
  verb: {
    name: 'drop',
    parameter: dropped,
    toStep(given) {
      if (typeof given === 'string' || 'sent' in given)
        return { transaction: given }
      return { transaction: 'hash' in given ? given.hash : given.label }
    },
  },
} as const satisfies StepWithVerb<DropStep, DropVerb>
