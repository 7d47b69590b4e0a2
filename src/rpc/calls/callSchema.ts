import type { BlockTag, RpcBlockIdentifier, RpcBlockNumber, RpcLog } from 'viem'
import type { Hash, Hex } from '../../base/hex/hex.js'

/** The block on whose state a call runs. */
export type CallBlock = RpcBlockNumber | BlockTag | Hash | RpcBlockIdentifier

export type Optional<fields> = {
  [name in keyof fields]?: fields[name] | undefined
}

/** A call on the wire; what is left out has a default. */
export type CallObject = Optional<{
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

export type StateOverridesObject = {
  readonly [address: Hex]: Optional<{
    balance: Hex
    nonce: Hex
    code: Hex
    state: { readonly [slot: Hash]: Hash }
    stateDiff: { readonly [slot: Hash]: Hash }
    movePrecompileToAddress: Hex
  }>
}

export type BlockOverridesObject = Optional<{
  number: Hex
  time: Hex
  gasLimit: Hex
  feeRecipient: Hex
  prevRandao: Hash
  baseFeePerGas: Hex
  blobBaseFee: Hex
}>

/** As geth's `debug` methods take it; without a tracer it is `structLogs`. */
export type TraceConfigObject = Optional<{
  tracer: 'callTracer' | 'flatCallTracer' | 'prestateTracer' | '4byteTracer'
  tracerConfig: Optional<{
    /** An option of `callTracer`, as is the next. */
    onlyTopCall: boolean
    withLog: boolean
    /** An option of `flatCallTracer`, as is the next. */
    convertParityErrors: boolean
    includePrecompiles: boolean
    /** An option of `prestateTracer`, as are the next. */
    diffMode: boolean
    disableCode: boolean
    disableStorage: boolean
    includeEmpty: boolean
  }>
  enableMemory: boolean
  disableStack: boolean
  disableStorage: boolean
  enableReturnData: boolean
  /** Number of instructions to return; 0: all. */
  limit: number
}>

/** Blocks to run one after the other, as the execution API has them. */
export type SimulationObject = {
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
  /** Before refunds: what a transaction needs to come as far. */
  maxUsedGas: Hex
  status: Hex
  error?: { code: number; message: string; data?: Hex } | undefined
}

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
