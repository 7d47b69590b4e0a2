import type {
  BlockTag,
  RpcBlock,
  RpcBlockIdentifier,
  RpcBlockNumber,
  RpcLog,
  RpcTransactionRequest,
} from 'viem'
import type { Hash, Hex } from '../../hex/hex.js'
import type { TracedCall } from '../trace/callTracer.js'
import type { StructTrace } from '../trace/structLogger.js'

type Block = RpcBlockNumber | BlockTag | Hash | RpcBlockIdentifier

type Optional<fields> = { [name in keyof fields]?: fields[name] | undefined }

/** A call on the wire; what is left out has a default. */
type CallObject = Optional<{
  from: Hex
  to: Hex | null
  gas: Hex
  gasPrice: Hex
  maxFeePerGas: Hex
  maxPriorityFeePerGas: Hex
  maxFeePerBlobGas: Hex
  value: Hex
  data: Hex
  /** The same as `data`. */
  input: Hex
  nonce: Hex
  type: Hex
  chainId: Hex
  accessList: readonly {
    readonly address: Hex
    readonly storageKeys: readonly Hash[]
  }[]
  authorizationList: readonly {
    readonly chainId: Hex
    readonly address: Hex
    readonly nonce: Hex
    readonly yParity: Hex
    readonly r: Hex
    readonly s: Hex
  }[]
  blobVersionedHashes: readonly Hash[]
}>

type StateOverridesObject = {
  readonly [address: Hex]: Optional<{
    balance: Hex
    nonce: Hex
    code: Hex
    state: { readonly [slot: Hash]: Hash }
    stateDiff: { readonly [slot: Hash]: Hash }
  }>
}

type BlockOverridesObject = Optional<{
  number: Hex
  time: Hex
  gasLimit: Hex
  feeRecipient: Hex
  prevRandao: Hash
  baseFeePerGas: Hex
  blobBaseFee: Hex
}>

/** As geth's `debug` methods take it; without a tracer it is `structLogs`. */
type TraceConfigObject = Optional<{
  tracer: 'callTracer'
  tracerConfig: Optional<{ onlyTopCall: boolean; withLog: boolean }>
  enableMemory: boolean
  disableStack: boolean
  disableStorage: boolean
  enableReturnData: boolean
  /** How many instructions are told; 0: all. */
  limit: number
}>

/** Blocks to run one after the other, as the execution API has them. */
type SimulationObject = {
  readonly blockStateCalls: readonly Optional<{
    blockOverrides: BlockOverridesObject
    stateOverrides: StateOverridesObject
    calls: readonly CallObject[]
  }>[]
} & Optional<{
  validation: boolean
  traceTransfers: boolean
  returnFullTransactions: boolean
}>

export type SimulatedCallObject = {
  returnData: Hex
  logs: RpcLog[]
  gasUsed: Hex
  status: Hex
  error?: { code: number; message: string; data?: Hex } | undefined
}

/** Methods that run what nobody sent, or run again what was sent. */
/** Without a signature, and in no block; it has the fields of its type. */
export type FilledTransaction = {
  readonly type: Hex
  readonly chainId: Hex
  readonly from: Hex
  readonly to: Hex | null
  readonly nonce: Hex
  readonly value: Hex
  readonly gas: Hex
  readonly input: Hex
  readonly hash: Hash
  readonly gasPrice?: Hex
  readonly maxFeePerGas?: Hex
  readonly maxPriorityFeePerGas?: Hex
}

export type CallRpcSchema = {
  // viem's type leaves out that `from` is needed.
  eth_fillTransaction: {
    Parameters: [transaction: RpcTransactionRequest & { from: Hex }]
    ReturnType: { raw: Hex; tx: FilledTransaction }
  }
  eth_call: {
    Parameters: [
      call: CallObject,
      block?: Block,
      stateOverrides?: StateOverridesObject,
      blockOverrides?: BlockOverridesObject,
    ]
    ReturnType: Hex
  }
  eth_estimateGas: {
    Parameters: [
      call: CallObject,
      block?: Block,
      stateOverrides?: StateOverridesObject,
      blockOverrides?: BlockOverridesObject,
    ]
    ReturnType: Hex
  }
  eth_createAccessList: {
    Parameters: [
      call: CallObject,
      block?: Block,
      stateOverrides?: StateOverridesObject,
    ]
    ReturnType: {
      accessList: { address: Hex; storageKeys: Hash[] }[]
      gasUsed: Hex
      error?: string | undefined
    }
  }
  eth_simulateV1: {
    Parameters: [simulation: SimulationObject, block?: Block]
    ReturnType: (RpcBlock & { calls: SimulatedCallObject[] })[]
  }
  debug_traceCall: {
    Parameters: [
      call: CallObject,
      block?: Block,
      config?: TraceConfigObject &
        Optional<{
          stateOverrides: StateOverridesObject
          blockOverrides: BlockOverridesObject
        }>,
    ]
    ReturnType: TracedCall | StructTrace
  }
  debug_traceTransaction: {
    Parameters: [transactionHash: Hash, config?: TraceConfigObject]
    ReturnType: TracedCall | StructTrace
  }
}
