import { existsSync, readFileSync } from 'node:fs'
import { describe } from 'vitest'
import type {
  Signature,
  UnsignedTransaction,
} from '../../src/base/codec/envelope.js'
import type { Header } from '../../src/base/codec/header.js'
import type { Address, Hash, Hex } from '../../src/base/hex/hex.js'

const folder = new URL('../../../shared/captures/', import.meta.url)

/** Real nodes' answers lie outside the repository; says so when they do not. */
export function describeCaptures(name: string, tests: () => void): void {
  const isThere = existsSync(folder)
  if (!isThere)
    process.stdout.write(`skipped: ${name} (no ../shared/captures)\n`)
  describe.skipIf(!isThere)(name, tests)
}

export function readCapture<value>(path: string): value {
  return JSON.parse(readFileSync(new URL(path, folder), 'utf8'))
}

export const opMainnetBlocks = [
  'blocks/op-mainnet-142156623.json',
  'blocks/op-mainnet-142156624.json',
  'blocks/op-mainnet-151861708.json',
]
export const ecotoneBlock = 'receipts/sepolia_ecotone_block_4089330.json'
export const ecotoneReceipt =
  'receipts/sepolia_ecotone_tx_receipt_4089330_1.json'
export const unichainStream = 'stream/unichain-sepolia-35535698.json'
export const baseSepoliaStream =
  'stream/base-sepolia-seq-0x03c33cc62b81edb6.json'
export const baseStream = 'stream/base-mainnet-fb7-0x036219efcf320dce.json'

type Wire<names extends string> = { [name in names]: Hex }

type HashField =
  | 'parentHash'
  | 'sha3Uncles'
  | 'miner'
  | 'stateRoot'
  | 'transactionsRoot'
  | 'receiptsRoot'
  | 'logsBloom'
  | 'extraData'
  | 'mixHash'
  | 'nonce'
type NumberField =
  | 'difficulty'
  | 'number'
  | 'gasLimit'
  | 'gasUsed'
  | 'timestamp'
  | 'baseFeePerGas'
type LaterField =
  | 'withdrawalsRoot'
  | 'blobGasUsed'
  | 'excessBlobGas'
  | 'parentBeaconBlockRoot'
  | 'requestsHash'

export type WireBlock = Wire<HashField | NumberField | 'hash' | 'size'> &
  Partial<Wire<LaterField>> & { transactions: WireTransaction[] }

export function toHeader(block: WireBlock): Header {
  return {
    ...block,
    difficulty: BigInt(block.difficulty),
    number: BigInt(block.number),
    gasLimit: BigInt(block.gasLimit),
    gasUsed: BigInt(block.gasUsed),
    timestamp: BigInt(block.timestamp),
    baseFeePerGas: BigInt(block.baseFeePerGas),
    blobGasUsed: toBigInt(block.blobGasUsed),
    excessBlobGas: toBigInt(block.excessBlobGas),
  }
}

type AccessList = { address: Address; storageKeys: Hash[] }[]

type WireTransaction = Wire<
  'hash' | 'from' | 'input' | 'v' | 'r' | 's' | 'nonce' | 'gas' | 'value'
> &
  Partial<Wire<'sourceHash' | 'mint' | 'gasPrice' | 'chainId'>> &
  Partial<Wire<'maxFeePerGas' | 'maxPriorityFeePerGas'>> & {
    type: '0x0' | '0x2' | '0x7e'
    to: Address | null
    accessList?: AccessList
    isSystemTx?: boolean
  }

export function toTransaction(wire: WireTransaction): {
  transaction: UnsignedTransaction
  signature: Signature | undefined
} {
  const common = {
    from: wire.from,
    to: wire.to,
    data: wire.input,
    nonce: Number(wire.nonce),
    gas: BigInt(wire.gas),
    value: BigInt(wire.value),
    chainId: Number(wire.chainId ?? 0),
  }
  const signature = {
    r: wire.r,
    s: wire.s,
    v: BigInt(wire.v),
    yParity: wire.v === '0x1' ? 1 : 0,
  } as const
  switch (wire.type) {
    case '0x0': {
      const gasPrice = BigInt(wire.gasPrice ?? 0)
      return { transaction: { type: 'legacy', ...common, gasPrice }, signature }
    }
    case '0x2': {
      const fees = {
        maxFeePerGas: BigInt(wire.maxFeePerGas ?? 0),
        maxPriorityFeePerGas: BigInt(wire.maxPriorityFeePerGas ?? 0),
        accessList: wire.accessList ?? [],
      }
      return { transaction: { type: 'eip1559', ...common, ...fees }, signature }
    }
    case '0x7e': {
      const deposit = {
        sourceHash: wire.sourceHash ?? '0x',
        mint: BigInt(wire.mint ?? 0),
        isSystemTx: wire.isSystemTx ?? false,
      }
      return {
        transaction: { type: 'deposit', ...common, ...deposit },
        signature: undefined,
      }
    }
  }
}

export type StreamMessage = {
  index: number
  base?: Wire<
    | 'parent_beacon_block_root'
    | 'parent_hash'
    | 'fee_recipient'
    | 'prev_randao'
    | 'block_number'
    | 'gas_limit'
    | 'timestamp'
    | 'extra_data'
    | 'base_fee_per_gas'
  >
  diff: Wire<
    | 'state_root'
    | 'receipts_root'
    | 'logs_bloom'
    | 'gas_used'
    | 'block_hash'
    | 'withdrawals_root'
  > & { transactions: Hex[] }
  metadata: {
    receipts: {
      [hash: Hash]: {
        logs: { address: Address; topics: Hash[]; data: Hex }[]
      }
    }
  }
}

function toBigInt(quantity: Hex | undefined): bigint | undefined {
  return quantity === undefined ? undefined : BigInt(quantity)
}
