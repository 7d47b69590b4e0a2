import type { RpcBlock, RpcLog, RpcTransactionRequest } from 'viem'
import { encodeListed, hashEnvelope } from '../../base/codec/envelope.js'
import { writeWireFields } from '../../base/codec/field.js'
import {
  commonFields,
  envelopeFields,
  ownFields,
  transactionTypes,
} from '../../base/codec/transactionTypes.js'
import {
  type Hash,
  type Hex,
  toHex,
  toQuantity,
  zeroHash,
} from '../../base/hex/hex.js'
import { receiptStatus } from '../../base/hex/receiptStatus.js'
import { estimateFor } from '../../chain/admission/admit.js'
import { pendingNonce } from '../../chain/blocks/pool.js'
import { type CallRequest, isRefusal } from '../../chain/calls/callRequest.js'
import { createAccessList } from '../../chain/calls/createAccessList.js'
import {
  type CallContext,
  estimateGas,
  gasOf,
  isPlainTransfer,
  runCall,
  unchecked,
} from '../../chain/calls/runCall.js'
import { simulate } from '../../chain/calls/simulate.js'
import type {
  SimulatedBlock,
  SimulatedCall,
} from '../../chain/calls/simulatedBlock.js'
import { createTransaction } from '../../chain/model/createTransaction.js'
import type {
  AskedTransaction,
  Included,
} from '../../chain/model/transaction.js'
import { lower, transferGas } from '../../engine/gas.js'
import {
  type Answer,
  failed,
  type RpcError,
  refused,
  result,
} from '../answers/outcome.js'
import {
  answerIn,
  assertCode,
  executionError,
  refusalError,
  simulationError,
  unlessUnanswered,
} from '../calls/callError.js'
import type {
  BlockOverridesObject,
  CallBlock,
  CallObject,
  FilledTransaction,
  SimulatedCallObject,
  SimulationObject,
  StateOverridesObject,
} from '../calls/callSchema.js'
import {
  parseBlockOverrides,
  parseSimulation,
  parseStateOverrides,
} from '../calls/parseCall.js'
import { formatWith } from '../format/formatBlock.js'
import {
  blockOrLatest,
  call,
  type MethodsOf,
  method,
  optional,
  transactionObject,
} from '../method/method.js'
import type { View } from '../view/view.js'
import { readAsked } from '../writes/transactionParameters.js'
import { suggestTip, tipOfNode } from './fees.js'

export type CallsSchema = {
  // viem's type leaves out that `from` is needed.
  eth_fillTransaction: {
    Parameters: [transaction: RpcTransactionRequest & { from: Hex }]
    ReturnType: { raw: Hex; tx: FilledTransaction }
  }
  eth_call: {
    Parameters: [
      call: CallObject,
      block?: CallBlock,
      stateOverrides?: StateOverridesObject,
      blockOverrides?: BlockOverridesObject,
    ]
    ReturnType: Hex
  }
  eth_estimateGas: {
    Parameters: [
      call: CallObject,
      block?: CallBlock,
      stateOverrides?: StateOverridesObject,
      blockOverrides?: BlockOverridesObject,
    ]
    ReturnType: Hex
  }
  eth_createAccessList: {
    Parameters: [
      call: CallObject,
      block?: CallBlock,
      stateOverrides?: StateOverridesObject,
    ]
    ReturnType: {
      accessList: { address: Hex; storageKeys: Hash[] }[]
      gasUsed: Hex
      error?: string | undefined
    }
  }
  eth_simulateV1: {
    Parameters: [simulation: SimulationObject, block?: CallBlock]
    ReturnType: (RpcBlock & { calls: SimulatedCallObject[] })[]
  }
}

const stateOverrides = optional(
  'stateOverrides',
  parseStateOverrides,
  undefined,
)
const blockOverrides = optional(
  'blockOverrides',
  parseBlockOverrides,
  undefined,
)
const simulation = { name: 'simulation', parse: parseSimulation }

/** Methods for the outcome of a call that nobody has sent. */
export const callsMethods = {
  eth_call: method({
    reads: 'state',
    isPublic: true,
    params: [call, blockOrLatest, stateOverrides, blockOverrides],
    answer(view, [call, selector, accounts, header]) {
      return answerIn(view, selector, accounts, header, (found) => {
        const gas = gasOf(found, call)
        const context = checkedAs(view, found, call, gas)
        const run = runCall(context, call, gas)
        if (isRefusal(run)) return failed(refusalError(run, gas))
        const { execution } = run
        if (view.answering.noCode === 'error')
          assertCode(context, call, execution)
        return execution.status === 'success'
          ? result(execution.output)
          : failed(executionError(execution))
      })
    },
  }),

  eth_estimateGas: method({
    reads: 'state',
    isPublic: true,
    params: [call, blockOrLatest, stateOverrides, blockOverrides],
    answer(view, [call, selector, accounts, header]) {
      return answerIn(view, selector, accounts, header, (found) => {
        const gas = lower(gasOf(found, call), found.block.gasLimit)
        const context = checkedAs(view, found, call, gas)
        const { transferEstimate } = view.answering
        if (transferEstimate === 'unchecked' && isPlainTransfer(context, call))
          return result(toQuantity(transferGas))
        const estimate = estimateGas(context, call)
        if (isRefusal(estimate)) return failed(refusalError(estimate))
        return estimate.type === 'estimate'
          ? result(toQuantity(estimate.gas))
          : failed(executionError(estimate.execution))
      })
    },
  }),

  eth_createAccessList: method({
    reads: 'state',
    isPublic: true,
    params: [call, blockOrLatest, stateOverrides],
    answer(view, [call, selector, accounts]) {
      return answerIn(view, selector, accounts, undefined, (context) => {
        const gas = gasOf(context, call)
        const created = createAccessList(context, call, gas)
        if (isRefusal(created)) return failed(refusalError(created, gas))
        const { execution, accessList } = created
        return result({
          accessList: accessList.map(({ address, storageKeys }) => ({
            address,
            storageKeys: storageKeys.slice(),
          })),
          ...(execution.status !== 'success' && {
            error: execution.halt ?? 'execution reverted',
          }),
          gasUsed: toQuantity(execution.gasUsed),
        })
      })
    },
  }),

  eth_fillTransaction: method({
    reads: 'chain',
    isPublic: true,
    params: [transactionObject],
    answer(view, [transaction]) {
      const read = readAsked(transaction, view)
      if (!read.ok) return failed(read.error)
      return unlessUnanswered(() => fillTransaction(view, read.parameters))
    },
  }),

  eth_simulateV1: method({
    reads: 'state',
    isPublic: true,
    params: [simulation, blockOrLatest],
    answer({ chain }, [simulation, selector]) {
      return unlessUnanswered(() => {
        const simulated = simulate(chain, selector, simulation)
        if (simulated === undefined) return refused('header not found')
        if ('type' in simulated) return failed(simulationError(simulated))
        return result(
          simulated.map((block) =>
            formatSimulated(block, simulation.fullTransactions),
          ),
        )
      })
    },
  }),
} satisfies MethodsOf<CallsSchema>

/** Where nobody checks what a call costs, a context in which it can be paid. */
function checkedAs(
  { answering: { callFees } }: View,
  context: CallContext,
  call: CallRequest,
  gas: bigint,
): CallContext {
  return callFees === 'unchecked' ? unchecked(context, call, gas) : context
}

/** A fifth is not added to the gas: who asks for it may do so. */
function fillTransaction(
  { chain, answering }: View,
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
  const suggested = suggestTip(chain, answering)
  const { maxPriorityFeePerGas = tipOfNode(suggested, answering) } = parameters
  const { gasPrice = baseFeePerGas + maxPriorityFeePerGas } = parameters
  const isExact =
    answering.defaultFee === 'exact' && parameters.gasPrice === undefined
  const { type, ...fields } = createTransaction(
    {
      ...parameters,
      maxPriorityFeePerGas,
      maxFeePerGas:
        parameters.maxFeePerGas ??
        (isExact ? baseFeePerGas + suggested : undefined),
      gasPrice,
      execute: true,
      gas,
    },
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
  const { maxFeePerGas } = fields
  const price =
    answering.filledGasPrice === 'always' && maxFeePerGas !== undefined
      ? { gasPrice: toQuantity(maxFeePerGas) }
      : {}
  const wire = { ...tx, ...place, ...signature, ...price }
  return result({ raw: toHex(unsigned), tx: wire })
}

/** Of a signature that is yet to be made. */
const none = { r: zeroHash, s: zeroHash }

/** The execution API's code of a halt in a simulation. */
const haltCode = -32015

/** A block that was simulated, and what each of its calls came to. */
function formatSimulated(
  block: SimulatedBlock,
  fullTransactions: boolean,
): RpcBlock & { calls: SimulatedCallObject[] } {
  const { header, hash, size, included } = block
  const number = toQuantity(header.number)
  const blockTimestamp = toQuantity(header.timestamp)
  const identity = {
    block: { number, hash },
    transaction: {
      blockHash: hash,
      blockNumber: number,
      blockTimestamp,
      isIndexed: true,
    },
  }
  const shown = {
    header,
    size,
    timestampMs: undefined,
    included,
    fullTransactions,
  }
  const calls = block.calls.map((call, index) =>
    formatCall(block, call, included[index] as Included),
  )
  return Object.assign(formatWith(identity, shown), { calls })
}

function formatCall(
  { header, hash }: SimulatedBlock,
  call: SimulatedCall,
  { transaction, transactionIndex }: Included,
): SimulatedCallObject {
  const { execution, logs } = call
  const isDone = execution.status === 'success'
  return {
    returnData: isDone ? execution.output : '0x',
    logs: logs.map(({ log, index }) => ({
      address: log.address,
      topics: log.topics.slice() as RpcLog['topics'],
      data: log.data,
      blockHash: hash,
      blockNumber: toQuantity(header.number),
      blockTimestamp: toQuantity(header.timestamp),
      transactionHash: transaction.hash,
      transactionIndex: toQuantity(transactionIndex),
      logIndex: toQuantity(index),
      removed: false,
    })),
    gasUsed: toQuantity(execution.gasUsed),
    maxUsedGas: toQuantity(execution.gasUsed + (execution.refund ?? 0n)),
    status: receiptStatus(isDone),
    ...(!isDone && { error: errorOf(call) }),
  }
}

function errorOf({
  execution,
  isCapped,
}: SimulatedCall): NonNullable<SimulatedCallObject['error']> {
  const { halt } = execution
  if (halt === undefined)
    return executionError(execution) as RpcError & { data: `0x${string}` }
  const capped = isCapped
    ? " (gas limit was capped by the RPC server's global gas cap)"
    : ''
  return { code: haltCode, message: `${halt}${capped}` }
}
