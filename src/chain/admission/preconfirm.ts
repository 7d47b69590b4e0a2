import { isPresealError, PresealError } from '../../base/errors/errors.js'
import {
  type Address,
  type Hash,
  type Nonce,
  nonceAfter,
} from '../../base/hex/hex.js'
import type { Chain, Effect } from '../blocks/chain.js'
import type { OpenBlock } from '../blocks/openBlock.js'
import { previewQueue } from '../blocks/pool.js'
import type { Queue, QueuePreview } from '../blocks/queue.js'
import type { Overflow } from '../execution/execute.js'
import {
  highestCost,
  refuseValue,
  stateReader,
} from '../execution/executeMessage.js'
import { isKnown } from '../lookup/find.js'
import { readBalance, readNonce, type State } from '../model/state.js'
import type { PreconfirmParameters, Transaction } from '../model/transaction.js'
import {
  admit,
  checkGas,
  estimateFor,
  findWaiting,
  fixTransaction,
  onFork,
  roomIn,
} from './admit.js'

/** Admits what a script has, and throws when it could never run. */
export function preconfirm(
  chain: Chain,
  parameters: PreconfirmParameters,
  /** A step has it under another name. */
  type = parameters.type,
): Preconfirmed {
  return onFork(chain, parameters, () => admitScripted(chain, parameters, type))
}

type Preconfirmed = {
  chain: Chain
  transaction: Transaction
  effects: readonly Effect[]
}

function admitScripted(
  chain: Chain,
  parameters: PreconfirmParameters,
  type: PreconfirmParameters['type'],
): Preconfirmed {
  const { open, queue, config } = chain
  const preview = previewQueue(chain)
  const { state } = preview
  const { from } = parameters
  const nonce = nextNonce(queue, preview, from)
  if (parameters.nonce !== undefined && parameters.nonce !== nonce)
    throw nonceError(from, parameters.nonce, nonce)

  const execute = parameters.execute ?? runsByItself(open, state, parameters)
  const fixed = { nonce, type, execute }
  const transaction = fixTransaction(chain, state, parameters, fixed)
  const noValue = refuseValue(config, transaction.value)
  if (noValue !== undefined)
    throw new PresealError(
      'ChainRuleError',
      `The transaction sends ${transaction.value} wei on a chain without a coin (${noValue}). Call a token instead, or set option "answers.nativeBalance" to null.`,
      { reason: 'value' },
    )
  const room = roomIn(config)
  if (transaction.gas > room) throw gasLimitError(transaction.gas, room)
  if (execute) checkGas(transaction, config)
  if (isKnown(chain, transaction.hash))
    throw knownTransactionError(transaction.hash)
  const admitted = admit(chain, transaction, { preview })
  const { outcome, effects } = admitted
  if ('overflow' in outcome && outcome.overflow !== undefined)
    throw overflowError(outcome.overflow)
  if (outcome.type === 'refused')
    throw insufficientBalanceError(from, {
      held: readBalance(state, from) + (transaction.mint ?? 0n),
      needed: highestCost(transaction, config),
    })
  return { transaction, chain: admitted.chain, effects }
}

/** The first that neither ran before it nor waits. */
function nextNonce(queue: Queue, preview: QueuePreview, from: Address): Nonce {
  let nonce = readNonce(preview.state, from)
  while (findWaiting(queue, preview, { from, nonce }) !== undefined)
    nonce = nonceAfter(nonce)
  return nonce
}

// Wallet clients find classes of their own by words of geth's in the message of
// what a handler throws: here they stand in brackets, or in the sentence.
function insufficientBalanceError(
  account: Address,
  wei: { held: bigint; needed: bigint },
): PresealError<'InsufficientBalanceError'> {
  return new PresealError(
    'InsufficientBalanceError',
    `Account ${account} holds ${wei.held} wei but the transaction needs ${wei.needed} wei (insufficient funds for gas * price + value). Fund it with "accounts" or node.setBalance first.`,
  )
}

function nonceError(
  account: Address,
  given: Nonce,
  next: Nonce,
): PresealError<'NonceError'> {
  return new PresealError(
    'NonceError',
    `The transaction has nonce ${given} but the next nonce of ${account} is ${next}, after the open block and the queue (nonce too ${given < next ? 'low' : 'high'}). Leave "nonce" out, or call node.setNonce first.`,
  )
}

function overflowError({
  account,
  field,
}: Overflow): PresealError<'ChainRuleError'> {
  return new PresealError(
    'ChainRuleError',
    field === 'balance'
      ? `Account ${account} would hold more than 2^256 - 1 wei after the transaction. Give it less with "accounts" or node.setBalance first.`
      : `Account ${account} has the nonce 2^64 - 1, which no transaction may have (nonce has max value). Give it a lower one with "accounts" or node.setNonce first.`,
    { reason: 'overflow' },
  )
}

function gasLimitError(
  gas: bigint,
  limit: bigint,
): PresealError<'GasLimitError'> {
  return new PresealError(
    'GasLimitError',
    `The transaction has a gas limit of ${gas} but no block holds more than ${limit}. Lower "gas" or "gasUsed", or raise the option "header.gasLimit".`,
    { reason: 'block' },
  )
}

function knownTransactionError(
  hash: Hash,
): PresealError<'KnownTransactionError'> {
  return new PresealError(
    'KnownTransactionError',
    `Transaction ${hash} is already known: queued, pre-confirmed or sealed. Change a field, such as "data" or "sourceHash".`,
  )
}

/** By any of these a script says what its transaction does. */
const effects = ['gasUsed', 'status', 'logs', 'changes', 'blobGasUsed'] as const

/** More than the node gives to any call. */
const mostGas = 2n ** 63n - 1n

/**
 * Whether it calls a contract that the node has, while the script says nothing
 * of what it does: the contract then says it, if anything here can run it.
 */
function runsByItself(
  block: Pick<OpenBlock, 'config' | 'environment'>,
  state: State,
  parameters: PreconfirmParameters,
): boolean {
  const { to, data = '0x' } = parameters
  if (!to || data === '0x') return false
  if (effects.some((field) => parameters[field] !== undefined)) return false
  try {
    const code = stateReader(block.config, state).code(to)
    if (code === '0x') return false
    // A contract that is a function always runs.
    if (block.config.native(code) === undefined) {
      // A block with little room says nothing about whether the code can run.
      const environment = { ...block.environment(), gasLimit: mostGas }
      const roomy = { ...block, environment: () => environment }
      estimateFor(roomy, state, parameters)
    }
    return true
  } catch (error) {
    if (isPresealError(error) && unrunnable.includes(error.name)) return false
    throw error
  }
}

const unrunnable: readonly string[] = ['NoEngineError', 'UnknownStateError']
