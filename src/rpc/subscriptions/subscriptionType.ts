import { type Result, refuse } from '../../base/hex/hex.js'
import type { Resolved } from '../../base/validation/values.js'
import type { Chain, Effect } from '../../chain/blocks/chain.js'
import { seenBy } from '../../chain/lookup/find.js'
import type { Included } from '../../chain/model/transaction.js'
import type { RpcError } from '../answers/outcome.js'
import { type LogCriteria, parseLogCriteria } from '../logs/logCriteria.js'
import type { View } from '../view/view.js'

/** Everything about one type of subscription. */
export type SubscriptionType<content = unknown> = {
  /** Its name in `eth_subscribe`. */
  readonly type: string
  /** Whether every node serves it; others are served by option. */
  readonly isUsual: boolean
  /** Reads the parameter after its name; undefined if it is left out. */
  read(option: unknown): Result<content>
  /** Refuses content that is well-formed, but that no node takes. */
  refuse?(content: content, chain: Chain): RpcError | undefined
  /** The results of a change, each as a message of its own. */
  results(content: content, update: Update): readonly unknown[]
}

/** A change of the chain, as subscriptions read it. */
export type Update = {
  /** The node after it. */
  readonly view: View
  readonly from: Chain
  /** On the way, in their order. */
  readonly effects: readonly Effect[]
  readonly options: Resolved<SubscriptionOptions>
}

export type SubscriptionOptions = {
  /**
   * Heads of `newHeads`: each sealed block, or the pending block at every beat;
   * default `'block'`
   */
  newHeads?: 'block' | 'beat' | undefined
  /**
   * Messages of `newFlashblocks`: the pending block, or a payload as in a
   * builder's stream; default `'block'`
   */
  newFlashblocks?: 'block' | 'payload' | undefined
}

/** Readers of the parameter that follows the name of a subscription. */

export function readNothing(option: unknown): Result<undefined> {
  return option === undefined
    ? { ok: true, value: undefined }
    : refuse(option, 'nothing')
}

export function readFlag(option: unknown): Result<boolean> {
  return typeof (option ?? false) === 'boolean'
    ? { ok: true, value: option === true }
    : refuse(option, 'true or false')
}

export function readCriteria(option: unknown): Result<LogCriteria> {
  return parseLogCriteria(option ?? {})
}

export type Beat = Extract<Effect, { type: 'beat' }>

/** Beats that anybody sees. */
export function seenBeats({ effects }: Pick<Update, 'effects'>): Beat[] {
  return effects.filter(
    (effect): effect is Beat => effect.type === 'beat' && isSeen(effect.chain),
  )
}

export function isSeen(chain: Chain): boolean {
  return seenBy(chain) !== 'none'
}

/** Events behind `'preconfirmed'`, and the chain at that time. */
export function preconfirmedIn({ effects }: Update) {
  return effects.filter(
    (effect) => effect.type === 'preconfirmed' && isSeen(effect.chain),
  ) as Extract<Effect, { type: 'preconfirmed' }>[]
}

/** Among those, transactions that entered the block that is open in the end. */
export function enteredIn(
  update: Update,
  { open }: Chain,
): readonly Included[] {
  return preconfirmedIn(update)
    .filter(({ chain }) => chain.open.number === open.number)
    .map(({ included }) => included)
}
