import { type Hex, parseData } from '../hex/hex.js'
import { remember } from '../memo/memo.js'
import {
  accessList,
  address,
  authorizationList,
  count,
  data,
  type FieldSetValues,
  flag,
  hash,
  hashes,
  nonce,
  parity,
  quantity,
  recipient,
  recoveryValue,
  sparseQuantity,
  type Written,
  word,
} from './field.js'
import { isGiven, readOptional, type Wire } from './wire.js'

export type TransactionType =
  | 'legacy'
  | 'eip2930'
  | 'eip1559'
  | 'eip7702'
  | 'deposit'

/** Types of imported blocks: blob transactions (EIP-4844) are not scripted. */
export type EnvelopeType = TransactionType | 'eip4844'

/** Every field of every envelope, in the order in which JSON is read. */
export const envelopeFields = {
  nonce: nonce('nonce'),
  gas: quantity('gas'),
  to: recipient('to'),
  value: quantity('value'),
  data: data('input'),
  from: address('from'),
  sourceHash: hash('sourceHash'),
  mint: sparseQuantity('mint'),
  isSystemTx: flag('isSystemTx'),
  yParity: parity('yParity'),
  v: recoveryValue('v'),
  r: word('r'),
  s: word('s'),
  chainId: count('chainId'),
  accessList: accessList('accessList'),
  gasPrice: quantity('gasPrice'),
  maxFeePerGas: quantity('maxFeePerGas'),
  maxPriorityFeePerGas: quantity('maxPriorityFeePerGas'),
  authorizationList: authorizationList('authorizationList'),
  maxFeePerBlobGas: quantity('maxFeePerBlobGas'),
  blobVersionedHashes: hashes('blobVersionedHashes'),
}

export type FieldName = keyof typeof envelopeFields
export type FieldValues = FieldSetValues<typeof envelopeFields>
export type WrittenFields = Written<typeof envelopeFields>

const call = ['gas', 'to', 'value', 'data'] as const
const dynamicFee = [
  'chainId',
  'nonce',
  'maxPriorityFeePerGas',
  'maxFeePerGas',
  ...call,
  'accessList',
] as const
const signature = ['yParity', 'r', 's'] as const

/** EIP-155, 2930, 1559, 4844 and 7702; the deposits of OP chains. */
export const transactionTypes = {
  legacy: {
    number: '0x0',
    fields: ['nonce', 'gasPrice', ...call],
    signature: ['v', 'r', 's'],
    isScripted: true,
  },
  eip2930: {
    number: '0x1',
    fields: ['chainId', 'nonce', 'gasPrice', ...call, 'accessList'],
    signature,
    isScripted: true,
  },
  eip1559: {
    number: '0x2',
    fields: dynamicFee,
    signature,
    isScripted: true,
  },
  eip4844: {
    number: '0x3',
    fields: [...dynamicFee, 'maxFeePerBlobGas', 'blobVersionedHashes'],
    signature,
    isScripted: false,
  },
  eip7702: {
    number: '0x4',
    fields: [...dynamicFee, 'authorizationList'],
    signature,
    isScripted: true,
  },
  deposit: {
    number: '0x7e',
    fields: [
      'sourceHash',
      'from',
      'to',
      'mint',
      'value',
      'gas',
      'isSystemTx',
      'data',
    ],
    // It is not signed.
    signature: [],
    isScripted: true,
  },
} as const satisfies {
  [type in EnvelopeType]: {
    /**
     * The type byte of EIP-2718, as in JSON. A legacy envelope has no such
     * byte.
     */
    number: `0x${string}`
    /** Fields of the envelope's list, in that order. */
    fields: readonly FieldName[]
    /** Fields behind them. */
    signature: readonly FieldName[]
    isScripted: type extends TransactionType ? true : false
  }
}

type Types = typeof transactionTypes

/** A field that an envelope of that type lists. */
export type ListedField<type extends EnvelopeType> =
  | Types[type]['fields'][number]
  | Types[type]['signature'][number]

/** Fields of every transaction, whether or not its envelope lists them. */
export const commonFields = [
  'chainId',
  'from',
  'to',
  'nonce',
  'value',
  'gas',
  'data',
] as const satisfies readonly FieldName[]

export type CommonField = (typeof commonFields)[number]

/** A field that only some transactions have. */
export type OwnField<type extends EnvelopeType = TransactionType> = Exclude<
  Types[type]['fields'][number],
  CommonField
>

export const envelopeTypes = Object.keys(transactionTypes) as EnvelopeType[]

export const scriptedTypes = envelopeTypes.filter(
  (type): type is TransactionType => transactionTypes[type].isScripted,
)

export function listedFields(type: EnvelopeType): readonly FieldName[] {
  const { fields, signature } = transactionTypes[type]
  return [...fields, ...signature]
}

const isCommon: ReadonlySet<FieldName> = new Set(commonFields)

const own = /* @__PURE__ */ remember((type: EnvelopeType) => {
  const fields: readonly FieldName[] = transactionTypes[type].fields
  return fields.filter((name) => !isCommon.has(name))
})

export function ownFields<type extends EnvelopeType>(
  type: type,
): readonly OwnField<type>[] {
  return own(type) as readonly FieldName[] as readonly OwnField<type>[]
}

type Given = {
  readonly gasPrice?: unknown
  readonly accessList?: unknown
  readonly authorizationList?: unknown
}

/** As geth chooses: the least type that has the fields that are given. */
export function leastType({ gasPrice, accessList, authorizationList }: Given) {
  if (authorizationList !== undefined) return 'eip7702'
  if (gasPrice === undefined) return 'eip1559'
  return accessList === undefined ? 'legacy' : 'eip2930'
}

type Readable = { read(wire: Wire, path: string): unknown }

type Values<fields extends { readonly [name: string]: Readable }> = {
  readonly [name in keyof fields]?: ReturnType<fields[name]['read']>
}

/** Fields that a transaction request may have beside its data. */
export const askedFields = {
  from: envelopeFields.from,
  to: envelopeFields.to,
  value: envelopeFields.value,
  nonce: envelopeFields.nonce,
  gas: envelopeFields.gas,
  gasPrice: envelopeFields.gasPrice,
  maxFeePerGas: envelopeFields.maxFeePerGas,
  maxPriorityFeePerGas: envelopeFields.maxPriorityFeePerGas,
  accessList: envelopeFields.accessList,
  authorizationList: envelopeFields.authorizationList,
  chainId: envelopeFields.chainId,
}

/**
 * Reads the object by which JSON-RPC asks for a transaction or a call. Null is
 * left out, as web3.js and wallets have it. Both names of the data are in use;
 * two that differ are for the caller to refuse, in words of its own.
 *
 * @throws InvalidParametersError naming the first field that is malformed.
 */
export function readTransactionObject<
  fields extends { readonly [name: string]: Readable },
>(wire: Wire, path: string, fields: fields) {
  // Every call is read here: what it leaves out, nearly all, is to cost nothing.
  const asked: { [name: string]: unknown } = {}
  for (const name in fields)
    if (isGiven(wire, name)) asked[name] = fields[name]?.read(wire, path)
  const input = readOptional(wire, path, 'input', parseData)
  const data = readOptional(wire, path, 'data', parseData)
  const one = input ?? data
  if (one !== undefined) asked.data = one
  return {
    fields: asked as Values<fields> & { readonly data?: Hex },
    hasTwoInputs: data !== undefined && data !== one,
  }
}
