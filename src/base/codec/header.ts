import { keccak256 } from '../hash/keccak256.js'
import {
  type Address,
  type Hash,
  type Hex,
  parseAddress,
  parseData,
  parseHash,
  parseQuantity,
  type Result,
  toHex,
} from '../hex/hex.js'
import { encodeRlp, lengthWithPrefix } from './rlp.js'

/** A block header; what follows `nonce` came with later forks. */
export type Header = {
  readonly parentHash: Hash
  readonly sha3Uncles: Hash
  readonly miner: Address
  readonly stateRoot: Hash
  readonly transactionsRoot: Hash
  readonly receiptsRoot: Hash
  readonly logsBloom: Hex
  readonly difficulty: bigint
  readonly number: bigint
  readonly gasLimit: bigint
  readonly gasUsed: bigint
  /** Unix seconds. */
  readonly timestamp: bigint
  readonly extraData: Hex
  readonly mixHash: Hash
  /** 8 bytes. */
  readonly nonce: Hex
  readonly baseFeePerGas?: bigint | undefined
  readonly withdrawalsRoot?: Hash | undefined
  readonly blobGasUsed?: bigint | undefined
  readonly excessBlobGas?: bigint | undefined
  readonly parentBeaconBlockRoot?: Hash | undefined
  readonly requestsHash?: Hash | undefined
  readonly blockAccessListHash?: Hash | undefined
  readonly slotNumber?: bigint | undefined
}

/** How each field is read from JSON, in the order of the RLP. */
export const headerFields: {
  readonly [field in keyof Header]-?: (
    given: unknown,
  ) => Result<NonNullable<Header[field]>>
} = {
  parentHash: parseHash,
  sha3Uncles: parseHash,
  miner: parseAddress,
  stateRoot: parseHash,
  transactionsRoot: parseHash,
  receiptsRoot: parseHash,
  logsBloom: parseData,
  difficulty: parseQuantity,
  number: parseQuantity,
  gasLimit: parseQuantity,
  gasUsed: parseQuantity,
  timestamp: parseQuantity,
  extraData: parseData,
  mixHash: parseHash,
  nonce: parseData,
  baseFeePerGas: parseQuantity,
  withdrawalsRoot: parseHash,
  blobGasUsed: parseQuantity,
  excessBlobGas: parseQuantity,
  parentBeaconBlockRoot: parseHash,
  requestsHash: parseHash,
  blockAccessListHash: parseHash,
  slotNumber: parseQuantity,
}

const fieldNames = /* @__PURE__ */ Object.keys(
  headerFields,
) as readonly (keyof Header)[]

/** Those that came with later forks. */
export const laterFields = /* @__PURE__ */ fieldNames.slice(15)

/** keccak256(rlp([])) */
export const emptyUnclesHash: Hash =
  '0x1dcc4de8dec75d7aab85b567b6ccd41ad312451b948a7413f0a142fd40d49347'

/** sha256 of nothing (EIP-7685). */
export const emptyRequestsHash: Hash =
  '0xe3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855'

/**
 * The RLP that is hashed. A header ends with its last field; an absent field
 * before that counts as empty, as geth's optional fields do.
 */
export function encodeHeader(header: Header): Uint8Array {
  const fields = fieldNames.map((field) => header[field])
  while (fields.at(-1) === undefined) fields.pop()
  return encodeRlp(fields.map((field) => field ?? 0))
}

export function hashHeader(header: Header): Hash {
  return toHex(keccak256(encodeHeader(header)))
}

/**
 * The RLP length of a block: `[header, transactions, [], []]`, where the last
 * list, of withdrawals, came with Shanghai. Lengths of envelopes are those
 * that `lengthInBlock` gives, `withdrawalsLength` is that of the last list.
 */
export function blockSize(
  headerLength: number,
  envelopeLengths: readonly number[],
  withWithdrawals: boolean,
  withdrawalsLength = 1,
): number {
  const transactions = envelopeLengths.reduce((sum, next) => sum + next, 0)
  const lists = 1 + (withWithdrawals ? withdrawalsLength : 0)
  return lengthWithPrefix(headerLength + lengthWithPrefix(transactions) + lists)
}

/**
 * In a block, an envelope that is a list stands as it is, any other as a
 * string.
 */
export function lengthInBlock(envelope: Uint8Array): number {
  const isList = (envelope[0] ?? 0) >= 0xc0
  return isList ? envelope.length : lengthWithPrefix(envelope.length)
}
