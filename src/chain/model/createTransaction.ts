import {
  type Authorization,
  encodeEnvelope,
  encodeListed,
  hashEnvelope,
  type SignableTransaction,
  type Signature,
  type SignedAuthorization,
  signEnvelope,
  type UnsignedTransaction,
} from '../../base/codec/envelope.js'
import { bloomOf } from '../../base/codec/receipt.js'
import {
  type CommonField,
  commonFields,
  type FieldValues,
  type OwnField,
  ownFields,
} from '../../base/codec/transactionTypes.js'
import { keccak256 } from '../../base/hash/keccak256.js'
import {
  type Address,
  type Hash,
  type Nonce,
  toBytes,
  toHex,
  toWord,
} from '../../base/hex/hex.js'
import { transferGas } from '../../engine/gas.js'
import type {
  Amendment,
  Effect,
  L1Fees,
  PreconfirmParameters,
  SignedTransaction,
  Transaction,
} from './transaction.js'

type EffectParameters = Pick<
  PreconfirmParameters,
  'status' | 'gasUsed' | 'blobGasUsed' | 'logs' | 'changes' | 'l1'
> & { readonly failure?: Effect['failure'] | undefined }

type Context = {
  chainId: number
  nonce: Nonce
  baseFeePerGas: bigint
  /** The L1 fees of an executed transaction's envelope. */
  l1FeesOf?: ((envelope: Uint8Array) => L1Fees) | undefined
  /** Signs the envelope; default `signEnvelope` */
  sign?: ((unsigned: SignableTransaction) => Signature) | undefined
}

/** Fixes every field of a scripted transaction, and with them its hash. */
export function createTransaction(
  parameters: PreconfirmParameters,
  context: Context,
): Transaction {
  const unsigned = createUnsigned(parameters, context)
  const signature =
    unsigned.type === 'deposit'
      ? undefined
      : (context.sign ?? signEnvelope)(unsigned)
  const envelope = encodeEnvelope(unsigned, signature)
  const rest = {
    hash: hashEnvelope(envelope),
    envelope,
    signature,
    script: parameters.execute ? null : createEffect(parameters),
    blobGasUsed: parameters.blobGasUsed ?? 0n,
    l1: parameters.l1 ?? computedL1(parameters, context, envelope) ?? nothing,
    decision: null,
    label: parameters.label,
    lastRun: undefined,
  }
  // Spread, each would have a hidden class of its own, and be slow to read.
  return Object.assign(rest, unsigned)
}

/** Its EIP-2718 bytes: made again if they are kept no more. */
export function envelopeOf(transaction: SignedTransaction): Uint8Array {
  const { envelope, type, signature = {} } = transaction
  return envelope ?? encodeListed(type, transaction, signature)
}

/** A deposit comes from L1, and pays nothing there. */
function computedL1(
  { execute, type }: PreconfirmParameters,
  { l1FeesOf }: Context,
  envelope: Uint8Array,
): L1Fees | undefined {
  return execute && type !== 'deposit' ? l1FeesOf?.(envelope) : undefined
}

// Shared, since most transactions have none of them and blocks hold many.
const none: readonly never[] = []
const nothing = {}

export function createEffect(parameters: EffectParameters): Effect {
  const logs =
    parameters.logs?.map((log) => ({
      address: log.address,
      topics: log.topics ?? none,
      data: log.data ?? '0x',
    })) ?? none
  return {
    status: parameters.status ?? 'success',
    gasUsed: parameters.gasUsed ?? transferGas,
    blobGasUsed: parameters.blobGasUsed ?? 0n,
    logs,
    logsBloom: bloomOf(logs),
    changes: parameters.changes ?? nothing,
    l1: parameters.l1 ?? nothing,
    failure: parameters.failure ?? null,
  }
}

/** The same effect, but for what is amended; what reverts did nothing more. */
export function amendEffect(
  effect: Effect,
  { gasUsed, logs, status = effect.status, changes }: Amendment,
): Effect {
  const kept =
    status === 'reverted'
      ? { failure: effect.failure }
      : { logs: logs ?? effect.logs, changes: changes ?? effect.changes }
  return createEffect({
    status,
    gasUsed: gasUsed ?? effect.gasUsed,
    blobGasUsed: effect.blobGasUsed,
    l1: effect.l1,
    ...kept,
  })
}

function createUnsigned(
  parameters: PreconfirmParameters,
  context: Context,
): UnsignedTransaction {
  const { type = 'eip1559' } = parameters
  const unsigned: { [field: string]: unknown } = { type }
  for (const name of [...commonFields, ...ownFields(type)])
    unsigned[name] = fixed[name](parameters, context)
  return unsigned as UnsignedTransaction
}

/** The type of each field, given or not. */
const fixed: {
  readonly [name in CommonField | OwnField]: (
    parameters: PreconfirmParameters,
    context: Context,
  ) => FieldValues[name]
} = {
  chainId: (_, { chainId }) => chainId,
  from: ({ from }) => from,
  to: ({ to }) => to ?? null,
  nonce: (_, { nonce }) => nonce,
  value: ({ value }) => value ?? 0n,
  gas: ({ gas, gasUsed }) => gas ?? gasUsed ?? transferGas,
  data: ({ data }) => data ?? '0x',
  gasPrice: ({ gasPrice }, { baseFeePerGas }) => gasPrice ?? 2n * baseFeePerGas,
  maxPriorityFeePerGas: ({ maxPriorityFeePerGas }) =>
    maxPriorityFeePerGas ?? 0n,
  maxFeePerGas: ({ maxFeePerGas, maxPriorityFeePerGas }, { baseFeePerGas }) =>
    maxFeePerGas ?? 2n * baseFeePerGas + (maxPriorityFeePerGas ?? 0n),
  accessList: ({ accessList }) => accessList ?? none,
  authorizationList: ({ authorizationList }) =>
    (authorizationList ?? none).map(completeAuthorization),
  sourceHash: ({ from, sourceHash }, { nonce }) =>
    sourceHash ?? sourceOf(from, nonce),
  mint: ({ mint }) => mint ?? 0n,
  isSystemTx: ({ isSystemTx }) => isSystemTx ?? false,
}

/** An authorization that nobody signed gets a well-formed signature. */
export function completeAuthorization(
  authorization: Authorization,
): SignedAuthorization {
  return {
    chainId: authorization.chainId,
    address: authorization.address,
    nonce: authorization.nonce,
    r: authorization.r ?? toWord(1n),
    s: authorization.s ?? toWord(1n),
    yParity: authorization.yParity ?? 0,
  }
}

/** Unique for each deposit of an account, as an L1 log's place would be. */
function sourceOf(from: Address, nonce: Nonce): Hash {
  return toHex(keccak256(toBytes(`${from}${toWord(BigInt(nonce)).slice(2)}`)))
}
