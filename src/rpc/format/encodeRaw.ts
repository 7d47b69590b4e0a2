import {
  encodeWireReceipt,
  encodeWireTransaction,
} from '../../base/codec/encodeWire.js'
import { encodeHeader } from '../../base/codec/header.js'
import { decodeRlp, encodeRlp, type RlpItem } from '../../base/codec/rlp.js'
import type { Wire } from '../../base/codec/wire.js'
import { type Hex, toHex } from '../../base/hex/hex.js'
import type { BlockView, Chain } from '../../chain/blocks/chain.js'
import { headerOf } from '../../chain/imports/headerOf.js'
import { readWithdrawals } from '../../chain/imports/readWithdrawals.js'
import type { FoundTransaction } from '../../chain/lookup/find.js'
import { encodeIncludedReceipt } from '../../chain/roots/contents.js'
import {
  formatImportedBlock,
  formatImportedReceipts,
  formatImportedTransaction,
} from './formatImported.js'

export function encodeRawHeader(chain: Chain, block: BlockView): Hex {
  return toHex(encodeHeader(headerOf(chain, block)))
}

/**
 * Uncles, which only imported blocks have, are known by nothing except hashes.
 */
export function encodeRawBlock(chain: Chain, block: BlockView): Hex | string {
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
    : block.included.map(({ transaction }) => transaction.envelope)
  const items: RlpItem[] = [
    decodeRlp(encodeHeader(header)),
    envelopes.map(itemOf),
    [],
    ...withdrawals,
  ]
  return toHex(encodeRlp(items))
}

/** In a block an envelope that is a list stands as it is (EIP-2718). */
function itemOf(envelope: Uint8Array): RlpItem {
  return (envelope[0] ?? 0) >= 0xc0 ? decodeRlp(envelope) : envelope
}

export function encodeRawReceipts({ imported, included }: BlockView): Hex[] {
  const receipts =
    imported === undefined
      ? included.map(encodeIncludedReceipt)
      : formatImportedReceipts(imported).map((receipt, index) =>
          encodeWireReceipt(wireOf(receipt), `receipts[${index}]`),
        )
  return receipts.map(toHex)
}

export function encodeRawTransaction(found: FoundTransaction): Hex {
  if (found.type === 'included')
    return toHex(found.included.transaction.envelope)
  const { imported, index } = found
  const wire = wireOf(formatImportedTransaction(imported, index))
  return toHex(encodeWireTransaction(wire, `block.transactions[${index}]`))
}

function wireOf(json: object): Wire {
  return json as Wire
}
