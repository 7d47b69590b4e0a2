import * as z from 'zod/mini'
import type { Dialect } from '../../../base/validation/amounts.js'
import { hash, positive } from '../../../base/validation/values.js'
import type { Author } from '../../../chain/blocks/chain.js'
import type { SealAs } from '../../../chain/intents/seal.js'
import { effectFields } from '../../schema/preconfirm.js'
import { list, object, rule, value } from '../../schema/schema.js'
import {
  type TransactionName,
  transactionName,
  transactionNames,
} from '../../schema/transactionName.js'
import { type Moment, transition } from '../moment/moment.js'
import { bindSealAs, findLabel } from '../names/names.js'
import type { RolesOf } from '../names/roles.js'
import type { StepWithVerb } from './internal/stepFile.js'

/** Seals the open block differently from its pre-confirmations, or later. */
export type PlanSealStep = { type: 'planSeal' } & PlanSealParameters

type PlanSealParameters = SealAs<TransactionName> & {
  /** ms by which the block is sealed later than it was due */
  delay?: number | undefined
}

export type PlanSealVerb = {
  /**
   * Plans the seal of the open block: without some transactions, in another
   * order, with other effects, or late. Several plans for one block add up.
   *
   * @example
   * node.planSeal({ omit: ['payment'] }) // by label, or by hash
   * node.planSeal({ delay: 400 }) // ms
   *
   * @throws UnknownTransactionError when no queued or pending transaction has a
   * given label.
   */
  planSeal(parameters: PlanSealParameters): void
}

export const planSealNames: RolesOf<PlanSealStep> = {
  order: 'transaction',
  omit: 'transaction',
  amend: { transaction: 'transaction' },
}

export const planSeal = {
  type: 'planSeal',
  fields: (dialect) => ({
    order: z.optional(transactionNames()),
    omit: z.optional(transactionNames()),
    amend: z.optional(list(amendment(dialect))),
    delay: z.optional(value(positive)),
  }),
  check({ order, omit, amend, delay }, refuse) {
    if ((order ?? omit ?? amend ?? delay) === undefined)
      refuse({
        given: 'a "planSeal" that changes nothing',
        expected: 'at least one of "order", "omit", "amend", "delay"',
      })
  },
  json: {
    anyOf: [
      { required: ['order'] },
      { required: ['omit'] },
      { required: ['amend'] },
      { required: ['delay'] },
    ],
  },
  apply(moment, { order, omit, amend, delay = 0 }, _, by) {
    const { plan } = moment
    const said = { order, omit, amend }
    const plans = (order ?? omit ?? amend) ? [bound(moment, said, by)] : []
    return transition({
      ...moment,
      plan: {
        ...plan,
        delay: plan.delay + delay,
        sealAs: [...plan.sealAs, ...plans],
      },
    })
  },
  verb: { name: 'planSeal' },
} as const satisfies StepWithVerb<PlanSealStep, PlanSealVerb>

/**
 * The labels that a verb gives are those of transactions that it can see: a
 * script was held to its own when it was read.
 */
function bound(
  { chain, time }: Moment,
  said: SealAs<TransactionName>,
  by: Author,
) {
  const seen = (name: TransactionName) =>
    typeof name !== 'string' || hash.check(name).ok
      ? [name]
      : [findLabel(chain, name)]
  return { ...(by === 'verb' ? bindSealAs(said, seen) : said), at: time }
}

function amendment(dialect: Dialect) {
  return object(
    z
      .strictObject({
        transaction: transactionName(),
        ...effectFields(dialect),
      })
      .check(
        rule(({ status, logs, changes }, refuse) => {
          if (status === 'reverted' && (logs ?? changes) !== undefined)
            refuse({
              path: [logs === undefined ? 'changes' : 'logs'],
              given: 'there',
              expected: 'nothing with status "reverted"',
            })
        }),
      ),
  )
}
