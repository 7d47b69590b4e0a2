import type { Signature } from '../../../base/codec/envelope.js'
import { zeroHash } from '../../../base/hex/hex.js'
import { createTransaction } from '../../model/createTransaction.js'
import type { Transaction } from '../../model/transaction.js'
import type { CallContext } from '../callContext.js'
import type { CallRequest } from '../callRequest.js'
import type { CallRun } from '../runCall.js'

/** As geth writes it. */
const unsigned: Signature = { r: zeroHash, s: zeroHash, yParity: 0, v: 0n }

/** The transaction that a call would be, signed by nobody. */
export function transactionOf(
  { config, block }: CallContext,
  request: CallRequest,
  { message }: CallRun,
): Transaction {
  const { from, to, value, data, gas, authorizationList } = message
  const { gasPrice, maxFeePerGas, maxPriorityFeePerGas } = request
  // Envelopes hold the highest ones too, which no number does.
  const nonce = (request.nonce ?? message.nonce) as unknown as number
  const common = { from, to, value, data, gas }
  const context = {
    chainId: config.chainId,
    nonce,
    baseFeePerGas: block.baseFeePerGas,
    sign: () => unsigned,
  }
  if (gasPrice !== undefined)
    return createTransaction({ ...common, type: 'legacy', gasPrice }, context)
  const fees = {
    maxFeePerGas: maxFeePerGas ?? 0n,
    maxPriorityFeePerGas: maxPriorityFeePerGas ?? 0n,
    accessList: message.accessList,
  }
  if (authorizationList.length === 0)
    return createTransaction({ ...common, ...fees, type: 'eip1559' }, context)
  const signed = authorizationList.map((one) => ({
    ...one,
    chainId: Number(one.chainId),
    nonce: Number(one.nonce),
  }))
  return createTransaction(
    { ...common, ...fees, type: 'eip7702', authorizationList: signed },
    context,
  )
}
