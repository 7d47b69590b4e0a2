import * as z from 'zod/mini'
import type { Dialect } from '../../../base/validation/amounts.js'
import { hash } from '../../../base/validation/values.js'
import type { Chain } from '../../../chain/blocks/chain.js'
import type { SealAs } from '../../../chain/intents/sealAs.js'
import { effectFields } from '../../schema/preconfirm.js'
import { list, object, rule } from '../../schema/schema.js'
import {
  type TransactionName,
  transactionName,
  transactionNames,
} from '../../schema/transactionName.js'
import { transition } from '../moment/transition.js'
import { bindSealAs } from '../names/bindSealAs.js'
import { findLabel } from '../names/findLabel.js'
import type { RolesOf } from '../names/roles.js'
import type { StepWithVerb } from './internal/stepFile.js'

/** The open block is sealed differently from what was pre-confirmed. */
export type SealAsStep = { type: 'sealAs' } & SealAsParameters

type SealAsParameters = SealAs<TransactionName>

export type SealAsVerb = {
  /**
   * Has the open block sealed differently from what was pre-confirmed: without
   * some transactions, in another order, or with other effects. It comes to
   * pass when the block is sealed.
   *
   * @example
   * node.sealAs({ omit: ['payment'] }) // by label, or by hash
   *
   * @throws LabelNotPendingError when none that is queued or pending has a
   * label that is named.
   */
  sealAs(parameters: SealAsParameters): void
}

export const sealAsNames: RolesOf<SealAsStep> = {
  order: 'transaction',
  omit: 'transaction',
  amend: { transaction: 'transaction' },
}

export const sealAs = {
  type: 'sealAs',
  fields: (dialect) => ({
    order: z.optional(transactionNames()),
    omit: z.optional(transactionNames()),
    amend: z.optional(list(amendment(dialect))),
  }),
  check({ order, omit, amend }, refuse) {
    if ((order ?? omit ?? amend) === undefined)
      refuse({
        given: 'a "sealAs" that changes nothing',
        expected: 'at least one of "order", "omit", "amend"',
      })
  },
  json: {
    anyOf: [
      { required: ['order'] },
      { required: ['omit'] },
      { required: ['amend'] },
    ],
  },
  apply(moment, { order, omit, amend }, _, origin) {
    const { chain, plan, time } = moment
    const said = { order, omit, amend }
    const bound = origin === 'verb' ? seen(chain, said) : said
    const sealAs = [...plan.sealAs, { ...bound, at: time }]
    return transition({ ...moment, plan: { ...plan, sealAs } })
  },
  verb: { name: 'sealAs' },
} as const satisfies StepWithVerb<SealAsStep, SealAsVerb>

/**
 * The labels that a verb gives are those of transactions that it can see: a
 * timeline was held to its own when it was read.
 */
function seen(chain: Chain, said: SealAsParameters): SealAsParameters {
  return bindSealAs(said, (name) =>
    typeof name !== 'string' || hash.check(name).ok
      ? [name]
      : [findLabel(chain, name)],
  )
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
