import type { SignedAuthorization } from '../../base/codec/envelope.js'
import { createdAddress } from '../../base/codec/rlp.js'
import { l1FeeVault } from '../../base/hex/addresses.js'
import {
  type Address,
  type Hash,
  lastNonce,
  nonceAfter,
} from '../../base/hex/hex.js'
import type {
  Accesses,
  BlockEnvironment,
  BlockGas,
  Message,
  StateReader,
} from '../../engine/engine.js'
import { isNotRecorded } from '../fork/missing.js'
import type { ChainConfig } from '../model/config.js'
import { amendEffect, createEffect } from '../model/createTransaction.js'
import {
  changeAccounts,
  findField,
  readAccount,
  type State,
  writeAccount,
} from '../model/state.js'
import type {
  Amendment,
  Effect,
  EngineRun,
  StateRead,
  Transaction,
} from '../model/transaction.js'
import { accessesOf } from '../roots/accesses.js'
import {
  buyGas,
  credit,
  effectiveGasPrice,
  environmentIn,
  executeOn,
  type Fees,
  highestCost,
  type MessageRun,
  payFees,
  settleMessage,
  stateReader,
  type Watch,
} from './executeMessage.js'

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
      /** What it adds to the sums of its block's gas. */
      blockGas: BlockGas
      accesses: Accesses | undefined
    }
  | {
      type: 'refused'
      reason: Exclude<RefusalReason, 'error'>
      /** The value that would be too large, if that is why. */
      overflow?: Overflow
    }
  | Errored

/** It had no outcome: the engine or the fork's record threw this. */
type Errored = { type: 'refused'; reason: 'error'; error: unknown }

export type Overflow = { account: Address; field: 'balance' | 'nonce' }

const mostWei = 2n ** 256n - 1n

/** The block in which a transaction runs; a scripted one needs its fees alone. */
type Block = Fees & {
  readonly config: ChainConfig
  readonly environment: () => BlockEnvironment
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
  if (nonce === lastNonce)
    return {
      type: 'refused',
      reason: 'nonce',
      overflow: { account: from, field: 'nonce' },
    }
  // An unknown balance holds at least what is minted.
  if (
    (findField(state, from, 'balance') ?? 0n) + mint <
    highestCost(transaction, block.config)
  )
    return { type: 'refused', reason: 'funds' }

  const price = effectiveGasPrice(transaction, block.baseFeePerGas)
  // Without a coin, tokens pay: no balance is touched.
  const paid = block.config.nativeBalance === null ? price : 0n
  const ran = outcomeOf(state, transaction, { block, price: paid }, amendments)
  if ('error' in ran) return ran
  const { after, effect, run } = ran
  const contractAddress = to === null ? createdAddress(from, nonce) : null
  const { miner, baseFeeRecipient } = block
  const recipient = to ?? contractAddress ?? from
  const credited = [from, recipient, miner, baseFeeRecipient ?? miner]
  if (effect.l1.l1Fee !== undefined) credited.push(l1FeeVault)
  for (const changed in run?.execution.changes)
    credited.push(changed as Address)
  const account = credited.find(
    (address) => (readAccount(after, address).balance ?? 0n) > mostWei,
  )
  if (account !== undefined)
    return {
      type: 'refused',
      reason: 'balanceOverflow',
      overflow: { account, field: 'balance' },
    }
  const next = changeAccounts(after, effect.changes)
  const isAsRun = run?.effect.gasUsed === effect.gasUsed
  return {
    type: 'done',
    state: next,
    effect,
    before: run === null ? null : state,
    effectiveGasPrice: price,
    contractAddress,
    blockGas: (isAsRun ? run.execution.blockGas : undefined) ?? {
      execution: effect.gasUsed,
      state: 0n,
    },
    accesses: accessesOf(
      block.config,
      { before: state, after: next },
      run?.execution.accessed,
      { from, recipient, miner },
    ),
  }
}

type Outcome = { after: State; effect: Effect; run: EngineRun | null }

/** An amended transaction does what a script would have it do. */
function outcomeOf(
  state: State,
  transaction: Transaction,
  paid: { block: Block; price: bigint },
  amendments: readonly Amendment[],
): Outcome | Errored {
  const { script } = transaction
  if (script !== null) {
    const effect = amendments.reduce(amendEffect, script)
    const after = runScripted(state, transaction, effect, paid)
    return { after, effect, run: null }
  }
  const run = runExecuted(state, transaction, paid)
  if ('error' in run) return run
  const effect = amendments.reduce(amendEffect, run.effect)
  let { after } = run
  if (effect !== run.effect)
    after =
      effect.status === run.effect.status
        ? amendRun(run, transaction, paid, effect.gasUsed)
        : runScripted(state, transaction, effect, paid)
  return { after, effect, run }
}

/** The state after a transaction that does what is said of it. */
function runScripted(
  state: State,
  transaction: Transaction,
  effect: Effect,
  { block, price }: { block: Fees; price: bigint },
): State {
  const { from, to, value, nonce, mint = 0n } = transaction
  const { gasUsed } = effect
  const { l1Fee = 0n } = effect.l1
  const succeeds = effect.status === 'success'
  const balance = findField(state, from, 'balance')
  const cost = gasUsed * price + l1Fee + (succeeds ? value : 0n)
  let next = writeAccount(state, from, {
    ...readAccount(state, from),
    balance: balance === undefined ? undefined : balance + mint - cost,
    nonce: nonceAfter(nonce),
  })
  const contractAddress = to === null ? createdAddress(from, nonce) : null
  if (contractAddress !== null && succeeds)
    next = writeAccount(next, contractAddress, {
      ...readAccount(next, contractAddress),
      nonce: 1,
    })
  if (succeeds) next = credit(next, to ?? contractAddress ?? from, value)
  if (transaction.type !== 'deposit')
    next = payFees(next, block, { gasUsed, price, l1Fee })
  return next
}

type Paid = {
  readonly block: {
    readonly config: ChainConfig
    readonly environment: () => BlockEnvironment
  }
  /** wei per gas */
  readonly price: bigint
}

/**
 * Runs a transaction by the engine, unless all that it read when it ran last is
 * the same here: as for the preview of the queue and the beat after it, or after
 * the drop of a transaction that had nothing to do with it.
 */
function runExecuted(
  state: State,
  transaction: Transaction,
  paid: Paid,
): EngineRun | Errored {
  const environment = paid.block.environment()
  const { lastRun } = transaction
  const last = lastRun?.environment === environment ? lastRun : undefined
  if (last?.state === state) return last
  try {
    const given = messageOf(state, transaction, paid)
    const before = buyGas(given)
    const reader = stateReader(given.config, before)
    const ran =
      last && answersAlike(reader, last.reads)
        ? last
        : runOn(before, transaction, given)
    const after = settleMessage(before, given, ran.execution)
    const { execution, reads, effect } = ran
    const run = { state, environment, execution, reads, after, effect }
    transaction.lastRun = run
    return run
  } catch (error) {
    return { type: 'refused', reason: 'error', error }
  }
}

type Answers = { [name: string]: (address: Address, key: Hash) => unknown }

/** Whether an execution that read this would read the same here. */
function answersAlike(
  reader: StateReader,
  reads: readonly StateRead[],
): boolean {
  try {
    return reads.every(
      ([name, address, key, value]) =>
        (reader as Answers)[name]?.(address, key) === value,
    )
  } catch {
    return false
  }
}

/** Runs it, and notes what it reads. */
function runOn(
  before: State,
  { blobGasUsed, l1 }: Transaction,
  given: ReturnType<typeof messageOf>,
): Pick<EngineRun, 'execution' | 'reads' | 'effect'> {
  const reads: StateRead[] = []
  const through = (reader: StateReader) => {
    const noted: Answers = {}
    for (const name in reader)
      noted[name] = (address, key) => {
        const read: StateRead = [name, address, key, undefined]
        reads.push(read)
        read[3] = (reader as Answers)[name]?.(address, key)
        return read[3]
      }
    return noted as StateReader
  }
  const { config, environment, message } = given
  const watch = { through }
  const execution = executeOn(before, { config, environment, message, watch })
  const { status, gasUsed, logs } = execution
  const failure = status === 'reverted' ? execution : undefined
  const effect = { status, gasUsed, logs, blobGasUsed, l1, failure }
  return { execution, reads, effect: createEffect(effect) }
}

/** The state that the same execution leads to, at other gas. */
function amendRun(
  run: EngineRun,
  transaction: Transaction,
  paid: Paid,
  gasUsed: bigint,
): State {
  const given = messageOf(run.state, transaction, paid)
  const execution = { ...run.execution, gasUsed }
  return settleMessage(buyGas(given), given, execution)
}

/** The same execution once more, with somebody who looks on. */
export function replay(
  state: State,
  transaction: Transaction,
  paid: Paid,
  watch: Watch,
): MessageRun {
  const given = messageOf(state, transaction, paid)
  const before = buyGas(given)
  const execution = executeOn(before, { ...given, watch })
  const after = settleMessage(before, given, execution)
  return { message: given.message, execution, before: state, after }
}

function messageOf(
  before: State,
  transaction: Transaction,
  { block, price }: Paid,
) {
  const { from, to, value, data, gas, nonce, l1, mint = 0n } = transaction
  const { accessList = none, authorizationList = none } = transaction
  const inBlock = block.environment()
  const { baseFeePerGas, blobHashes, blobBaseFee } = inBlock
  const environment = environmentIn(inBlock, {
    origin: from,
    gasPrice: price,
    baseFeePerGas,
    blobHashes,
    blobBaseFee,
  })
  const message: Message = {
    from,
    to,
    value,
    data,
    gas,
    nonce: BigInt(nonce),
    accessList,
    authorizationList: toAuthorizations(authorizationList),
  }
  return {
    config: block.config,
    state: credit(before, from, mint),
    environment,
    message,
    l1Fee: l1.l1Fee,
    isDeposit: transaction.type === 'deposit',
  }
}

export function toAuthorizations(
  signed: readonly SignedAuthorization[],
): Message['authorizationList'] {
  return signed.map((one) => ({
    ...one,
    chainId: BigInt(one.chainId),
    nonce: BigInt(one.nonce),
  }))
}

const none: readonly never[] = []
