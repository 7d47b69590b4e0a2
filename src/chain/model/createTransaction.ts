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
  type FieldValues,
  type OwnField,
  ownFields,
  type TransactionType,
} from '../../base/codec/transactionTypes.js'
import { keccak256 } from '../../base/hash/keccak256.js'
import {
  type Address,
  type Hash,
  type Nonce,
  toBytes,
  toHex,
  toWord,
  zeroHash,
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

/** What a transaction is made with; what is given here is not the parameters'. */
export type CreateContext = Pick<
  PreconfirmParameters,
  'type' | 'gas' | 'execute'
> & {
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
  context: CreateContext,
): Transaction {
  const { type = parameters.type ?? 'eip1559' } = context
  const { gas = parameters.gas, execute = parameters.execute } = context
  const transaction = begin(
    type,
    {
      chainId: context.chainId,
      from: parameters.from,
      to: parameters.to ?? null,
      nonce: context.nonce,
      value: parameters.value ?? 0n,
      gas: gas ?? parameters.gasUsed ?? transferGas,
      data: parameters.data ?? '0x',
    },
    (name) => own[name](parameters, context),
  )
  if (!execute) transaction.script = createEffect(parameters)
  transaction.blobGasUsed = parameters.blobGasUsed ?? 0n
  transaction.l1 = parameters.l1 ?? nothing
  transaction.label = parameters.label
  const unsigned = transaction as unknown as UnsignedTransaction
  if (unsigned.type !== 'deposit')
    transaction.signature = (context.sign ?? signEnvelope)(unsigned)
  const envelope = encodeEnvelope(unsigned, transaction.signature)
  transaction.envelope = envelope
  transaction.hash = hashEnvelope(envelope)
  // A deposit comes from L1, and pays nothing there.
  if (parameters.l1 === undefined && execute && type !== 'deposit')
    transaction.l1 = context.l1FeesOf?.(envelope) ?? nothing
  return transaction
}

/** A transaction as somebody signed it, for an engine to execute. */
export function takeSigned(
  signed: SignedTransaction,
  l1FeesOf: CreateContext['l1FeesOf'],
): Transaction {
  const transaction = begin(signed.type, signed, (name) => signed[name])
  transaction.hash = signed.hash
  transaction.envelope = signed.envelope
  transaction.signature = signed.signature
  transaction.l1 = l1FeesOf?.(envelopeOf(signed)) ?? nothing
  return transaction
}

/**
 * A transaction with its fields alone. All of a type get the same hidden class,
 * which is fast to read; those that are spread do not.
 */
function begin(
  type: TransactionType,
  common: Pick<FieldValues, CommonField>,
  own: (name: OwnField) => unknown,
): Unfinished {
  const transaction: Unfinished = {
    type,
    chainId: common.chainId,
    from: common.from,
    to: common.to,
    nonce: common.nonce,
    value: common.value,
    gas: common.gas,
    data: common.data,
    hash: zeroHash,
    envelope: undefined,
    signature: undefined,
    script: null,
    blobGasUsed: 0n,
    l1: nothing,
    decision: null,
    label: undefined,
    lastRun: undefined,
  }
  const fields: { [name: string]: unknown } = transaction
  for (const name of ownFields(type)) fields[name] = own(name)
  return transaction
}

type Unfinished = { -readonly [field in keyof Transaction]: Transaction[field] }

/** Its EIP-2718 bytes: made again if they are kept no more. */
export function envelopeOf(transaction: SignedTransaction): Uint8Array {
  const { envelope, type, signature = {} } = transaction
  return envelope ?? encodeListed(type, transaction, signature)
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

/** The fields that only some types have, given or not. */
const own: {
  readonly [name in OwnField]: (
    parameters: PreconfirmParameters,
    context: CreateContext,
  ) => FieldValues[name]
} = {
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
