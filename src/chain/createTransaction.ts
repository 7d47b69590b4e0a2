import { keccak_256 } from '@noble/hashes/sha3.js'
import { bloomOf } from '../codec/bloom.js'
import {
  encodeEnvelope,
  hashEnvelope,
  signEnvelope,
  type UnsignedTransaction,
} from '../codec/envelope.js'
import type {
  Authorization,
  SignedAuthorization,
} from '../codec/transaction.js'
import type { Address, Hash } from '../hex/hex.js'
import { toBytes, toHex, toWord } from '../hex/hex.js'
import type {
  Effect,
  PreconfirmParameters,
  Transaction,
} from './transaction.js'

const transferGas = 21_000n

type EffectParameters = Pick<
  PreconfirmParameters,
  'status' | 'gasUsed' | 'blobGasUsed' | 'logs' | 'changes' | 'l1'
>

type Context = { chainId: number; nonce: number; baseFeePerGas: bigint }

/** Fixes every field of a scripted transaction, and with them its hash. */
export function createTransaction(
  parameters: PreconfirmParameters,
  context: Context,
): Transaction {
  const effect = createEffect(parameters)
  const unsigned = createUnsigned(parameters, context, effect)
  const signature =
    unsigned.type === 'deposit' ? undefined : signEnvelope(unsigned)
  const envelope = encodeEnvelope(unsigned, signature)
  return {
    hash: hashEnvelope(envelope),
    envelope,
    type: unsigned.type,
    chainId: unsigned.chainId,
    from: unsigned.from,
    to: unsigned.to,
    nonce: unsigned.nonce,
    value: unsigned.value,
    gas: unsigned.gas,
    data: unsigned.data,
    gasPrice: 'gasPrice' in unsigned ? unsigned.gasPrice : undefined,
    maxFeePerGas:
      'maxFeePerGas' in unsigned ? unsigned.maxFeePerGas : undefined,
    maxPriorityFeePerGas:
      'maxPriorityFeePerGas' in unsigned
        ? unsigned.maxPriorityFeePerGas
        : undefined,
    accessList: 'accessList' in unsigned ? unsigned.accessList : undefined,
    authorizationList:
      'authorizationList' in unsigned ? unsigned.authorizationList : undefined,
    signature,
    deposit:
      unsigned.type === 'deposit'
        ? {
            sourceHash: unsigned.sourceHash,
            mint: unsigned.mint,
            isSystemTx: unsigned.isSystemTx,
          }
        : undefined,
    effect,
    label: parameters.label,
  }
}

// Shared, since most transactions have none of them and blocks hold many.
const none: readonly never[] = []
const nothing = {}

function createEffect(parameters: EffectParameters): Effect {
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
  }
}

/** The same effect, but for what is amended; what reverts did nothing more. */
export function amendEffect(
  effect: Effect,
  {
    gasUsed,
    logs,
    status,
    changes,
  }: Pick<PreconfirmParameters, 'gasUsed' | 'logs' | 'status' | 'changes'>,
): Effect {
  const kept =
    status === 'reverted'
      ? {}
      : { logs: logs ?? effect.logs, changes: changes ?? effect.changes }
  return createEffect({
    status: status ?? effect.status,
    gasUsed: gasUsed ?? effect.gasUsed,
    blobGasUsed: effect.blobGasUsed,
    l1: effect.l1,
    ...kept,
  })
}

function createUnsigned(
  parameters: PreconfirmParameters,
  context: Context,
  effect: Effect,
): UnsignedTransaction {
  const common = {
    chainId: context.chainId,
    from: parameters.from,
    to: parameters.to ?? null,
    nonce: context.nonce,
    value: parameters.value ?? 0n,
    gas: parameters.gas ?? effect.gasUsed,
    data: parameters.data ?? '0x',
  }
  const accessList = parameters.accessList ?? none
  const gasPrice = parameters.gasPrice ?? 2n * context.baseFeePerGas
  const tip = parameters.maxPriorityFeePerGas ?? 0n
  const fees = {
    maxPriorityFeePerGas: tip,
    maxFeePerGas: parameters.maxFeePerGas ?? 2n * context.baseFeePerGas + tip,
  }
  switch (parameters.type) {
    case 'legacy':
      return { type: 'legacy', ...common, gasPrice }
    case 'eip2930':
      return { type: 'eip2930', ...common, gasPrice, accessList }
    case 'eip7702':
      return {
        type: 'eip7702',
        ...common,
        ...fees,
        accessList,
        authorizationList: (parameters.authorizationList ?? []).map(complete),
      }
    case 'deposit':
      return {
        type: 'deposit',
        ...common,
        sourceHash:
          parameters.sourceHash ?? sourceHash(common.from, common.nonce),
        mint: parameters.mint ?? 0n,
        isSystemTx: parameters.isSystemTx ?? false,
      }
    default:
      return { type: 'eip1559', ...common, ...fees, accessList }
  }
}

/** An authorization that nobody signed gets a well-formed signature. */
function complete(authorization: Authorization): SignedAuthorization {
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
function sourceHash(from: Address, nonce: number): Hash {
  return toHex(keccak_256(toBytes(`${from}${toWord(BigInt(nonce)).slice(2)}`)))
}
