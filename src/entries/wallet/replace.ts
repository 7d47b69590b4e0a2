import { display } from '../../base/hex/display.js'
import type { Hash } from '../../base/hex/hex.js'
import { invalidParameters } from '../../base/validation/problem.js'
import {
  EndedError,
  type FilledTransaction,
  type MethodContext,
  rpcError,
  type SentTransaction,
} from './context.js'
import { fillGasAndFees, sendSigned } from './transactions.js'

/**
 * The button that a wallet's user presses at a transaction that is not sealed
 * yet.
 */
export type Button = 'speedUp' | 'cancel'

/** Sends what takes a transaction's nonce at a higher price. */
export async function replace(
  { button, hash }: { button: Button; hash: Hash | undefined },
  context: MethodContext,
): Promise<Hash> {
  const sent = findSent(button, hash, context.session.sent)
  const { filled, account, node, nonce } = sent
  const isCancelled = button === 'cancel'
  const again = isCancelled ? nothing(filled) : filled
  const { type, to, value, data } = again
  const today = await fillGasAndFees(
    { type, to, value, data, ...(!isCancelled && { gas: filled.gas }) },
    account.address,
    node,
    context,
  )
  const fees = higherFees(filled, today)
  const replacing = { ...again, gas: today.gas, ...fees }
  try {
    return await sendSigned({ ...sent, filled: replacing, nonce }, context)
  } catch (thrown) {
    throw isTooLate(thrown)
      ? rpcError(
          -32000,
          `${thrown.message}. wallet.${button} comes too late: ${sent.hash} is pre-confirmed or sealed already. Call it before the next beat.`,
        )
      : thrown
  }
}

function isTooLate(thrown: unknown): thrown is EndedError {
  return (
    thrown instanceof EndedError && thrown.message.startsWith('nonce too low')
  )
}

function findSent(
  button: Button,
  hash: Hash | undefined,
  sent: readonly SentTransaction[],
): SentTransaction {
  const found = [...sent]
    .reverse()
    .find((one) => hash === undefined || one.hash === hash)
  if (found !== undefined) return found
  throw invalidParameters(`wallet.${button}`, [
    {
      path: '',
      given: hash === undefined ? 'left out' : display(hash),
      expected:
        sent.length === 0
          ? 'a transaction that this wallet has sent, and it has sent none yet'
          : 'the hash of a transaction that this wallet has sent',
    },
  ])
}

/**
 * The transaction that cancels another: one to oneself. What an account
 * delegates to runs then, so its gas is estimated.
 */
function nothing(filled: FilledTransaction) {
  const { authorizationList: _, gas: __, ...rest } = filled
  return {
    ...rest,
    type: filled.type === 'eip7702' ? ('eip1559' as const) : filled.type,
    to: filled.from,
    value: 0n,
    data: '0x' as const,
    accessList: [],
  }
}

/** By a tenth at least, as pools want it, and no less than is usual today. */
function higherFees(filled: FilledTransaction, today: FilledTransaction) {
  const higher = (
    fee: 'gasPrice' | 'maxFeePerGas' | 'maxPriorityFeePerGas',
  ) => {
    const before = filled[fee]
    if (before === undefined) return {}
    const raised = (before * 11n + 9n) / 10n
    const least = raised > before ? raised : before + 1n
    const usual = today[fee] ?? 0n
    return { [fee]: usual > least ? usual : least }
  }
  return {
    ...higher('gasPrice'),
    ...higher('maxFeePerGas'),
    ...higher('maxPriorityFeePerGas'),
  }
}
