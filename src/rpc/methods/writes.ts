import type { RpcTransactionReceipt } from 'viem'
import {
  decodeEnvelope,
  hashEnvelope,
  isHighS,
  isScalar,
  legacyChainId,
  recoverSender,
  type Signature,
  type SignedEnvelope,
} from '../../base/codec/envelope.js'
import {
  type EnvelopeType,
  envelopeTypes,
  transactionTypes,
} from '../../base/codec/transactionTypes.js'
import { type Hex, parseData, toBytes } from '../../base/hex/hex.js'
import type { Chain } from '../../chain/blocks/chain.js'
import type { ChainConfig } from '../../chain/model/config.js'
import type {
  AskedTransaction,
  SignedTransaction,
} from '../../chain/model/transaction.js'
import type { RecoverSigner } from '../../engine/engine.js'
import { serverError } from '../answers/outcome.js'
import {
  type MethodsOf,
  type SchemaOfViem,
  transactionObject,
  writingMethod,
} from '../method/method.js'
import type { View } from '../view/view.js'
import {
  notSupported,
  parseTimeout,
  readAsked,
  type Timeout,
  type Write,
  waitFor,
} from '../writes/transactionParameters.js'
import { suggestTip, tipOfNode } from './fees.js'

export type WritesSchema = SchemaOfViem<
  'eth_sendRawTransaction' | 'eth_sendTransaction'
> & {
  // Only newer versions of viem have it.
  eth_sendRawTransactionSync: SendingSync
  // Nobody but MegaETH has it.
  realtime_sendRawTransaction: SendingSync
}

type SendingSync = {
  Parameters: [raw: Hex, timeout?: Hex | number]
  ReturnType: RpcTransactionReceipt
}

const raw = { name: 'raw', parse: parseData }
const timeout = {
  name: 'timeout',
  parse: parseTimeout,
  absent: { value: undefined as Timeout | undefined },
}

/** Methods by which a wallet or a test sends. */
export const writesMethods = {
  eth_sendRawTransaction: writingMethod({
    isPublic: true,
    params: [raw],
    write: ({ chain }, [raw]) => sendRaw(raw, chain),
  }),

  eth_sendRawTransactionSync: writingMethod({
    isPublic: true,
    params: [raw, timeout],
    write: sendSync,
  }),

  eth_sendTransaction: writingMethod({
    isPublic: true,
    params: [transactionObject],
    write(view, [transaction]) {
      const read = readAsked(transaction, view)
      if (!read.ok) return { type: 'error', error: read.error }
      const parameters = withFees(view, read.parameters)
      return { type: 'send', sending: { type: 'asked', parameters } }
    },
  }),

  /** The same by another name, as docs.megaeth.com has it. */
  realtime_sendRawTransaction: writingMethod({
    isPublic: false,
    params: [raw, timeout],
    write: sendSync,
  }),
} satisfies MethodsOf<WritesSchema>

/**
 * Where the node suggests a tip, it pays the same for whoever names none, and
 * with option "defaultFee" no more than it takes now.
 */
function withFees(
  { chain, answering }: View,
  parameters: AskedTransaction,
): AskedTransaction {
  const { type, gasPrice, maxFeePerGas } = parameters
  const { leastTip, defaultFee } = answering
  const hasTip = type !== 'legacy' && type !== 'eip2930'
  if (gasPrice !== undefined || !hasTip) return parameters
  const suggested = leastTip === 0n ? 0n : suggestTip(chain, answering)
  const own = tipOfNode(suggested, answering)
  const isCapped = maxFeePerGas !== undefined && maxFeePerGas < own
  const tip = parameters.maxPriorityFeePerGas ?? (isCapped ? maxFeePerGas : own)
  const exact = chain.open.baseFeePerGas + (tip < suggested ? suggested : tip)
  return {
    ...parameters,
    maxPriorityFeePerGas: tip,
    maxFeePerGas: maxFeePerGas ?? (defaultFee === 'exact' ? exact : undefined),
  }
}

function sendSync(
  { chain, answering }: View,
  [raw, timeout]: readonly [Hex, Timeout | undefined],
): Write {
  const wait = waitFor(timeout, answering.sendSync)
  return typeof wait === 'number'
    ? sendRaw(raw, chain, wait)
    : { type: 'error', error: wait }
}

function sendRaw(raw: Hex, { config }: Chain, wait?: number): Write {
  const read = readEnvelope(raw, config)
  if (!read.ok) return { type: 'error', error: serverError(read.message) }
  const { transaction } = read
  return { type: 'send', sending: { type: 'signed', transaction }, wait }
}

type ReadEnvelope =
  | { readonly ok: true; readonly transaction: SignedTransaction }
  | { readonly ok: false; readonly message: string }

/** As geth's pool has it. */
const mostBytes = 128 * 1024

/**
 * Decodes a signed transaction, or says why no node takes it, in geth's words.
 */
function readEnvelope(
  raw: Hex,
  { chainId, engine }: Pick<ChainConfig, 'chainId' | 'engine'>,
): ReadEnvelope {
  const envelope = toBytes(raw)
  const [first = 0] = envelope
  // EIP-2718: above 0x7f it is a legacy one, and so a list.
  const isTyped = first <= 0x7f
  if (isTyped && envelope.length < 2)
    return refused('typed transaction too short')
  if (isTyped && !sendable.has(first))
    return refused(notSupported(`0x${first.toString(16)}`))
  if (!isTyped && first < 0xc0) return refused('rlp: expected List')
  if (envelope.length > mostBytes)
    return refused(
      `oversized data: transaction size ${envelope.length}, limit ${mostBytes}`,
    )
  const decoded = decode(envelope)
  return typeof decoded === 'string'
    ? refused(decoded)
    : recover(decoded, envelope, chainId, engine.recoverSigner)
}

function decode(envelope: Uint8Array): SignedEnvelope | string {
  try {
    return decodeEnvelope(envelope) as SignedEnvelope
  } catch (error) {
    const { message } = error as RangeError
    if (message.endsWith('is neither 0 nor 1.')) return invalidSignature
    const words = message.replace(/^The |\.$/g, '')
    return `rlp: ${words.charAt(0).toLowerCase()}${words.slice(1)}`
  }
}

function recover(
  decoded: SignedEnvelope,
  envelope: Uint8Array,
  chainId: number,
  recoverSigner: RecoverSigner | undefined,
): ReadEnvelope {
  const { type, r, s } = decoded
  const isUnprotected = type === 'legacy' && decoded.v < 35n
  if (isUnprotected && decoded.v !== 27n && decoded.v !== 28n)
    return refused(invalidSignature)
  // From before EIP-155 a transaction is for any chain.
  const bound =
    type === 'legacy'
      ? (legacyChainId(decoded) ?? BigInt(chainId))
      : BigInt(decoded.chainId)
  if (bound !== BigInt(chainId))
    return refused(
      `invalid sender: invalid chain id for signer: have ${bound} want ${chainId}`,
    )
  if (!isScalar(BigInt(r)) || !isScalar(BigInt(s)))
    return refused(invalidSignature)
  if (isHighS(BigInt(s)))
    return refused(
      `${invalidSignature} (an s above half of the order is not canonical, EIP-2)`,
    )
  try {
    const from = recoverSender(decoded, recoverSigner)
    const signature: Signature = {
      r,
      s,
      yParity: parityOf(decoded),
      v: type === 'legacy' ? decoded.v : BigInt(decoded.yParity),
    }
    const hash = hashEnvelope(envelope)
    const own = { from, chainId, hash, envelope, signature }
    const transaction: unknown = Object.assign(decoded, own)
    return { ok: true, transaction: transaction as SignedTransaction }
  } catch {
    return refused(
      'invalid sender: recovery failed (no key made this signature)',
    )
  }
}

const invalidSignature = 'invalid sender: invalid transaction v, r, s values'

function parityOf(decoded: SignedEnvelope): 0 | 1 {
  // 27 and 35 are odd.
  const parity =
    decoded.type === 'legacy' ? 1 - Number(decoded.v % 2n) : decoded.yParity
  return parity === 1 ? 1 : 0
}

/** No wallet sends a deposit, and no blob goes with what is scripted here. */
const sendable: ReadonlySet<number> = new Set(
  envelopeTypes.filter(isSendable).map((type) => numberOf(type)),
)

function isSendable(type: EnvelopeType): boolean {
  return type !== 'deposit' && type !== 'eip4844'
}

function numberOf(type: EnvelopeType): number {
  return Number(transactionTypes[type].number)
}

function refused(message: string): ReadEnvelope {
  return { ok: false, message }
}
