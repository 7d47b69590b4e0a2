import { createdAddress } from '../../base/codec/createdAddress.js'
import { l1FeeVault } from '../../base/hex/addresses.js'
import type { Address } from '../../base/hex/hex.js'
import type { BlockEnvironment } from '../../engine/engine.js'
import { isNotRecorded } from '../fork/missing.js'
import type { ChainConfig } from '../model/config.js'
import { amendEffect } from '../model/createTransaction.js'
import {
  changeAccounts,
  findField,
  readAccount,
  type State,
} from '../model/state.js'
import type {
  Amendment,
  Effect,
  EngineRun,
  Transaction,
} from '../model/transaction.js'
import type { Fees } from './payFees.js'
import { effectiveGasPrice, highestCost } from './price.js'
import { amendRun, runExecuted } from './runExecuted.js'
import { runScripted } from './runScripted.js'

/** Why a transaction cannot run. */
export type RefusalReason = 'nonce' | 'funds' | 'balanceOverflow' | 'error'

export type TransactionOutcome =
  | {
      type: 'done'
      state: State
      effect: Effect
      /** The state that it was executed on; null if it was not executed. */
      before: State | null
      effectiveGasPrice: bigint
      contractAddress: Address | null
    }
  | {
      type: 'refused'
      reason: Exclude<RefusalReason, 'error'>
      /** The value that would be too large, if that is why. */
      overflow?: Overflow
    }
  /** It had no outcome: the engine or the fork's record threw this. */
  | { type: 'refused'; reason: 'error'; error: unknown }

export type Overflow = { account: Address; field: 'balance' | 'nonce' }

const mostWei = 2n ** 256n - 1n

/** The block in which a transaction runs; a scripted one needs its fees alone. */
type Block = Fees & {
  readonly config: ChainConfig
  readonly environment: BlockEnvironment
}

/**
 * Runs a transaction by the engine or as it is scripted, with what is amended
 * here, paying for it as EIP-1559 says.
 */
export function execute(
  state: State,
  transaction: Transaction,
  block: Block,
  amendments: readonly Amendment[] = [],
): TransactionOutcome {
  try {
    return run(state, transaction, block, amendments)
  } catch (error) {
    if (!isNotRecorded(error)) throw error
    return { type: 'refused', reason: 'error', error }
  }
}

function run(
  state: State,
  transaction: Transaction,
  block: Block,
  amendments: readonly Amendment[],
): TransactionOutcome {
  const { from, to, nonce, mint = 0n } = transaction
  if (findField(state, from, 'nonce') !== nonce)
    return { type: 'refused', reason: 'nonce' }
  if (nonce === Number.MAX_SAFE_INTEGER)
    return {
      type: 'refused',
      reason: 'nonce',
      overflow: { account: from, field: 'nonce' },
    }
  // An unknown balance holds at least what is minted.
  if (
    (findField(state, from, 'balance') ?? 0n) + mint <
    highestCost(transaction)
  )
    return { type: 'refused', reason: 'funds' }

  const price = effectiveGasPrice(transaction, block.baseFeePerGas)
  const ran = outcomeOf(state, transaction, { block, price }, amendments)
  if ('error' in ran)
    return { type: 'refused', reason: 'error', error: ran.error }
  const { after, effect, run } = ran
  const contractAddress = to === null ? createdAddress(from, nonce) : null
  const { miner, baseFeeRecipient } = block
  const credited = [
    from,
    to ?? contractAddress ?? from,
    miner,
    baseFeeRecipient ?? miner,
    ...(effect.l1.l1Fee === undefined ? [] : [l1FeeVault]),
    ...(run === null ? [] : (Object.keys(run.execution.changes) as Address[])),
  ]
  const account = credited.find(
    (address) => (readAccount(after, address).balance ?? 0n) > mostWei,
  )
  if (account !== undefined)
    return {
      type: 'refused',
      reason: 'balanceOverflow',
      overflow: { account, field: 'balance' },
    }
  return {
    type: 'done',
    state: changeAccounts(after, effect.changes),
    effect,
    before: run === null ? null : state,
    effectiveGasPrice: price,
    contractAddress,
  }
}

type Outcome = { after: State; effect: Effect; run: EngineRun | null }

/** An amended transaction does what a script would have it do. */
function outcomeOf(
  state: State,
  transaction: Transaction,
  paid: { block: Block; price: bigint },
  amendments: readonly Amendment[],
): Outcome | { error: unknown } {
  const { script } = transaction
  if (script !== null) {
    const effect = amendments.reduce(amendEffect, script)
    const after = runScripted(state, transaction, effect, paid)
    return { after, effect, run: null }
  }
  const run = runExecuted(state, transaction, paid)
  if ('error' in run) return run
  if (amendments.length === 0)
    return { after: run.after, effect: run.effect, run }
  const effect = amendments.reduce(amendEffect, run.effect)
  const after =
    effect.status === run.effect.status
      ? amendRun(run, transaction, paid, effect.gasUsed)
      : runScripted(state, transaction, effect, paid)
  return { after, effect, run }
}
