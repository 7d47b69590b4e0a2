import * as z from 'zod/mini'
import type { TransactionType } from '../../../base/codec/transactionTypes.js'
import type { Hash } from '../../../base/hex/hex.js'
import { lazy } from '../../../base/memo/memo.js'
import { hasKey } from '../../../base/validation/read.js'
import * as values from '../../../base/validation/values.js'
import { preconfirm as queue } from '../../../chain/admission/preconfirm.js'
import type { PreconfirmParameters } from '../../../chain/model/transaction.js'
import {
  checkTransaction,
  preconfirmSchema,
  transactionFields,
  transactionType,
} from '../../schema/preconfirm.js'
import { object, picked, type Schema, value } from '../../schema/schema.js'
import {
  type TransactionName,
  transactionName,
} from '../../schema/transactionName.js'
import { drop as dropNamed } from '../transitions/transactions.js'
import { type Acts, named, type StepsOf } from './act.js'

/** The same, if what may be absent may be null instead. */
type OrNull<fields> = {
  [name in keyof fields]: undefined extends fields[name]
    ? fields[name] | null
    : fields[name]
}

/** The long forms say which of the two a text is. */
type Dropped = TransactionName | { hash: Hash } | { label: string }

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

type TransactionFields = {
  preconfirm: {
    /** The transaction's type (`type` is the step's); default `'eip1559'` */
    transactionType?: TransactionType | undefined
  } & Omit<PreconfirmParameters, 'type'>

  drop: {
    /**
     * By hash; by label, which means the newest queued or pending transaction
     * with that label; or as one that the application sent.
     */
    transaction: TransactionName
  }
}

export type TransactionSteps = StepsOf<TransactionFields>

export type TransactionVerbs = {
  /**
   * Queues a transaction for the next beat and returns its hash.
   *
   * @example
   * const hash = node.preconfirm({ from: alice, to: bob, value: parseEther('1') })
   * node.nextBeat() // now in the pending block
   *
   * @param transaction - `value` in wei; `gasUsed` defaults to 21,000. A null
   * field is absent, as in ethers; a null `to` creates a contract. Without `to`,
   * `data` is required.
   * @returns 32-byte transaction hash (EIP-2718 envelope).
   * @throws InsufficientBalanceError when `from` cannot pay value and fee.
   * @throws NonceError when `nonce` is not the next one of `from`.
   * @throws ChainRuleError when an account would reach 2^256 wei or the nonce
   * 2^53.
   * @throws GasLimitError when no block has room for `gas`, or when it is
   * executed and costs more, or no node would accept as much.
   * @throws KnownTransactionError when the node already has the same
   * transaction.
   * @throws NoEngineError when it is executed and reaches bytecode without an
   * engine.
   * @throws GasLimitError when it is executed and creates a contract from
   * more bytes than any node accepts.
   * @throws UnknownStateError when it needs state that an import left unknown.
   * @throws InvalidParametersError when a field is malformed.
   */
  preconfirm(transaction: OrNull<PreconfirmParameters>): Hash

  /**
   * Drops a pre-confirmed transaction at the next beat, or, after the last
   * beat, when its block is sealed. A transaction that is still queued is
   * dropped at once, and so is any on a chain without visible
   * pre-confirmations. It is named by its hash, its label or `{ sent }`.
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

export const transactionActs = /* @__PURE__ */ named({
  /**
   * Queues a transaction, which is pre-confirmed at the first beat at or after
   * `at`.
   */
  preconfirm: {
    fields: (dialect) => ({
      transactionType: z.optional(transactionType()),
      ...transactionFields(dialect),
    }),
    check: ({ transactionType: type, ...transaction }, refuse, dialect) =>
      checkTransaction('transactionType', dialect)(
        { ...transaction, type },
        refuse,
      ),
    apply(state, fields) {
      // The type of a step that is handed over is the step's own.
      const { transactionType = 'eip1559' } = fields
      const {
        chain,
        transaction: queued,
        effects,
      } = queue(state.chain, fields, transactionType)
      return {
        // The queue has announced all that its sender can send now.
        state: { ...state, chain },
        effects,
        errors: [],
        result: queued.hash,
      }
    },
    verb: {
      parameter: preconfirmSchema,
      toFields(given: PreconfirmParameters) {
        if (given.type === undefined) return given
        const { type: transactionType, ...transaction } = given
        return { transactionType, ...transaction }
      },
    },
  },

  /** Drops the transaction with that name. */
  drop: {
    fields: () => ({ transaction: transactionName() }),
    apply: (state, { transaction }) => dropNamed(state, transaction),
    verb: {
      parameter: dropped,
      toFields(given) {
        if (typeof given === 'string' || 'sent' in given)
          return { transaction: given }
        return { transaction: 'hash' in given ? given.hash : given.label }
      },
    },
  },
} satisfies Acts<TransactionFields, TransactionVerbs, { preconfirm: Hash }>)
