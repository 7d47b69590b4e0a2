import * as z from 'zod/mini'
import { type Hash, toQuantity } from '../../../base/hex/hex.js'
import type { Dialect } from '../../../base/validation/amounts.js'
import type { Refuse } from '../../../base/validation/problem.js'
import * as values from '../../../base/validation/values.js'
import { hash, positive } from '../../../base/validation/values.js'
import type { Author } from '../../../chain/blocks/chain.js'
import {
  checkImport,
  type ImportReport,
} from '../../../chain/intents/checkImport.js'
import type { Imported } from '../../../chain/intents/importBlock.js'
import type { SealPlan } from '../../../chain/intents/seal.js'
import { announceBlock as announceHash } from '../../../chain/lookup/find.js'
import type { ImportParameters } from '../../../chain/model/importedBlock.js'
import {
  checkImportFields,
  importFields,
  importParameters,
} from '../../schema/importBlock.js'
import { effectFields } from '../../schema/preconfirm.js'
import { list, object, rule, value } from '../../schema/schema.js'
import {
  type TransactionName,
  transactionName,
  transactionNames,
} from '../../schema/transactionName.js'
import { bindSealPlan, findLabel } from '../names/names.js'
import {
  beatsBefore,
  type NodeState,
  offsetOf,
  transition,
} from '../state/nodeState.js'
import {
  followClock,
  importAt,
  playBeat,
  playLastBeat,
  reorgBy,
  sealBlock,
} from '../transitions/blocks.js'
import { type Acts, named, type StepsOf } from './act.js'

type BlockFields = {
  importBlock: ImportParameters

  announceBlock: {
    /** Hash of the latest block. Reads of the block fail until you import it. */
    hash: Hash
  }

  /**
   * Pre-confirms the queue as a last beat, then seals the open block; the next
   * boundary is one `blockTime` later.
   */
  seal: object

  /** The open block has beats at these instants only. */
  planBeats: {
    /** ms since the block opened; the opening is always a beat */
    offsets: readonly number[]
  }

  /** Seals the open block differently from its pre-confirmations, or later. */
  planSeal: SealPlan<TransactionName> & {
    /** ms by which the block is sealed later than it was due */
    delay?: number | undefined
  }

  /** Replaces the newest sealed blocks. */
  reorg: {
    /** blocks; default 1 */
    depth?: number | undefined
    /**
     * Transactions that the new blocks are without; without it, the new blocks
     * are empty.
     */
    omit?: readonly TransactionName[] | undefined
  }
}

export type BlockSteps = StepsOf<BlockFields>

export type BlockVerbs = {
  /**
   * Imports a block of a real node. It becomes the latest block at once,
   * whatever its number, or the pending block if its hash is null or `as` says
   * so. It reads back exactly as given; the returned report says which parts
   * recompute.
   *
   * Pre-confirmations return to the queue. State that you did not set is
   * unknown from then on; a read of it is an error that says what to add.
   *
   * @example
   * const { checks } = node.importBlock({ block, receipts })
   * checks.hash // { type: 'recomputes' }
   *
   * @param parameters - JSON of `eth_getBlockByNumber` and
   * `eth_getBlockReceipts`, as returned by `provider.request` of a real node.
   * @throws InvalidParametersError naming each field that is malformed.
   */
  importBlock(parameters: ImportParameters): ImportReport

  /**
   * Pre-confirms the queue as a last beat, then seals the open block and opens
   * the next one, which is sealed one `blockTime` later. It does not advance
   * time.
   *
   * @example
   * node.preconfirm({ from: alice, to: bob, value: 1n })
   * node.seal() // pre-confirmed, and sealed
   *
   * @throws the error of a `planSeal` that does not fit; the block is sealed
   * anyway.
   */
  seal(): void

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
  planSeal(parameters: BlockFields['planSeal']): void

  /**
   * Replaces the newest sealed blocks. The new blocks hold the same
   * transactions except those in `omit`, or none if `omit` is absent. Pending
   * transactions return to the queue.
   *
   * @example
   * node.reorg() // latest is another, empty block
   * node.reorg({ depth: 2, omit: ['payment'] })
   *
   * @throws ChainRuleError when it would replace the first block or an imported one.
   * @throws UnknownTransactionError when `omit` names a transaction that none of
   * the replaced blocks holds.
   */
  reorg(parameters?: BlockFields['reorg']): void
}

export const blockActs = /* @__PURE__ */ named({
  /** Imports a real block. */
  importBlock: {
    fields: importFields,
    check: checkImportFields,
    apply: importAt,
    verb: {
      parameter: importParameters,
      call(_, parameters, apply) {
        const checks = checkImport(parameters)
        return { ...apply(), checks }
      },
      toJson: ({ number, hash, links, checks }) => ({
        number: number === null ? null : toQuantity(number),
        hash,
        links,
        checks,
      }),
    },
  },

  /**
   * Makes the block with this hash the latest one, before its contents are
   * known; reads of sealed blocks fail until you import it.
   */
  announceBlock: {
    fields: () => ({ hash: value(values.hash) }),
    apply: (state, { hash }) =>
      transition({ ...state, chain: announceHash(state.chain, hash) }),
  },

  /**
   * Immediately seals the block being built, the pending one; the next regular
   * seal is one `blockTime` later.
   */
  seal: {
    fields: () => ({}),
    /** The block that opens has its first beat, which for a step is to come. */
    apply(state, _, by) {
      const last = playLastBeat(followClock(state), by === 'script')
      const sealed = sealBlock(last.state)
      const effects = [...last.effects, ...sealed.effects]
      if (by === 'script')
        return transition(sealed.state, effects, sealed.errors)
      const begun = playBeat(sealed.state)
      return transition(
        begun.state,
        [...effects, ...begun.effects],
        sealed.errors,
      )
    },
    verb: { parameter: null },
  },

  /**
   * Replaces the remaining beats of the block being built with beats at these
   * times, in ms since it opened.
   */
  planBeats: {
    fields: () => ({
      offsets: list(value(values.positive)).check(rule(checkOffsets)),
    }),
    /**
     * Past beats stay; the new offsets replace those to come, of which the beat
     * of this instant is one for a step of the script.
     */
    apply(state, { offsets }, by) {
      const from = by === 'script' ? state.time : state.time + 1
      const count = beatsBefore(from, state)
      const beats = [
        ...Array.from({ length: count }, (_, at) => offsetOf(state, at)),
        ...[0, ...offsets].filter((offset) => offset >= from - state.openedAt),
      ]
      return transition({ ...state, plan: { ...state.plan, beats } })
    },
  },

  /**
   * Plans how the block being built will be sealed: in another order, without
   * some transactions, with other effects, or `delay` ms late; several such
   * steps for one block apply in order.
   */
  planSeal: {
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
    apply(state, { order, omit, amend, delay = 0 }, by) {
      const { plan } = state
      const fields = { order, omit, amend }
      const plans = (order ?? omit ?? amend) ? [bound(state, fields, by)] : []
      return transition({
        ...state,
        plan: {
          ...plan,
          delay: plan.delay + delay,
          sealPlans: [...plan.sealPlans, ...plans],
        },
      })
    },
    verb: {},
  },

  /**
   * Replaces the newest `depth` blocks (default 1) with empty blocks, or, with
   * `omit`, with the same blocks minus the transactions in `omit`.
   */
  reorg: {
    fields: () => ({
      depth: z.optional(value(values.positive)),
      omit: z.optional(transactionNames()),
    }),
    apply: reorgBy,
    verb: { fallback: {} },
  },
} satisfies Acts<BlockFields, BlockVerbs, { importBlock: Imported }>)

function checkOffsets(offsets: readonly number[], refuse: Refuse) {
  offsets.forEach((offset, index) => {
    const before = offsets[index - 1] ?? 0
    if (offset <= before)
      refuse({
        path: [index],
        given: `${offset}`,
        expected: `more than ${before}, the beat before`,
      })
  })
}

/**
 * The labels that a verb gives are those of transactions that it can see: a
 * script was held to its own when it was read.
 */
function bound(
  { chain, time }: NodeState,
  fields: SealPlan<TransactionName>,
  by: Author,
) {
  const seen = (name: TransactionName) =>
    typeof name !== 'string' || hash.check(name).ok
      ? [name]
      : [findLabel(chain, name)]
  return { ...(by === 'verb' ? bindSealPlan(fields, seen) : fields), at: time }
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
