import type { Address, ForkRecord, Hash, Hex } from '../../../index.js'

/** A record that is being made. */
export type Draft = Omit<
  ForkRecord,
  'accounts' | 'code' | 'storage' | 'blockHashes' | 'history'
> & {
  accounts: { [address: Address]: ForkRecord['accounts'][Address] }
  code: { [hash: Hash]: Hex }
  storage: { [address: Address]: { [slot: Hash]: Hash } }
  blockHashes: { [number: string]: Hash }
  history: {
    blocks: { [number: string]: object | null }
    receipts: { [number: string]: readonly object[] }
    transactions: {
      [hash: Hash]: ForkRecord['history']['transactions'][Hash]
    }
    logs: ForkRecord['history']['logs'][number][]
  }
}

/** A copy to add to. */
export function draftOf(record: ForkRecord): Draft {
  return JSON.parse(JSON.stringify(record))
}

/** The part of a record with which an interrupted reader can continue. */
export type Additions = Pick<
  Draft,
  'accounts' | 'code' | 'storage' | 'blockHashes'
>

export function noAdditions(): Additions {
  return { accounts: {}, code: {}, storage: {}, blockHashes: {} }
}
