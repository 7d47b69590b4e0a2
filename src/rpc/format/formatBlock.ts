import type { RpcBlock } from 'viem'
import type { Header } from '../../base/codec/header.js'
import {
  type Address,
  type Hash,
  type Hex,
  toQuantity,
  zeroHash,
} from '../../base/hex/hex.js'
import type { BlockView } from '../../chain/blocks/chain.js'
import {
  blockHash,
  blockHeader,
  sizeOfBlock,
} from '../../chain/lookup/blockHash.js'
import type { PendingIdentity } from '../../chain/model/config.js'
import type { Included } from '../../chain/model/transaction.js'
import { copyJson } from '../answers/outcome.js'
import type { View } from '../view/view.js'
import {
  formatTransactions,
  type Identity,
  type WireTransaction,
} from './formatTransaction.js'

/**
 * Fields of viem's type that nodes have not served since the Merge, and the
 * reverse.
 */
type WireBlock = Partial<Omit<RpcBlock, 'transactions' | 'miner'>> & {
  miner: Address | null
  transactions: WireTransaction[] | Hash[]
  requestsHash?: Hash
  blockAccessListHash?: Hash
  slotNumber?: Hex
  timestampMs?: Hex
}

type Shown = {
  readonly header: Header
  /** bytes */
  readonly size: number | undefined
  /** unix ms, if a deposit tells them */
  readonly timestampMs: bigint | undefined
}

type Contents = {
  readonly included: readonly Included[]
  readonly fullTransactions: boolean
}

type BlockText = {
  readonly pendingIdentity: PendingIdentity
  readonly identity: Identity
  readonly fields: WireBlock
}

/**
 * A client reads a block many times, and its texts take as long as all of its
 * transactions.
 */
const texts = /* @__PURE__ */ new WeakMap<Header, BlockText>()

function blockText(view: View, block: BlockView): BlockText {
  const { chain, pendingIdentity } = view
  const header = blockHeader(chain, block)
  const known = texts.get(header)
  if (known?.pendingIdentity === pendingIdentity) return known
  const identity = identify(view, block)
  const size = identity.isSized ? sizeOfBlock(chain, block) : undefined
  const shown = { header, size, timestampMs: block.timestampMs }
  const fields = formatFields(identity, shown)
  const text = { pendingIdentity, identity, fields }
  texts.set(header, text)
  return text
}

/** A block with its transactions, or only their hashes. */
export function formatBlock(
  view: View,
  block: BlockView,
  fullTransactions: boolean,
): RpcBlock {
  const { identity, fields } = blockText(view, block)
  const { included } = block
  const wire = withContents(fields, identity, { included, fullTransactions })
  const { blockFields } = view.answering
  for (const _ in blockFields)
    return Object.assign(
      copyJson(blockFields, 'blockFields', 'any') as object,
      wire,
    )
  return wire
}

/** A block under the number and hash that it is to show. */
export function formatWith(
  identity: Pick<Identity, 'block' | 'transaction'>,
  shown: Shown & Contents,
): RpcBlock {
  return withContents(formatFields(identity, shown), identity, shown)
}

/**
 * The object is copied as a whole: of one that grows field by field, V8 drops
 * the shape whenever none is left, and with it the code that makes them.
 */
function withContents(
  fields: WireBlock,
  { transaction }: Pick<Identity, 'transaction'>,
  { included, fullTransactions }: Contents,
): RpcBlock {
  const wire = { ...fields }
  wire.transactions = fullTransactions
    ? formatTransactions(included, transaction)
    : included.map((one) => one.transaction.hash)
  wire.uncles = []
  if (wire.withdrawals !== undefined) wire.withdrawals = []
  return wire as RpcBlock
}

/** All but what the block contains, in the order of the wire. */
function formatFields(
  identity: Pick<Identity, 'block'>,
  { header, size, timestampMs }: Shown,
): WireBlock {
  const wire: WireBlock = {
    number: identity.block.number,
    hash: identity.block.hash,
    parentHash: header.parentHash,
    nonce: identity.block.isUnmined ? null : header.nonce,
    sha3Uncles: header.sha3Uncles,
    logsBloom: header.logsBloom,
    transactionsRoot: header.transactionsRoot,
    stateRoot: header.stateRoot,
    receiptsRoot: header.receiptsRoot,
    miner: identity.block.isUnmined ? null : header.miner,
    difficulty: toQuantity(header.difficulty),
    mixHash: header.mixHash,
    extraData: header.extraData,
    gasLimit: toQuantity(header.gasLimit),
    gasUsed: toQuantity(header.gasUsed),
    timestamp: toQuantity(header.timestamp),
    transactions: [],
    uncles: [],
  }
  if (timestampMs !== undefined) wire.timestampMs = toQuantity(timestampMs)
  // Added by later forks, so what is simulated on an old block lacks them.
  if (header.withdrawalsRoot !== undefined) wire.withdrawals = []
  if (size !== undefined) wire.size = toQuantity(size)
  if (header.baseFeePerGas !== undefined)
    wire.baseFeePerGas = toQuantity(header.baseFeePerGas)
  if (header.withdrawalsRoot !== undefined)
    wire.withdrawalsRoot = header.withdrawalsRoot
  if (header.blobGasUsed !== undefined)
    wire.blobGasUsed = toQuantity(header.blobGasUsed)
  if (header.excessBlobGas !== undefined)
    wire.excessBlobGas = toQuantity(header.excessBlobGas)
  if (header.parentBeaconBlockRoot !== undefined)
    wire.parentBeaconBlockRoot = header.parentBeaconBlockRoot
  if (header.requestsHash !== undefined) wire.requestsHash = header.requestsHash
  if (header.blockAccessListHash !== undefined)
    wire.blockAccessListHash = header.blockAccessListHash
  if (header.slotNumber !== undefined)
    wire.slotNumber = toQuantity(header.slotNumber)
  return wire
}

/** The table of `pendingIdentity`; sealed blocks have their own. */
export function identify(view: View, block: BlockView): Identity {
  const number = toQuantity(block.number)
  const blockTimestamp = toQuantity(block.timestamp)
  const identity =
    block.status === 'open' ? view.pendingIdentity : 'partialHash'
  switch (identity) {
    // geth's `GetBlockByNumber`, whose block has a hash for its transactions
    case 'nullHashAndMiner':
    case 'partialHash': {
      const hash = blockHash(view.chain, block)
      const blockTimestampMs = sealedMs(block)
      const isUnmined = identity === 'nullHashAndMiner'
      return {
        block: { number, hash: isUnmined ? null : hash, isUnmined },
        isSized: true,
        transaction: {
          blockHash: hash,
          blockNumber: number,
          blockTimestamp,
          blockTimestampMs,
          isIndexed: true,
        },
        receipt: {
          blockHash: hash,
          blockNumber: number,
          blockTimestamp,
          blockTimestampMs,
        },
      }
    }
    // base/base `block_assembler.rs` seals with B256::ZERO
    case 'zeroHash':
    case 'nullHash': {
      const hash = identity === 'zeroHash' ? zeroHash : null
      return {
        block: { number, hash },
        isSized: hash === null,
        transaction: {
          blockHash: null,
          blockNumber: number,
          blockTimestamp,
          isIndexed: true,
        },
        receipt: { blockHash: hash, blockNumber: number, blockTimestamp },
      }
    }
    case 'nullNumberAndHash':
      return {
        block: { number: null, hash: null },
        isSized: true,
        transaction: {
          blockHash: null,
          blockNumber: null,
          blockTimestamp: null,
          isIndexed: false,
        },
        receipt: { blockHash: null, blockNumber: number, blockTimestamp },
      }
  }
}

function sealedMs({ status, timestampMs }: BlockView): Hex | undefined {
  return status === 'open' || timestampMs === undefined
    ? undefined
    : toQuantity(timestampMs)
}
