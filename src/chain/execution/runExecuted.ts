import type { SignedAuthorization } from '../../base/codec/transaction.js'
import type {
  BlockEnvironment,
  Environment,
  Message,
} from '../../engine/engine.js'
import type { ChainConfig } from '../model/config.js'
import { createEffect } from '../model/createTransaction.js'
import type { State } from '../model/state.js'
import type { EngineRun, Transaction } from '../model/transaction.js'
import {
  buyGas,
  executeMessage,
  type MessageRun,
  settleMessage,
  type Watch,
} from './executeMessage.js'
import { credit } from './payFees.js'

type Paid = {
  readonly block: {
    readonly config: ChainConfig
    readonly environment: BlockEnvironment
  }
  /** wei per gas */
  readonly price: bigint
}

/**
 * Runs a transaction by the engine, unless this is where it ran last: the
 * projection of the queue and the beat after it ask for the same.
 */
export function runExecuted(
  state: State,
  transaction: Transaction,
  paid: Paid,
): EngineRun | { error: unknown } {
  const { environment } = paid.block
  const last = transaction.lastRun
  if (last?.state === state && last.environment === environment) return last
  try {
    const { execution, state: after } = executeMessage(
      messageOf(state, transaction, paid),
    )
    const { status, gasUsed, logs } = execution
    const { blobGasUsed, l1 } = transaction
    const failure = status === 'reverted' ? execution : undefined
    const effect = createEffect({
      status,
      gasUsed,
      blobGasUsed,
      logs,
      l1,
      failure,
    })
    const run: EngineRun = { state, environment, execution, after, effect }
    transaction.lastRun = run
    return run
  } catch (error) {
    return { error }
  }
}

/** The state that the same execution leads to, at other gas. */
export function amendRun(
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
  const { execution, state: after } = executeMessage({ ...given, watch })
  return { message: given.message, execution, before: state, after }
}

function messageOf(
  before: State,
  transaction: Transaction,
  { block, price }: Paid,
) {
  const { from, to, value, data, gas, nonce, l1, mint = 0n } = transaction
  const { accessList = none, authorizationList = none } = transaction
  const environment: Environment = {
    ...block.environment,
    origin: from,
    gasPrice: price,
  }
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
  return signed.map(({ chainId, nonce, ...rest }) => ({
    ...rest,
    chainId: BigInt(chainId),
    nonce: BigInt(nonce),
  }))
}

const none: readonly never[] = []
