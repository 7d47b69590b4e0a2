import type { Item } from '../codec/decodeRlp.js'
import type { EnvelopeType } from '../codec/envelope.js'
import type { Hex } from '../hex/hex.js'
import { toQuantity } from '../hex/hex.js'

/** By JSON-RPC's name, in the order in which an envelope lists them. */
type Fields = { readonly [name: string]: (item: Item) => unknown }

const authorization: Fields = {
  chainId: quantity,
  address: data,
  nonce: quantity,
  yParity: quantity,
  r: quantity,
  s: quantity,
}

const signature: Fields = { yParity: quantity, r: quantity, s: quantity }

const call: Fields = {
  gas: quantity,
  to: recipient,
  value: quantity,
  input: data,
}

const dynamicFee: Fields = {
  chainId: quantity,
  nonce: quantity,
  maxPriorityFeePerGas: quantity,
  maxFeePerGas: quantity,
  ...call,
  accessList,
}

/** EIP-155, 2930, 1559, 4844 and 7702; OP's deposits. */
const layouts: { readonly [type in EnvelopeType]: Fields } = {
  legacy: {
    nonce: quantity,
    gasPrice: quantity,
    ...call,
    v: quantity,
    r: quantity,
    s: quantity,
  },
  eip2930: {
    chainId: quantity,
    nonce: quantity,
    gasPrice: quantity,
    ...call,
    accessList,
    ...signature,
  },
  eip1559: { ...dynamicFee, ...signature },
  eip4844: {
    ...dynamicFee,
    maxFeePerBlobGas: quantity,
    blobVersionedHashes: list,
    ...signature,
  },
  eip7702: { ...dynamicFee, authorizationList, ...signature },
  deposit: {
    sourceHash: data,
    from: data,
    to: recipient,
    mint: quantity,
    value: quantity,
    gas: quantity,
    isSystemTx,
    input: data,
  },
}

/** What an envelope of that type lists, by the names of JSON-RPC. */
export function envelopeFields(
  type: EnvelopeType,
  items: readonly Item[],
): { [name: string]: unknown } {
  return named(layouts[type], items)
}

function named(fields: Fields, items: readonly Item[]) {
  return Object.fromEntries(
    Object.entries(fields)
      .map(([name, read], position) => [name, read(items[position] ?? '0x')])
      .filter(([, value]) => value !== undefined),
  )
}

function quantity(item: Item): Hex {
  const hex = data(item)
  return hex === '0x' ? '0x0' : toQuantity(BigInt(hex))
}

function data(item: Item): Hex {
  if (typeof item === 'string') return item
  throw new TypeError('A list stands where bytes are expected.')
}

function list(item: Item): readonly Item[] {
  if (typeof item !== 'string') return item
  throw new TypeError('Bytes stand where a list is expected.')
}

/** op-geth leaves it out where it is false. */
function isSystemTx(item: Item): true | undefined {
  return item === '0x01' ? true : undefined
}

/** Nobody: the transaction creates a contract. */
function recipient(item: Item): Hex | null {
  return item === '0x' ? null : data(item)
}

function accessList(item: Item) {
  return list(item).map((entry) =>
    named({ address: data, storageKeys: list }, list(entry)),
  )
}

function authorizationList(item: Item) {
  return list(item).map((entry) => named(authorization, list(entry)))
}
