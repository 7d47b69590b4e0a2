import { encodeListed, hashEnvelope } from '../../base/codec/envelope.js'
import { writeWireFields } from '../../base/codec/field.js'
import {
  commonFields,
  envelopeFields,
  ownFields,
  transactionTypes,
} from '../../base/codec/transactionTypes.js'
import { toHex, zeroHash } from '../../base/hex/hex.js'
import { estimateFor } from '../../chain/admission/gas.js'
import { pendingNonce } from '../../chain/blocks/pool.js'
import { isRefusal } from '../../chain/calls/callRequest.js'
import { createTransaction } from '../../chain/model/createTransaction.js'
import type { AskedTransaction } from '../../chain/model/transaction.js'
import { type Answer, failed, result } from '../answers/outcome.js'
import { suggestTip } from '../fees/fees.js'
import type { View } from '../view/view.js'
import { executionError, refusalError } from './callError.js'
import type { FilledTransaction } from './callSchema.js'

/** A fifth is not added to the gas: who asks for it may do so. */
export function fillTransaction(
  { chain }: View,
  parameters: AskedTransaction,
): Answer<{ raw: `0x${string}`; tx: FilledTransaction }> {
  const { config, open } = chain
  const { from, nonce = pendingNonce(chain, from) } = parameters
  let { gas } = parameters
  if (gas === undefined) {
    const estimate = estimateFor(open, open.state, parameters)
    if (isRefusal(estimate)) return failed(refusalError(estimate))
    if (estimate.type !== 'estimate')
      return failed(executionError(estimate.execution))
    gas = estimate.gas
  }
  const { baseFeePerGas } = open
  const { maxPriorityFeePerGas = suggestTip(chain) } = parameters
  const gasPrice = parameters.gasPrice ?? baseFeePerGas + maxPriorityFeePerGas
  const { type, ...fields } = createTransaction(
    { ...parameters, maxPriorityFeePerGas, gasPrice, execute: true, gas },
    { chainId: config.chainId, nonce, baseFeePerGas },
  )
  if (type === 'deposit') throw new Error('Nobody signs a deposit.')
  const unsigned = encodeListed(type, fields, { v: 0n, yParity: 0, ...none })
  const { data, ...common } = writeWireFields(
    envelopeFields,
    commonFields,
    fields,
  )
  const own: object = writeWireFields(envelopeFields, ownFields(type), fields)
  const tx: FilledTransaction = {
    ...common,
    ...own,
    type: transactionTypes[type].number,
    input: data,
    hash: hashEnvelope(unsigned),
  }
  const place = {
    blockHash: null,
    blockNumber: null,
    blockTimestamp: null,
    transactionIndex: null,
  }
  const signature = { v: '0x0', r: '0x0', s: '0x0', yParity: '0x0' }
  const wire = { ...tx, ...place, ...signature }
  return result({ raw: toHex(unsigned), tx: wire })
}

/** Of a signature that is yet to be made. */
const none = { r: zeroHash, s: zeroHash }
