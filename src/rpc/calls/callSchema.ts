import type { BlockTag, RpcBlockIdentifier, RpcBlockNumber, RpcLog } from 'viem'
import type { Hash, Hex } from '../../base/hex/hex.js'

/** The block on whose state a call runs. */
export type CallBlock = RpcBlockNumber | BlockTag | Hash | RpcBlockIdentifier

export type Optional<fields> = {
  [name in keyof fields]?: fields[name] | undefined
}

/** A call as sent over JSON-RPC. Absent fields have defaults. */
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

/** Options of geth's `debug` methods. Without `tracer`, `structLogs`. */
export type TraceConfigObject = Optional<{
  tracer: 'callTracer' | 'flatCallTracer' | 'prestateTracer' | '4byteTracer'
  tracerConfig: Optional<{
    /** An option of `callTracer`, like the next one. */
    onlyTopCall: boolean
    withLog: boolean
    /** An option of `flatCallTracer`, like the next one. */
    convertParityErrors: boolean
    includePrecompiles: boolean
    /** An option of `prestateTracer`, like the next ones. */
    diffMode: boolean
    disableCode: boolean
    disableStorage: boolean
    includeEmpty: boolean
  }>
  enableMemory: boolean
  disableStack: boolean
  disableStorage: boolean
  enableReturnData: boolean
  /** Number of instructions to return; 0 means all. */
  limit: number
}>

/** Blocks to run in sequence, as in the execution API. */
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
  /** Gas before refunds: the gas limit that a transaction needs. */
  maxUsedGas: Hex
  status: Hex
  error?: { code: number; message: string; data?: Hex } | undefined
}

/**
 * A transaction without a signature or a block, with the fields of its type.
 */
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
