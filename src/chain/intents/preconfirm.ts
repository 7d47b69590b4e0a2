import { lookup } from '../../codec/trie.js'
import { PresealError } from '../../errors.js'
import type { Address, Hash } from '../../hex/hex.js'
import type { Chain } from '../chain.js'
import { createTransaction } from '../createTransaction.js'
import { execute, highestCost, type Overflow } from '../execute.js'
import { exclude } from '../openBlock.js'
import { readBalance, readNonce, type State } from '../state.js'
import type { PreconfirmParameters, Transaction } from '../transaction.js'

/** Queues a transaction for the next beat; throws when it could never run. */
export function preconfirm(
  chain: Chain,
  parameters: PreconfirmParameters,
): { chain: Chain; transaction: Transaction } {
  const { open, queue, config } = chain
  const state =
    queue.projected?.on === open ? queue.projected.state : projectState(chain)
  const { from } = parameters
  const nonce = readNonce(state, from)
  if (parameters.nonce !== undefined && parameters.nonce !== nonce)
    throw new NonceError(from, parameters.nonce, nonce)

  const transaction = createTransaction(parameters, {
    chainId: config.chainId,
    nonce,
    baseFeePerGas: open.baseFeePerGas,
  })
  if (transaction.gas > config.gasLimit)
    throw new BlockGasLimitError(transaction.gas, config.gasLimit)
  if (isKnown(chain, transaction.hash))
    throw new KnownTransactionError(transaction.hash)
  const execution = execute(state, transaction, open)
  if (execution.type === 'refused' && execution.reason === 'overflow')
    throw new OverflowError(execution)
  if (execution.type === 'refused')
    throw new InsufficientBalanceError(from, {
      held: readBalance(state, from) + (transaction.deposit?.mint ?? 0n),
      needed: highestCost(transaction),
    })

  return {
    transaction,
    chain: {
      ...chain,
      queue: {
        ...queue,
        transactions: [...queue.transactions, transaction],
        projected: { state: execution.state, on: open },
      },
    },
  }
}

/** The pending state as the queue will leave it. */
function projectState({ open, queue }: Chain): State {
  const { state } =
    queue.drops.length === 0 ? open : exclude(open, new Set(queue.drops)).open
  return queue.transactions.reduce((before, transaction) => {
    const execution = execute(before, transaction, open)
    return execution.type === 'done' ? execution.state : before
  }, state)
}

function isKnown(chain: Chain, hash: Hash): boolean {
  return (
    lookup(chain.places, hash) !== undefined ||
    chain.queue.transactions.some((queued) => queued.hash === hash) ||
    chain.open.included.some((entry) => entry.transaction.hash === hash)
  )
}

// Wallet clients find classes of their own by words of geth's in the message of
// what a handler throws: here they stand in brackets, or in the sentence.
class InsufficientBalanceError extends PresealError {
  override readonly name = 'InsufficientBalanceError'

  constructor(account: Address, wei: { held: bigint; needed: bigint }) {
    super(
      `Account ${account} holds ${wei.held} wei but the transaction needs ${wei.needed} wei (insufficient funds for gas * price + value). Fund it with "accounts" or node.setBalance first.`,
    )
  }
}

class NonceError extends PresealError {
  override readonly name = 'NonceError'

  constructor(account: Address, given: number, next: number) {
    super(
      `The transaction has nonce ${given} but the next nonce of ${account} is ${next}, after the open block and the queue (nonce too ${given < next ? 'low' : 'high'}). Leave "nonce" out, or call node.setNonce first.`,
    )
  }
}

class OverflowError extends PresealError {
  override readonly name = 'OverflowError'

  constructor({ account, field }: Overflow) {
    super(
      field === 'balance'
        ? `Account ${account} would hold more than 2^256 - 1 wei after the transaction. Give it less with "accounts" or node.setBalance first.`
        : `Account ${account} has the nonce 2^53 - 1, after which none is exact (nonce has max value). Give it a lower one with "accounts" or node.setNonce first.`,
    )
  }
}

class BlockGasLimitError extends PresealError {
  override readonly name = 'BlockGasLimitError'

  constructor(gas: bigint, limit: bigint) {
    super(
      `The transaction has a gas limit of ${gas} but no block holds more than ${limit}. Lower "gas" or "gasUsed", or raise the option "header.gasLimit".`,
    )
  }
}

class KnownTransactionError extends PresealError {
  override readonly name = 'KnownTransactionError'

  constructor(hash: Hash) {
    super(
      `Transaction ${hash} is already known: queued, pre-confirmed or sealed. Change a field, such as "data" or "sourceHash".`,
    )
  }
}
