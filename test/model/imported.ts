import type { Hex, ImportParameters } from 'preseal'
import { zeroWord } from './state.js'

type Json = { [field: string]: unknown }

/** A block of a real node: its JSON, and what the chain goes on from. */
export type Imported = {
  readonly json: Json
  readonly receipts: readonly Json[] | undefined
  readonly hashes: readonly Hex[]
  readonly isFull: boolean
  readonly number: bigint | null
  readonly hash: Hex | null
  readonly parentHash: Hex
  readonly milliseconds: bigint
  readonly gasUsed: bigint
  readonly gasLimit: bigint
  readonly baseFee: bigint
  readonly blobGasUsed: bigint
}

export function importedOf({ block, receipts }: ImportParameters): Imported {
  const json = block as Json
  const given = json.transactions as (Json | Hex)[]
  const { hash, number } = json
  return {
    json,
    receipts: receipts as Json[] | undefined,
    hashes: given.map((one) =>
      typeof one === 'string' ? one : (one.hash as Hex),
    ),
    isFull: given.every((one) => typeof one !== 'string'),
    number: number === null ? null : BigInt(number as Hex),
    // Some nodes serve their pending block with 32 zero bytes.
    hash: hash === zeroWord ? null : (hash as Hex | null),
    parentHash: json.parentHash as Hex,
    milliseconds: BigInt(
      (json.timestampMs as Hex | undefined) ??
        BigInt(json.timestamp as Hex) * 1_000n,
    ),
    gasUsed: BigInt(json.gasUsed as Hex),
    gasLimit: BigInt(json.gasLimit as Hex),
    baseFee: BigInt((json.baseFeePerGas ?? '0x0') as Hex),
    blobGasUsed: BigInt((json.blobGasUsed ?? '0x0') as Hex),
  }
}
