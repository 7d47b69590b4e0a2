import {
  type Address,
  type Hash,
  type Hex,
  toWord,
  zeroAddress,
} from '../hex/hex.js'
import {
  parseAddress,
  parseData,
  parseHash,
  parseQuantity,
  refuse,
} from '../hex/parse.js'
import {
  type EnvelopeType,
  encodeBlobEnvelope,
  encodeEnvelope,
  type Signature,
} from './envelope.js'
import { encodeReceipt } from './receipt.js'
import {
  readField,
  readItems,
  readOptional,
  UnreadableFieldError,
  type Wire,
} from './wire.js'

const types: { readonly [number: string]: EnvelopeType } = {
  0: 'legacy',
  1: 'eip2930',
  2: 'eip1559',
  3: 'eip4844',
  4: 'eip7702',
  126: 'deposit',
}

/**
 * The envelope of a transaction in a node's JSON.
 *
 * @throws UnreadableFieldError where a field is missing or its type is not
 * one of those that are known here.
 */
export function encodeWireTransaction(wire: Wire, path: string): Uint8Array {
  const quantity = (field: string) =>
    readField(wire, path, field, parseQuantity)
  const type = readType(wire, path)
  const common = {
    nonce: Number(type === 'deposit' ? 0n : quantity('nonce')),
    gas: quantity('gas'),
    to: readOptional(wire, path, 'to', parseAddress) ?? null,
    value: quantity('value'),
    data: readField(wire, path, 'input', parseData),
  }
  if (type === 'deposit')
    return encodeEnvelope(
      {
        ...common,
        type,
        chainId: 0,
        from: readField(wire, path, 'from', parseAddress),
        sourceHash: readField(wire, path, 'sourceHash', parseHash),
        mint: readOptional(wire, path, 'mint', parseQuantity) ?? 0n,
        isSystemTx: wire.isSystemTx === true,
      },
      undefined,
    )

  const signature = readSignature(wire, path)
  // Signed ones do not say who sent them.
  const from = zeroAddress
  if (type === 'legacy') {
    const gasPrice = quantity('gasPrice')
    return encodeEnvelope(
      { ...common, type, from, chainId: 0, gasPrice },
      signature,
    )
  }
  const typed = {
    ...common,
    from,
    chainId: Number(quantity('chainId')),
    accessList: readAccessList(wire, path),
  }
  if (type === 'eip2930') {
    const gasPrice = quantity('gasPrice')
    return encodeEnvelope({ ...typed, type, gasPrice }, signature)
  }
  const dynamic = {
    ...typed,
    maxFeePerGas: quantity('maxFeePerGas'),
    maxPriorityFeePerGas: quantity('maxPriorityFeePerGas'),
  }
  switch (type) {
    case 'eip1559':
      return encodeEnvelope({ ...dynamic, type }, signature)
    case 'eip7702': {
      const authorizationList = readAuthorizations(wire, path)
      return encodeEnvelope({ ...dynamic, type, authorizationList }, signature)
    }
    case 'eip4844':
      return encodeBlobEnvelope(
        {
          ...dynamic,
          maxFeePerBlobGas: quantity('maxFeePerBlobGas'),
          blobVersionedHashes: readField(
            wire,
            path,
            'blobVersionedHashes',
            parseHashes,
          ),
        },
        signature,
      )
  }
}

/** A receipt in a node's JSON as it stands in the trie of receiptsRoot. */
export function encodeWireReceipt(wire: Wire, path: string): Uint8Array {
  const optional = (field: string) =>
    readOptional(wire, path, field, parseQuantity)
  const status = optional('status')
  return encodeReceipt({
    type: readType(wire, path),
    status: status === 0n ? 'reverted' : 'success',
    // Before Byzantium (EIP-658) a receipt held the state root in its place.
    postState:
      status === undefined
        ? readField(wire, path, 'root', parseHash)
        : undefined,
    cumulativeGasUsed: readField(
      wire,
      path,
      'cumulativeGasUsed',
      parseQuantity,
    ),
    logsBloom: readField(wire, path, 'logsBloom', parseData),
    logs: readLogs(wire, path),
    depositNonce: optional('depositNonce'),
    depositReceiptVersion: optional('depositReceiptVersion'),
  })
}

export function readLogs(
  wire: Wire,
  path: string,
): { address: Address; topics: Hash[]; data: Hex }[] {
  return readItems(wire, path, 'logs').map((log, index) => {
    const at = `${path}.logs[${index}]`
    return {
      address: readField(log, at, 'address', parseAddress),
      topics: readField(log, at, 'topics', parseHashes),
      data: readField(log, at, 'data', parseData),
    }
  })
}

/** Before EIP-2718 nodes told no type. */
function readType(wire: Wire, path: string): EnvelopeType {
  const number = readOptional(wire, path, 'type', parseQuantity) ?? 0n
  const type = types[`${number}`]
  if (type !== undefined) return type
  throw new UnreadableFieldError(
    `${path}.type`,
    `0x${number.toString(16)}`,
    'one of 0x0, 0x1, 0x2, 0x3, 0x4, 0x7e',
  )
}

function readSignature(wire: Wire, path: string): Signature {
  const quantity = (field: string) =>
    readField(wire, path, field, parseQuantity)
  const parity = readOptional(wire, path, 'yParity', parseQuantity)
  const v = readOptional(wire, path, 'v', parseQuantity) ?? quantity('yParity')
  const isOdd = (parity ?? (v < 27n ? v : v - 27n)) % 2n === 1n
  const r = toWord(quantity('r'))
  const s = toWord(quantity('s'))
  return { r, s, v, yParity: isOdd ? 1 : 0 }
}

function readAccessList(wire: Wire, path: string) {
  return readItems(wire, path, 'accessList').map((item, index) => {
    const at = `${path}.accessList[${index}]`
    return {
      address: readField(item, at, 'address', parseAddress),
      storageKeys: readField(item, at, 'storageKeys', parseHashes),
    }
  })
}

function readAuthorizations(wire: Wire, path: string) {
  return readItems(wire, path, 'authorizationList').map((item, index) => {
    const at = `${path}.authorizationList[${index}]`
    return {
      chainId: Number(readField(item, at, 'chainId', parseQuantity)),
      address: readField(item, at, 'address', parseAddress),
      nonce: Number(readField(item, at, 'nonce', parseQuantity)),
      ...readSignature(item, at),
    }
  })
}

function parseHashes(given: unknown) {
  const expected = 'an array of 32-byte hashes'
  if (!Array.isArray(given)) return refuse(given, expected)
  const value: Hash[] = []
  for (const item of given) {
    const hash = parseHash(item)
    if (!hash.ok) return refuse(given, expected)
    value.push(hash.value)
  }
  return { ok: true, value } as const
}
