import type { Signature } from '../../base/codec/envelope.js'
import type { Header } from '../../base/codec/header.js'
import { isPresealError } from '../../base/errors/errors.js'
import {
  type Address,
  type Hash,
  type Hex,
  lastNonce,
  toNonce,
  toWord,
  zeroAddress,
  zeroHash,
} from '../../base/hex/hex.js'
import { checksum } from '../../base/validation/values.js'
import type { Execution } from '../../engine/engine.js'
import {
  beaconRootsAddress,
  blockHashesAddress,
  requestContracts,
} from '../../engine/natives/systemContracts.js'
import type {
  ExecutionLog,
  ObservedFrame,
  Observer,
} from '../../engine/observer.js'
import { applyChanges, stateReader } from '../execution/executeMessage.js'
import { isNotRecorded } from '../fork/missing.js'
import { createEffect, createTransaction } from '../model/createTransaction.js'
import { findField, type State } from '../model/state.js'
import type { Included, Transaction } from '../model/transaction.js'
import { accessesOf } from '../roots/accesses.js'
import {
  type BlockOverrides,
  type CallRefusal,
  type CallRequest,
  isRefusal,
  priceOf,
  refusal,
  type StateOverrides,
} from './callRequest.js'
import {
  type CallContext,
  type CallRun,
  runCall,
  settleCall,
} from './runCall.js'

/** The request of `eth_simulateV1`. */
export type Simulation = {
  readonly blocks: readonly SimulationBlock[]
  /** Whether nonces and base fees count, as for real transactions. */
  readonly isValidated: boolean
  /** Whether transfers of ether appear as logs. */
  readonly tracesTransfers: boolean
  readonly fullTransactions: boolean
}

export type SimulationBlock = {
  readonly header: BlockOverrides | undefined
  readonly accounts: StateOverrides | undefined
  readonly calls: readonly CallRequest[]
}

/** A block that is not there, and what its calls did. */
export type SimulatedBlock = {
  readonly header: Header
  readonly hash: Hash
  readonly size: number
  readonly included: readonly Included[]
  readonly calls: readonly SimulatedCall[]
}

export type SimulatedCall = {
  readonly execution: Execution
  /** With transfers, if they appear. */
  readonly logs: readonly CollectedLog[]
  /** Whether it had less gas than it would, for the node allows no more. */
  readonly isCapped: boolean
}

/** Why a simulation ends without an answer. */
export type SimulationRefusal =
  | (CallRefusal & { readonly gas?: bigint | undefined })
  | {
      readonly type: 'unfit'
      readonly kind: 'number' | 'timestamp' | 'gasLimit' | 'limit' | 'empty'
      readonly reason: string
    }

export function unfit(
  kind: Extract<SimulationRefusal, { type: 'unfit' }>['kind'],
  reason: string,
): SimulationRefusal {
  return { type: 'unfit', kind, reason }
}

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
  let paid = 0n
  let execution = 0n
  let stateGas = 0n
  const gasUsed = () => (execution > stateGas ? execution : stateGas)
  let receiptLogs = 0
  const collected = collectLogs(tracesTransfers)
  for (const request of requests) {
    if (request.blobVersionedHashes !== undefined)
      return refusal('request', 'blob transactions are not simulated')
    const wanted = request.gas ?? block.gasLimit - gasUsed()
    if (wanted > block.gasLimit - gasUsed())
      return unfit(
        'gasLimit',
        `block gas limit reached: remaining: ${block.gasLimit - gasUsed()}, required: ${wanted}`,
      )
    const left = budget - paid
    const gas = wanted < left ? wanted : left
    const context = { config, state, block }
    const run =
      (isValidated ? checkValid(context, request) : undefined) ??
      runCall(context, request, gas, collected)
    if (isRefusal(run)) return { ...run, gas }
    const { environment } = run
    const before = state
    state = settleCall(context, request, run)
    paid += run.execution.gasUsed
    execution += run.execution.blockGas?.execution ?? run.execution.gasUsed
    stateGas += run.execution.blockGas?.state ?? 0n
    const transaction = transactionOf(context, request, run)
    const { status } = run.execution
    included.push({
      transaction,
      effect: createEffect({
        status,
        gasUsed: run.execution.gasUsed,
        logs: run.execution.logs,
      }),
      before: null,
      transactionIndex: included.length,
      firstLogIndex: receiptLogs,
      cumulativeGasUsed: paid,
      effectiveGasPrice: environment.gasPrice,
      contractAddress: run.execution.contractAddress,
      accesses: accessesOf(
        config,
        { before, after: state },
        run.execution.accessed,
        {
          from: transaction.from,
          recipient: transaction.to ?? transaction.from,
          miner: block.miner,
        },
      ),
      text: undefined,
    })
    calls.push({
      execution: run.execution,
      logs: collected.take(),
      isCapped: gas < wanted,
    })
    receiptLogs += run.execution.logs.length
  }
  return { type: 'ran', state, gasUsed: gasUsed(), included, calls }
}

/** Checks that a transaction must pass and a call need not. */
function checkValid(
  { state, block }: CallContext,
  request: CallRequest,
): CallRefusal | undefined {
  const { from = zeroAddress, nonce } = request
  const held = BigInt(findField(state, from, 'nonce') ?? 0)
  if (held === lastNonce)
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

/** The address by which ether stands in for a token (ERC-7528). */
const ether: Address = '0xeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee'
/** `Transfer(address,address,uint256)` */
const transfer: Hash =
  '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef'

type CollectedLog = {
  readonly log: ExecutionLog
  /** In its block. */
  readonly index: number
}

type LogCollector = {
  readonly observer: Observer
  /** Returns the logs of the last call, and forgets them. */
  take(): CollectedLog[]
}

/**
 * The logs of the calls of a block, without those undone, which count all the
 * same, as geth's do.
 */
function collectLogs(tracesTransfers: boolean): LogCollector {
  let logs: CollectedLog[] = []
  let count = 0
  /** Number of logs before each frame that has not ended. */
  const before: number[] = []
  const add = (log: ExecutionLog) => {
    logs.push({ log, index: count })
    count += 1
  }
  return {
    observer: {
      enter(frame) {
        before.push(logs.length)
        if (tracesTransfers && moves(frame)) add(transferOf(frame))
      },
      exit({ error }) {
        const kept = before.pop() ?? 0
        if (error !== undefined) logs.length = kept
      },
      log: add,
    },
    take() {
      const taken = logs
      logs = []
      return taken
    },
  }
}

function moves({ type, value }: ObservedFrame): boolean {
  return value > 0n && type !== 'DELEGATECALL' && type !== 'CALLCODE'
}

function transferOf({ from, to, value }: ObservedFrame): ExecutionLog {
  return {
    address: ether,
    topics: [transfer, toWord(BigInt(from)), toWord(BigInt(to))],
    data: toWord(value),
  }
}

const system: Address = '0xfffffffffffffffffffffffffffffffffffffffe'
const gas = 30_000_000n

/** The state in which the first call of a block runs. */
export function callBeforeBlock(
  context: CallContext,
  parentHash: Hash,
  parentBeaconBlockRoot: Hash,
): State {
  const state =
    context.block.hardfork === 'cancun'
      ? context.state
      : call(context, blockHashesAddress, parentHash)
  return call({ ...context, state }, beaconRootsAddress, parentBeaconBlockRoot)
}

/** The state that the calls of a block leave. */
export function callAfterBlock(context: CallContext): State {
  return requestContracts(context.block.hardfork).reduce(
    (state, address) => call({ ...context, state }, address, '0x'),
    context.state,
  )
}

/**
 * Only runs code that is in the state: a chain of its own has no such code
 * there, and its roots know no such code. Code that nobody here can run leaves
 * the state as it is.
 */
function call(
  { config, state, block }: CallContext,
  to: Address,
  data: Hex,
): State {
  const code = findField(state, to, 'code') ?? '0x'
  if (code === '0x') return state
  try {
    const { changes } = config.engine.execute(
      stateReader(config, state),
      { ...block, origin: system, gasPrice: 0n },
      {
        from: system,
        to,
        value: 0n,
        data,
        gas,
        nonce: 0n,
        accessList: [],
        authorizationList: [],
      },
    )
    const { [system]: _, ...others } = changes
    return applyChanges(state, others)
  } catch (thrown) {
    if (isPresealError(thrown) && !isNotRecorded(thrown)) return state
    throw thrown
  }
}

/** As geth writes it. */
const unsigned: Signature = { r: zeroHash, s: zeroHash, yParity: 0, v: 0n }

/** The transaction that a call would be, signed by nobody. */
function transactionOf(
  { config, block }: CallContext,
  request: CallRequest,
  { message }: CallRun,
): Transaction {
  const { from, to, value, data, gas, authorizationList } = message
  const { gasPrice, maxFeePerGas, maxPriorityFeePerGas } = request
  const nonce = toNonce(request.nonce ?? message.nonce)
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
    nonce: toNonce(one.nonce),
  }))
  return createTransaction(
    { ...common, ...fees, type: 'eip7702', authorizationList: signed },
    context,
  )
}
