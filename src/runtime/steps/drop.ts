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
   * By hash, by label, which means the newest transaction queued or pending
   * that has it, or as one that the application sent.
   */
  transaction: TransactionName
}

export type DropVerb = {
  /**
   * Takes a pre-confirmed transaction back at the next beat, or after the last
   * one as its block is sealed; one that is still queued leaves the queue at
   * once.
   *
   * @example
   * node.drop(hash)
   * node.drop('payment') // the newest that has this label
   * node.drop({ sent: { to: bob } }) // of those that the application sent
   *
   * @throws UnknownTransactionError when it is sealed or was never there.
   * @throws LabelNotPendingError when none that is queued or pending has it.
   * @throws NotSentError when the application sent none that fits.
   */
  drop(transaction: TransactionName): void
}

export const dropNames: RolesOf<DropStep> = { transaction: 'transaction' }

export const drop = {
  type: 'drop',
  fields: () => ({ transaction: transactionName() }),
  apply: (moment, { transaction }, timing) =>
    dropNamed(moment, timing, transaction),
  verb: {
    name: 'drop',
    parameter: transactionName,
    toStep: (transaction) => ({ transaction }),
  },
} as const satisfies StepWithVerb<DropStep, DropVerb>
