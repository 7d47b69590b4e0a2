import type { BlockTag, Hash, Hex } from 'viem'
import {
  encodeWireReceipt,
  encodeWireTransaction,
} from '../../base/codec/encodeWire.js'
import { encodeHeader } from '../../base/codec/header.js'
import { decodeRlp, encodeRlp, type RlpInput } from '../../base/codec/rlp.js'
import type { Wire } from '../../base/codec/wire.js'
import { type StateSelector, selectorText, toHex } from '../../base/hex/hex.js'
import type { BlockView, Chain } from '../../chain/blocks/chain.js'
import { findQueued } from '../../chain/blocks/queue.js'
import { readWithdrawals } from '../../chain/imports/readHeader.js'
import {
  assertNoBlock,
  recordedTransaction,
} from '../../chain/lookup/askFork.js'
import { headerOf } from '../../chain/lookup/blockHash.js'
import {
  type FoundTransaction,
  findBlock,
  findByIndex,
  findOpen,
  findTransaction,
} from '../../chain/lookup/find.js'
import { envelopeOf } from '../../chain/model/createTransaction.js'
import { encodeIncludedReceipt } from '../../chain/roots/roots.js'
import { refused, result } from '../answers/outcome.js'
import type { CallBlock } from '../calls/callSchema.js'
import {
  formatImportedBlock,
  formatImportedReceipts,
  formatImportedTransaction,
} from '../format/formatImported.js'
import {
  block,
  blockHash,
  index,
  type MethodsOf,
  method,
  numberOrTag,
  transactionHash,
} from '../method/method.js'
import type { View } from '../view/view.js'

export type RawSchema = {
  debug_getRawBlock: { Parameters: [block: CallBlock]; ReturnType: Hex }
  debug_getRawHeader: { Parameters: [block: CallBlock]; ReturnType: Hex }
  debug_getRawReceipts: { Parameters: [block: CallBlock]; ReturnType: Hex[] }
  debug_getRawTransaction: {
    Parameters: [transactionHash: Hash]
    ReturnType: Hex
  }
  eth_getRawTransactionByBlockHashAndIndex: {
    Parameters: [blockHash: Hash, index: Hex]
    ReturnType: Hex | null
  }
  eth_getRawTransactionByBlockNumberAndIndex: {
    Parameters: [block: Hex | BlockTag, index: Hex]
    ReturnType: Hex | null
  }
  eth_getRawTransactionByHash: {
    Parameters: [transactionHash: Hash]
    ReturnType: Hex | null
  }
}

/** The bytes that are hashed, as geth's `debug` methods give them. */
export const rawMethods = {
  debug_getRawBlock: method({
    reads: 'block',
    isPublic: false,
    params: [block],
    answer: (view, [selector]) =>
      ofBlock(view, selector, (block) => {
        const raw = encodeRawBlock(view.chain, block)
        return raw.startsWith('0x') ? result(raw as Hex) : refused(raw)
      }),
  }),

  debug_getRawHeader: method({
    reads: 'block',
    isPublic: false,
    params: [block],
    answer: (view, [selector]) =>
      ofBlock(view, selector, (block) =>
        result(encodeRawHeader(view.chain, block)),
      ),
  }),

  debug_getRawReceipts: method({
    reads: 'block',
    isPublic: false,
    params: [block],
    answer: (view, [selector]) =>
      ofBlock(view, selector, (block) => result(encodeRawReceipts(block))),
  }),

  /** A waiting transaction counts too; an unknown one has no bytes. */
  debug_getRawTransaction: method({
    reads: 'transaction',
    isPublic: false,
    params: [transactionHash],
    answer: ({ chain }, [hash]) => result(findRaw(chain, hash) ?? '0x'),
  }),

  eth_getRawTransactionByBlockHashAndIndex: method({
    reads: 'block',
    isPublic: true,
    params: [blockHash, index],
    answer: rawAt,
  }),

  eth_getRawTransactionByBlockNumberAndIndex: method({
    reads: 'block',
    isPublic: true,
    params: [numberOrTag, index],
    answer: rawAt,
  }),

  /** As reth and anvil have it, null for an unknown one. */
  eth_getRawTransactionByHash: method({
    reads: 'transaction',
    isPublic: true,
    params: [transactionHash],
    answer: ({ chain }, [hash]) => result(findRaw(chain, hash)),
  }),
} satisfies MethodsOf<RawSchema>

function findRaw(chain: Chain, hash: Hash): Hex | null {
  const found = findTransaction(chain, hash)
  if (found !== null) return encodeRawTransaction(found)
  const pooled = findQueued(chain.queue, hash) ?? findOpen(chain, hash)
  if (pooled !== undefined) return toHex(envelopeOf(pooled))
  const recorded = recordedTransaction(chain, hash)
  return recorded === null
    ? null
    : toHex(encodeWireTransaction(recorded.transaction as Wire, hash))
}

function rawAt({ chain }: View, place: readonly [StateSelector, bigint]) {
  const found = findByIndex(chain, place)
  return result(found && encodeRawTransaction(found))
}

function ofBlock<answer>(
  { chain }: View,
  selector: StateSelector,
  answer: (block: BlockView) => answer,
) {
  const block = findBlock(chain, selector)
  if (block === null) assertNoBlock(chain, selector)
  return block === null
    ? refused(`block ${selectorText(selector)} not found`)
    : answer(block)
}

function encodeRawHeader(chain: Chain, block: BlockView): Hex {
  return toHex(encodeHeader(headerOf(chain, block)))
}

/**
 * Uncles, which only imported blocks have, are known by nothing except hashes.
 */
function encodeRawBlock(chain: Chain, block: BlockView): Hex | string {
  const header = headerOf(chain, block)
  const json =
    block.imported && wireOf(formatImportedBlock(block.imported, true))
  if (Array.isArray(json?.uncles) && json.uncles.length > 0)
    return 'This block was imported, and of its uncles only the hashes are known.'
  const withdrawals =
    header.withdrawalsRoot === undefined
      ? []
      : [json === undefined ? [] : readWithdrawals(json)]
  const envelopes = json
    ? (json.transactions as Wire[]).map((transaction, index) =>
        encodeWireTransaction(transaction, `block.transactions[${index}]`),
      )
    : block.included.map(({ transaction }) => envelopeOf(transaction))
  const items: RlpInput[] = [
    decodeRlp(encodeHeader(header)),
    envelopes.map(itemOf),
    [],
    ...withdrawals,
  ]
  return toHex(encodeRlp(items))
}

/** In a block an envelope that is a list stands as it is (EIP-2718). */
function itemOf(envelope: Uint8Array): RlpInput {
  return (envelope[0] ?? 0) >= 0xc0 ? decodeRlp(envelope) : envelope
}

function encodeRawReceipts({ imported, included }: BlockView): Hex[] {
  const receipts =
    imported === undefined
      ? included.map(encodeIncludedReceipt)
      : formatImportedReceipts(imported).map((receipt, index) =>
          encodeWireReceipt(wireOf(receipt), `receipts[${index}]`),
        )
  return receipts.map(toHex)
}

function encodeRawTransaction(found: FoundTransaction): Hex {
  if (found.type === 'included')
    return toHex(envelopeOf(found.included.transaction))
  const { imported, index } = found
  const wire = wireOf(formatImportedTransaction(imported, index))
  return toHex(encodeWireTransaction(wire, `block.transactions[${index}]`))
}

function wireOf(json: object): Wire {
  return json as Wire
}
