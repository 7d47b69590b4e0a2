import { zeroAddress } from '../../../base/hex/hex.js'
import { checksum } from '../../../base/validation/values.js'
import { createEffect } from '../../model/createTransaction.js'
import { findField, type State } from '../../model/state.js'
import type { Included } from '../../model/transaction.js'
import type { CallContext } from '../callContext.js'
import { priceOf } from '../callPrice.js'
import type { CallRequest } from '../callRequest.js'
import { type CallRefusal, isRefusal, refusal } from '../refusal.js'
import { runCall, settleCall } from '../runCall.js'
import { collectLogs } from './collectLogs.js'
import {
  type SimulatedCall,
  type Simulation,
  type SimulationRefusal,
  unfit,
} from './simulation.js'
import { transactionOf } from './transactionOf.js'

/** Results of the calls of a block, in order. */
export type RanBlock = {
  readonly type: 'ran'
  readonly state: State
  readonly gasUsed: bigint
  readonly included: readonly Included[]
  readonly calls: readonly SimulatedCall[]
}

export function runBlock(
  opening: CallContext,
  requests: readonly CallRequest[],
  { isValidated, tracesTransfers }: Simulation,
  /** The gas that the node still allows. */
  budget: bigint,
): RanBlock | SimulationRefusal {
  const { config, block } = opening
  const included: Included[] = []
  const calls: SimulatedCall[] = []
  let { state } = opening
  let gasUsed = 0n
  let receiptLogs = 0
  const collected = collectLogs(tracesTransfers)
  for (const request of requests) {
    if (request.blobVersionedHashes !== undefined)
      return refusal('request', 'blob transactions are not simulated')
    const wanted = request.gas ?? block.gasLimit - gasUsed
    if (wanted > block.gasLimit - gasUsed)
      return unfit(
        'gasLimit',
        `block gas limit reached: remaining: ${block.gasLimit - gasUsed}, required: ${wanted}`,
      )
    const left = budget - gasUsed
    const gas = wanted < left ? wanted : left
    const context = { config, state, block }
    const run =
      (isValidated ? checkValid(context, request) : undefined) ??
      runCall(context, request, gas, collected)
    if (isRefusal(run)) return { ...run, gas }
    const { environment, execution } = run
    state = settleCall(context, request, run)
    gasUsed += execution.gasUsed
    const transaction = transactionOf(context, request, run)
    const { status } = execution
    included.push({
      transaction,
      effect: createEffect({
        status,
        gasUsed: execution.gasUsed,
        logs: execution.logs,
      }),
      before: null,
      transactionIndex: included.length,
      firstLogIndex: receiptLogs,
      cumulativeGasUsed: gasUsed,
      effectiveGasPrice: environment.gasPrice,
      contractAddress: execution.contractAddress,
      text: undefined,
    })
    calls.push({
      execution,
      logs: collected.take(),
      isCapped: gas < wanted,
    })
    receiptLogs += execution.logs.length
  }
  return { type: 'ran', state, gasUsed, included, calls }
}

const mostNonce = 2n ** 64n - 1n

/** Checks that a transaction must pass and a call need not. */
function checkValid(
  { state, block }: CallContext,
  request: CallRequest,
): CallRefusal | undefined {
  const { from = zeroAddress, nonce } = request
  const held = BigInt(findField(state, from, 'nonce') ?? 0)
  if (held === mostNonce)
    return refusal(
      'other',
      `nonce has max value: address ${checksum(from)}, nonce: ${held}`,
    )
  if (nonce !== undefined && nonce !== held) {
    const [kind, word] =
      nonce < held
        ? (['nonceTooLow', 'low'] as const)
        : (['nonceTooHigh', 'high'] as const)
    return refusal(
      kind,
      `nonce too ${word}: address ${checksum(from)}, tx: ${nonce} state: ${held}`,
    )
  }
  const { feeCap } = priceOf(request, block)
  return feeCap < block.baseFeePerGas
    ? refusal(
        'baseFee',
        `max fee per gas less than block base fee: address ${checksum(from)}, maxFeePerGas: ${feeCap}, baseFee: ${block.baseFeePerGas}`,
      )
    : undefined
}
