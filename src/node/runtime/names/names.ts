import { PresealError } from '../../../base/errors/errors.js'
import { display } from '../../../base/hex/display.js'
import type { Hash } from '../../../base/hex/hex.js'
import type { Chain, Log } from '../../../chain/blocks/chain.js'
import { listQueue } from '../../../chain/blocks/queue.js'
import type { SealPlan } from '../../../chain/intents/seal.js'
import {
  matchesSent,
  type Transaction,
} from '../../../chain/model/transaction.js'
import type { SentName, TransactionName } from '../../schema/transactionName.js'

/** Verbs may reuse a label: it means the newest transaction that has it. */
export function findLabel({ queue, open }: Chain, label: string): Hash {
  const newestFirst = [
    ...open.included.map(({ transaction }) => transaction),
    ...listQueue(queue),
  ].reverse()
  const found = newestFirst.find((candidate) => candidate.label === label)
  if (found === undefined) throw unknownTransactionError(label)
  return found.hash
}

function unknownTransactionError(
  label: string,
): PresealError<'UnknownTransactionError'> {
  return new PresealError(
    'UnknownTransactionError',
    `No transaction labelled "${label}" is queued or pending. Name one that is, before its block is sealed.`,
  )
}

/**
 * The transactions that the application sent and a step names: of those that
 * fit, the n-th ever sent, or else the newest that the step can act on, or all
 * of these in the order in which they were sent.
 *
 * @param where - Which it can act on, for the message.
 */
export function findSent(
  log: Log,
  { sent }: SentName,
  canBe: (hash: Hash) => boolean,
  where: string,
): Hash[] {
  const { nth, ...match } = sent
  const newestFirst = list(log)
  const fitting = newestFirst.filter((one) => matchesSent(match, one))
  const named = typeof nth === 'number' ? [fitting.at(-nth)] : fitting
  const found = named.flatMap((one) => {
    return one !== undefined && canBe(one.hash) ? [one.hash] : []
  })
  if (nth === 'all') return found.reverse()
  const [newest] = found
  if (newest === undefined) throw unsentError(sent, where, newestFirst)
  return [newest]
}

/**
 * The transactions that arrived by request, the newest first. One that was
 * dropped and sent again counts once.
 */
function list(log: Log): readonly Transaction[] {
  const newestFirst = new Map<Hash, Transaction>()
  for (let link = log; link !== null; link = link.parent) {
    const { by, effects } = link.value
    if (by !== 'request' && by !== 'wallet') continue
    for (const effect of effects)
      if (effect.type === 'queued' && !newestFirst.has(effect.transaction.hash))
        newestFirst.set(effect.transaction.hash, effect.transaction)
  }
  return [...newestFirst.values()]
}

/** The number of transactions that an error lists. */
const mostListed = 5

function unsentError(
  sent: SentName['sent'],
  where: string,
  newestFirst: readonly Transaction[],
): PresealError<'UnknownTransactionError'> {
  const listed = newestFirst.slice(0, mostListed).map(describe)
  const more = newestFirst.length - listed.length
  return new PresealError(
    'UnknownTransactionError',
    listed.length === 0
      ? `The application has sent nothing yet, so no transaction that matches ${display(sent)} is ${where}. Make it send one first, or name a transaction of the test by its label or hash.`
      : `No transaction of the application is ${where} and matches ${display(sent)}. It has sent, newest first: ${listed.join('; ')}${more > 0 ? `; and ${more} before` : ''}.`,
  )
}

function describe({ hash, from, to, data }: Transaction): string {
  const call = data.length < 10 ? '' : ` with selector ${data.slice(0, 10)}`
  return `${hash} from ${from} to ${to ?? 'a new contract'}${call}`
}

/** The same step with the names that `bind` gives. */
export function bindSealPlan<name extends TransactionName>(
  { order, omit, amend }: SealPlan<TransactionName>,
  bind: (name: TransactionName) => readonly name[],
): SealPlan<name> {
  return {
    order: order?.flatMap(bind),
    omit: omit?.flatMap(bind),
    amend: amend?.flatMap((amendment) =>
      bind(amendment.transaction).map((transaction) => ({
        ...amendment,
        transaction,
      })),
    ),
  }
}

/** The role of a text in a step, among the names of steps. */
export type Role =
  /** The label that the step itself gets, for later ones to name it. */
  | 'label'
  /** The label of an earlier step of type `preconfirm`, or a hash. */
  | 'transaction'
  /** The label of the fault of an earlier step. */
  | 'faultLabel'
  /** No name, and nothing in it is one. */
  | 'noName'

/** Roles by field: what a list is to its items, it is to each of them. */
export type Roles = Role | { readonly [field: string]: Roles }

/** The texts in a value that may be names; hex and tags are no names. */
type RolesIn<value> = [string] extends [value]
  ? Role
  : value extends string | number | bigint | boolean | undefined
    ? never
    : value extends readonly (infer item)[]
      ? RolesIn<item>
      : [keyof RolesOf<value>] extends [never]
        ? never
        : RolesOf<value> | 'noName'

/** The role of every field of a step that may hold any text. */
export type RolesOf<step> = {
  readonly [field in KeyOf<step> as [RolesIn<ValueOf<step, field>>] extends [
    never,
  ]
    ? never
    : field]: RolesIn<ValueOf<step, field>>
}

type KeyOf<fields> = fields extends unknown ? keyof fields : never

type ValueOf<fields, field> = fields extends unknown
  ? field extends keyof fields
    ? NonNullable<fields[field]>
    : never
  : never
