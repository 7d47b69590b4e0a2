import * as z from 'zod/mini'
import type { Hash } from '../../hex/hex.js'
import { value } from '../../schema/schema.js'
import { type SentName, sent } from '../../schema/transactionName.js'
import * as values from '../../validation/values.js'
import { drop as dropNamed } from '../drop.js'
import type { RolesOf } from '../names/roles.js'
import type { StepWithVerb } from './internal/stepFile.js'

export type DropStep = { type: 'drop' } & DropTransactionParameters

type DropTransactionParameters =
  | {
      /** Of the transaction, as `node.preconfirm` returned it. */
      hash: Hash
    }
  | {
      /** The newest transaction queued or pending that has it is meant. */
      label: string
    }
  | SentName

export type DropVerb = {
  /**
   * Takes a pre-confirmed transaction back at the next beat, or after the last
   * one as its block is sealed; one that is still queued leaves the queue at
   * once. Those that can no longer run without it are dropped with it.
   *
   * @example
   * node.dropTransaction({ hash })
   * node.dropTransaction({ label: 'payment' }) // the newest that has it
   *
   * @throws UnknownTransactionError when it is sealed or was never there.
   * @throws LabelNotPendingError when none that is queued or pending has it.
   */
  dropTransaction(parameters: DropTransactionParameters): void
}

export const dropNames: RolesOf<DropStep> = { label: 'preconfirmLabel' }

export const drop = {
  type: 'drop',
  fields: () => ({
    label: z.optional(value(values.nonEmptyText)),
    hash: z.optional(value(values.hash)),
    sent: z.optional(sent()),
  }),
  /** A transaction is named in one way. */
  check(
    { label, hash, sent }: { [way in 'label' | 'hash' | 'sent']?: unknown },
    refuse,
  ) {
    const given = [label, hash, sent].filter((name) => name !== undefined)
    if (given.length !== 1)
      refuse({
        given: given.length === 0 ? 'a drop of nothing' : 'a drop of two',
        expected: 'either "label", "hash" or "sent"',
      })
  },
  json: {
    oneOf: [
      { required: ['label'] },
      { required: ['hash'] },
      { required: ['sent'] },
    ],
  },
  apply: (moment, said, timing) => dropNamed(moment, timing, said),
  verb: {
    name: 'dropTransaction',
    expected: 'an object { hash }, { label } or { sent }',
  },
} as const satisfies StepWithVerb<DropStep, DropVerb>
