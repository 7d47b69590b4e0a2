import { readLogs } from '../../base/codec/encodeWire.js'
import type { Log } from '../../base/codec/envelope.js'
import {
  isWire,
  readField,
  readOptional,
  unreadable,
  type Wire,
} from '../../base/codec/wire.js'
import { display } from '../../base/hex/display.js'
import {
  type Address,
  type Hash,
  type Hex,
  parseAddress,
  parseData,
  parseHash,
  parseQuantity,
  type Result,
  refuse,
} from '../../base/hex/hex.js'
import { natural, uint32 } from '../../base/validation/values.js'
import type { AccountsParameters } from '../../index.js'
import {
  decodeTransaction,
  type StreamTransaction,
} from './decodeTransaction.js'

/** One pre-confirmation of the stream, parsed. */
export type Message = {
  readonly payloadId: Hex
  /** Position within its block */
  readonly index: number
  /** The fields fixed when the block opens; absent from some messages */
  readonly base: Base | undefined
  readonly diff: Diff
  /** From the metadata */
  readonly blockNumber: number | undefined
  /** The given receipts of this message's transactions */
  readonly receipts: ReadonlyMap<Hash, StreamReceipt>
  /** Accounts whose balance this message's transactions changed */
  readonly balances: AccountsParameters
  /** ms, on the receiver's clock */
  readonly receivedAt: number | undefined
}

export type Base = {
  readonly parentHash: Hash
  readonly parentBeaconBlockRoot: Hash
  readonly miner: Address
  readonly mixHash: Hash
  readonly number: bigint
  readonly gasLimit: bigint
  /** unix seconds */
  readonly timestamp: bigint
  readonly extraData: Hex
  /** wei per gas */
  readonly baseFeePerGas: bigint
}

/** Transactions are this message's; the rest holds for the block up to here. */
export type Diff = {
  readonly stateRoot: Hash
  readonly receiptsRoot: Hash
  readonly logsBloom: Hex
  readonly gasUsed: bigint
  readonly hash: Hash
  readonly transactions: readonly StreamTransaction[]
  readonly withdrawals: readonly unknown[]
  /** Since OP's Isthmus */
  readonly withdrawalsRoot: Hash | undefined
  readonly blobGasUsed: bigint | undefined
}

/**
 * Reads a message; other fields are ignored.
 *
 * @throws InvalidParametersError naming the field by its path.
 */
export function readMessage(given: unknown, path: string): Message {
  if (!isWire(given))
    throw unreadable(
      path,
      display(given),
      'a message { payload_id, index, base?, diff, metadata }',
    )
  const index = readField(given, path, 'index', uint32.check)
  const base = readOptional(given, path, 'base', parseObject)
  if (index === 0 && base === undefined)
    throw unreadable(
      `${path}.base`,
      'missing',
      'the fields that are fixed when a block opens, as its index is 0',
    )
  const metadata = readOptional(given, path, 'metadata', parseObject) ?? {}
  const at = `${path}.metadata`
  return {
    payloadId: readField(given, path, 'payload_id', parseData),
    index,
    base: base && readBase(base, `${path}.base`),
    diff: readDiff(readField(given, path, 'diff', parseObject), `${path}.diff`),
    blockNumber: readOptional(metadata, at, 'block_number', natural.check),
    receipts: readReceipts(metadata, at),
    balances: readBalances(metadata, at),
    receivedAt: readOptional(given, path, 'receivedAt', parseTime),
  }
}

function readBase(wire: Wire, path: string): Base {
  const hash = (field: string) => readField(wire, path, field, parseHash)
  const quantity = (field: string) =>
    readField(wire, path, field, parseQuantity)
  return {
    parentHash: hash('parent_hash'),
    parentBeaconBlockRoot: hash('parent_beacon_block_root'),
    miner: readField(wire, path, 'fee_recipient', parseAddress),
    mixHash: hash('prev_randao'),
    number: quantity('block_number'),
    gasLimit: quantity('gas_limit'),
    timestamp: quantity('timestamp'),
    extraData: readField(wire, path, 'extra_data', parseData),
    baseFeePerGas: quantity('base_fee_per_gas'),
  }
}

function readDiff(wire: Wire, path: string): Diff {
  const hash = (field: string) => readField(wire, path, field, parseHash)
  return {
    stateRoot: hash('state_root'),
    receiptsRoot: hash('receipts_root'),
    logsBloom: readField(wire, path, 'logs_bloom', parseData),
    gasUsed: readField(wire, path, 'gas_used', parseQuantity),
    hash: hash('block_hash'),
    transactions: readField(wire, path, 'transactions', parseList).map(
      (raw, position) =>
        decodeTransaction(raw, `${path}.transactions[${position}]`),
    ),
    withdrawals: readOptional(wire, path, 'withdrawals', parseList) ?? [],
    withdrawalsRoot: readOptional(wire, path, 'withdrawals_root', parseHash),
    blobGasUsed: readOptional(wire, path, 'blob_gas_used', parseQuantity),
  }
}

function readBalances(metadata: Wire, path: string): AccountsParameters {
  const field = 'new_account_balances'
  const given = readOptional(metadata, path, field, parseObject) ?? {}
  const accounts: { [address: Address]: { balance: bigint } } = {}
  for (const key of Object.keys(given)) {
    const address = parseAddress(key)
    if (!address.ok)
      throw unreadable(
        `${path}.${field}`,
        `keyed by ${address.given}`,
        address.expected,
      )
    const balance = readField(given, `${path}.${field}`, key, parseQuantity)
    accounts[address.value] = { balance }
  }
  return accounts
}

function parseList(given: unknown): Result<readonly unknown[]> {
  return Array.isArray(given)
    ? { ok: true, value: given }
    : refuse(given, 'an array')
}

function parseTime(given: unknown): Result<number> {
  return typeof given === 'number' &&
    given >= 0 &&
    given <= Number.MAX_SAFE_INTEGER
    ? { ok: true, value: given }
    : refuse(given, 'a number of ms from 0 to 2^53 - 1')
}

/** The stream's part of a receipt; the rest follows from the block. */
export type StreamReceipt = {
  readonly status: bigint
  readonly cumulativeGasUsed: bigint
  readonly logs: readonly Log[]
  readonly depositNonce: bigint | undefined
  readonly depositReceiptVersion: bigint | undefined
}

/**
 * Reads the receipts of a message, by the hash of their transaction; none
 * if the metadata does not have them.
 *
 * @throws InvalidParametersError naming the field by its path.
 */
function readReceipts(
  metadata: Wire,
  path: string,
): ReadonlyMap<Hash, StreamReceipt> {
  const given = readOptional(metadata, path, 'receipts', parseObject) ?? {}
  return new Map(
    Object.keys(given).map((key) => {
      const at = `${path}.receipts`
      const hash = parseHash(key)
      if (!hash.ok)
        throw unreadable(at, `keyed by ${hash.given}`, hash.expected)
      const receipt = readField(given, at, key, parseObject)
      return [hash.value, readReceipt(unwrap(receipt), `${at}.${key}`)]
    }),
  )
}

/** Older builders wrap a receipt in its type: `{ Eip1559: { … } }`. */
function unwrap(receipt: Wire): Wire {
  const [inner, ...others] = Object.values(receipt)
  return isWire(inner) && others.length === 0 ? inner : receipt
}

function readReceipt(wire: Wire, path: string): StreamReceipt {
  const optional = (field: string) =>
    readOptional(wire, path, field, parseQuantity)
  return {
    status: readField(wire, path, 'status', parseQuantity),
    cumulativeGasUsed: readField(
      wire,
      path,
      'cumulativeGasUsed',
      parseQuantity,
    ),
    logs: readLogs(wire, path),
    depositNonce: optional('depositNonce'),
    depositReceiptVersion: optional('depositReceiptVersion'),
  }
}

function parseObject(given: unknown): Result<Wire> {
  return isWire(given) ? { ok: true, value: given } : refuse(given, 'an object')
}
