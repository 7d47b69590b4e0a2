import { lookup } from '../../base/codec/trie.js'
import { PresealError } from '../../base/errors/errors.js'
import type { Address, Hash } from '../../base/hex/hex.js'
import type { Chain, Effect } from '../blocks/chain.js'
import { project } from '../blocks/project.js'
import { findQueued, type Projected, type Queue } from '../blocks/queue.js'
import { checkGas, roomIn } from '../execution/checkGas.js'
import type { Overflow } from '../execution/execute.js'
import { highestCost } from '../execution/price.js'
import { readBalance, readNonce } from '../model/state.js'
import type { PreconfirmParameters, Transaction } from '../model/transaction.js'
import { admit } from './admit.js'
import { findWaiting } from './findWaiting.js'
import { fixTransaction } from './fixTransaction.js'
import { onFork } from './onFork.js'
import { runsByItself } from './runsByItself.js'

/** Admits what a script has, and throws when it could never run. */
export function preconfirm(
  chain: Chain,
  parameters: PreconfirmParameters,
): Preconfirmed {
  return onFork(chain, parameters, () => admitScripted(chain, parameters))
}

type Preconfirmed = {
  chain: Chain
  transaction: Transaction
  effects: readonly Effect[]
}

function admitScripted(
  chain: Chain,
  parameters: PreconfirmParameters,
): Preconfirmed {
  const { open, queue, config } = chain
  const projected = project(chain)
  const { state } = projected
  const { from } = parameters
  const nonce = nextNonce(queue, projected, from)
  if (parameters.nonce !== undefined && parameters.nonce !== nonce)
    throw nonceError(from, parameters.nonce, nonce)

  const execute = parameters.execute ?? runsByItself(open, state, parameters)
  const transaction = fixTransaction(chain, state, {
    ...parameters,
    nonce,
    execute,
  })
  const room = roomIn(config)
  if (transaction.gas > room) throw gasLimitError(transaction.gas, room)
  if (execute) checkGas(transaction, config)
  if (isKnown(chain, transaction.hash))
    throw knownTransactionError(transaction.hash)
  const admitted = admit(chain, transaction, { projected })
  const { outcome, effects } = admitted
  if ('overflow' in outcome && outcome.overflow !== undefined)
    throw overflowError(outcome.overflow)
  if (outcome.type === 'refused')
    throw insufficientBalanceError(from, {
      held: readBalance(state, from) + (transaction.mint ?? 0n),
      needed: highestCost(transaction),
    })
  return { transaction, chain: admitted.chain, effects }
}

/** The first that neither ran before it nor waits. */
function nextNonce(queue: Queue, projected: Projected, from: Address): number {
  let nonce = readNonce(projected.state, from)
  while (findWaiting(queue, projected, { from, nonce }) !== undefined) nonce++
  return nonce
}

function isKnown(chain: Chain, hash: Hash): boolean {
  return (
    lookup(chain.places, hash) !== undefined ||
    findQueued(chain.queue, hash) !== undefined ||
    lookup(chain.open.positions, hash) !== undefined
  )
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
  given: number,
  next: number,
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
      : `Account ${account} has the nonce 2^53 - 1, after which none is exact (nonce has max value). Give it a lower one with "accounts" or node.setNonce first.`,
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
