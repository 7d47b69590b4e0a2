import { zeroAddress } from '../../../base/hex/hex.js'
import { buyGas, settleMessage } from '../../execution/executeMessage.js'
import {
  createEffect,
  createTransaction,
} from '../../model/createTransaction.js'
import { readAccount, type State } from '../../model/state.js'
import type { Included, Transaction } from '../../model/transaction.js'
import type { CallContext } from '../callContext.js'
import { priceOf } from '../callPrice.js'
import type { CallRequest } from '../callRequest.js'
import { isRefusal, type Refusal, refusal } from '../refusal.js'
import { type CallRun, runCall } from '../runCall.js'
import { collectLogs } from './collectLogs.js'
import {
  type SimulatedCall,
  type Simulation,
  type SimulationRefusal,
  unfit,
} from './simulation.js'

/** What the calls of a block did, one after the other. */
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
  /** What the node still allows. */
  budget: bigint,
): RanBlock | SimulationRefusal {
  const { config, block } = opening
  const included: Included[] = []
  const calls: SimulatedCall[] = []
  let { state } = opening
  let gasUsed = 0n
  let receiptLogs = 0
  let logs = 0
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
    const collected = tracesTransfers ? collectLogs() : undefined
    const run =
      (isValidated ? checkValid(context, request) : undefined) ??
      runCall(context, request, gas, collected)
    if (isRefusal(run)) return { ...run, gas }
    const { message, environment, execution } = run
    const given = { config, state, environment, message }
    state = settleMessage(buyGas(given), given, execution)
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
      memo: undefined,
    })
    const told = collected?.read() ?? execution.logs
    calls.push({
      execution,
      logs: told,
      firstLogIndex: logs,
      isCapped: gas < wanted,
    })
    receiptLogs += execution.logs.length
    logs += told.length
  }
  return { type: 'ran', state, gasUsed, included, calls }
}

/** What a call need not have and a transaction must. */
function checkValid(
  { state, block }: CallContext,
  request: CallRequest,
): Refusal | undefined {
  const { from = zeroAddress, nonce } = request
  const held = BigInt(readAccount(state, from).nonce ?? 0)
  if (nonce !== undefined && nonce !== held) {
    const [kind, word] =
      nonce < held
        ? (['nonceTooLow', 'low'] as const)
        : (['nonceTooHigh', 'high'] as const)
    return refusal(
      kind,
      `nonce too ${word}: address ${from}, tx: ${nonce} state: ${held}`,
    )
  }
  const { feeCap } = priceOf(request, block)
  return feeCap < block.baseFeePerGas
    ? refusal(
        'baseFee',
        `max fee per gas less than block base fee: address ${from}, maxFeePerGas: ${feeCap}, baseFee: ${block.baseFeePerGas}`,
      )
    : undefined
}

/** The transaction that the call would be, signed by nobody. */
function transactionOf(
  { config, block }: CallContext,
  request: CallRequest,
  { message }: CallRun,
): Transaction {
  const { from, to, value, data, gas } = message
  const { gasPrice, maxFeePerGas, maxPriorityFeePerGas } = request
  const nonce = Number(request.nonce ?? message.nonce)
  const common = { from, to, value, data, gas, nonce }
  const context = {
    chainId: config.chainId,
    nonce,
    baseFeePerGas: block.baseFeePerGas,
  }
  if (gasPrice !== undefined)
    return createTransaction({ ...common, type: 'legacy', gasPrice }, context)
  const fees = {
    maxFeePerGas: maxFeePerGas ?? 0n,
    maxPriorityFeePerGas: maxPriorityFeePerGas ?? 0n,
    accessList: message.accessList,
  }
  const { authorizationList } = message
  return authorizationList.length === 0
    ? createTransaction({ ...common, ...fees, type: 'eip1559' }, context)
    : createTransaction(
        {
          ...common,
          ...fees,
          type: 'eip7702',
          authorizationList: authorizationList.map((signed) => ({
            ...signed,
            chainId: Number(signed.chainId),
            nonce: Number(signed.nonce),
          })),
        },
        context,
      )
}
