import type { BlockView } from '../chain/chain.js'
import { findBlock } from '../chain/find.js'
import type { DropReason } from '../chain/intents/beat.js'
import { blockHash } from '../chain/roots/blockHash.js'
import type { Transaction } from '../chain/transaction.js'
import type { TransactionType } from '../codec/transactionTypes.js'
import type { Address, Hash, Hex } from '../hex/hex.js'
import type { Exchange } from '../rpc/exchanges.js'
import type { Told } from './applied.js'
import type { Listeners } from './listeners.js'

/** What a scripted transaction was made of, defaults filled in. */
export type ScriptedTransaction = {
  type: TransactionType
  from: Address
  /** Null: a contract creation. */
  to: Address | null
  nonce: number
  /** wei */
  value: bigint
  /** Gas limit */
  gas: bigint
  gasUsed: bigint
  data: Hex
  status: 'success' | 'reverted'
  label: string | undefined
}

export type PreconfirmedEvent = {
  hash: Hash
  /** The block that it entered. */
  blockNumber: bigint
  /** Of the pre-confirmation within its block, 0 when the block opens. */
  index: number
  transaction: ScriptedTransaction
}

/**
 * `blockNumber` and `index` are those of the beat that took it back; where a
 * seal, a re-org or an import did, those of its pre-confirmation.
 */
export type DroppedEvent = PreconfirmedEvent & {
  /**
   * `'requested'`: by `node.dropTransaction` or a step; `'omitted'`: a step left
   * it out of a sealed block; `'nonce'`, `'funds'`, `'overflow'`: it could no
   * longer run.
   */
  reason: DropReason
}

export type SealedEvent = {
  blockNumber: bigint
  /** unix seconds */
  timestamp: bigint
  /** Hashes of the transactions, in order. */
  transactions: readonly Hash[]
  gasUsed: bigint
  /** Computed when it is read. */
  readonly hash: Hash
}

export type BeatEvent = {
  /** ms since the node's birth */
  now: number
  /** The block under construction. */
  blockNumber: bigint
  index: number
  /** Of what is pre-confirmed by now. */
  gasUsed: bigint
  /** Of what is pre-confirmed by now, made when they are read. */
  readonly transactions: readonly Hash[]
  /**
   * keccak256 of the header as it is by now, computed when it is read; null
   * where an imported block without a hash is shown.
   */
  readonly hash: Hash | null
}

/** What `node.on` tells, by name. */
export type NodeEvents = {
  /** Once per transaction, as it enters the pending block. */
  preconfirmed: PreconfirmedEvent
  /** Once per transaction that is taken back. */
  dropped: DroppedEvent
  /** Once per block. */
  sealed: SealedEvent
  /** Once per beat. */
  beat: BeatEvent
  /** Once per request, when it is settled. */
  exchange: Exchange
}

/** Tells what came to pass, in order. Returns what listeners threw. */
export function announce(
  listeners: Listeners<NodeEvents>,
  told: readonly Told[],
): unknown[] {
  return told.flatMap((one) => {
    const name = one.type === 'transaction' ? one.happening.type : one.type
    if (listeners.count(name) === 0) return []
    return listeners.tell(name, eventOf(one))
  })
}

function eventOf(
  told: Told,
): NodeEvents[Exclude<keyof NodeEvents, 'exchange'>] {
  switch (told.type) {
    case 'sealed':
      return sealedEvent(told)
    case 'transaction':
      return transactionEvent(told)
    case 'beat':
      return beatEvent(told)
  }
}

function sealedEvent({
  number,
  chain,
}: Extract<Told, { type: 'sealed' }>): SealedEvent {
  const block = findBlock(chain, { type: 'number', number }) as BlockView
  return {
    blockNumber: number,
    timestamp: block.timestamp,
    transactions: hashesIn(block),
    gasUsed: block.gasUsed,
    get hash() {
      return blockHash(chain, block)
    },
  }
}

function transactionEvent({
  happening,
  at,
}: Extract<Told, { type: 'transaction' }>): PreconfirmedEvent | DroppedEvent {
  const transaction =
    happening.type === 'dropped'
      ? happening.transaction
      : happening.included.transaction
  const event = {
    hash: transaction.hash,
    blockNumber: at.blockNumber,
    index: at.index,
    transaction: describe(transaction),
  }
  return happening.type === 'dropped'
    ? { ...event, reason: happening.reason }
    : event
}

function describe(transaction: Transaction): ScriptedTransaction {
  const { script } = transaction
  return {
    type: transaction.type,
    from: transaction.from,
    to: transaction.to,
    nonce: transaction.nonce,
    value: transaction.value,
    gas: transaction.gas,
    gasUsed: script.gasUsed,
    data: transaction.data,
    status: script.status,
    label: transaction.label,
  }
}

function beatEvent({
  time,
  chain,
  at,
}: Extract<Told, { type: 'beat' }>): BeatEvent {
  const { open } = chain
  return {
    now: time,
    blockNumber: at.blockNumber,
    index: at.index,
    gasUsed: (open.imported ?? open).gasUsed,
    get transactions() {
      return hashesIn(open)
    },
    get hash() {
      return open.imported ? open.imported.hash : blockHash(chain, open)
    },
  }
}

function hashesIn({ imported, included }: BlockView): Hash[] {
  return imported === undefined
    ? included.map(({ transaction }) => transaction.hash)
    : imported.transactions.map(({ hash }) => hash)
}
