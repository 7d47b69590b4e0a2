import {
  encodeWireReceipt,
  encodeWireTransaction,
  readLogs,
} from '../../base/codec/encodeWire.js'
import { hashEnvelope } from '../../base/codec/envelope.js'
import {
  blockSize,
  encodeHeader,
  type Header,
  hashHeader,
  lengthInBlock,
} from '../../base/codec/header.js'
import { bloomOf } from '../../base/codec/receipt.js'
import { encodeRlp } from '../../base/codec/rlp.js'
import { listRoot } from '../../base/codec/trie.js'
import { readField, type Wire } from '../../base/codec/wire.js'
import { isPresealError, PresealError } from '../../base/errors/errors.js'
import {
  type Hash,
  type Hex,
  parseData,
  parseHash,
  parseQuantity,
  toQuantity,
} from '../../base/hex/hex.js'
import { readHeader, readWithdrawals } from '../imports/readHeader.js'
import type { ImportParameters } from '../model/importedBlock.js'
import type { Imported } from './importBlock.js'

/** Whether a field of an imported block recomputes from the rest of it. */
export type ImportCheck =
  | { type: 'recomputes' }
  | { type: 'differs'; given: Hex; computed: Hex }
  | { type: 'unknown'; reason: string }

/**
 * The place of an imported block in the chain, and the parts of it that
 * recompute.
 */
export type ImportReport = Imported & { checks: ImportChecks }

export type ImportChecks = {
  hash: ImportCheck
  transactionsRoot: ImportCheck
  receiptsRoot: ImportCheck
  logsBloom: ImportCheck
  size: ImportCheck
  gasUsed: ImportCheck
  /** The hash of each transaction, by position. */
  transactions: readonly ImportCheck[]
}

/** Recomputes what an imported block says of itself. */
export function checkImport(given: ImportParameters): ImportChecks {
  const block = given.block as Wire
  const receipts = given.receipts as readonly Wire[] | undefined
  const transactions = block.transactions as readonly (Wire | Hash)[]
  const envelopes = transactions.map((transaction, index) =>
    attempt(() => encodeTransaction(transaction, index)),
  )
  const header = attempt(() => readHeader(block))
  const known = attempt(() => {
    if (receipts !== undefined) return receipts
    if (transactions.length === 0) return []
    throw new PresealError(
      'UnknownStateError',
      'The block was imported without "receipts"',
      { reason: 'partial' },
    )
  })
  const logs = () =>
    known().flatMap((receipt, index) => readLogs(receipt, `receipts[${index}]`))

  const hash = (field: string) => () =>
    readField(block, 'block', field, parseHash)
  const quantity = (field: string) => () =>
    toQuantity(readField(block, 'block', field, parseQuantity))
  return {
    hash: compare(hash('hash'), () => hashHeader(header())),
    transactionsRoot: compare(hash('transactionsRoot'), () =>
      listRoot(envelopes.map((envelope) => envelope())),
    ),
    receiptsRoot: compare(hash('receiptsRoot'), () =>
      listRoot(
        known().map((receipt, index) =>
          encodeWireReceipt(receipt, `receipts[${index}]`),
        ),
      ),
    ),
    logsBloom: compare(
      () => readField(block, 'block', 'logsBloom', parseData),
      () => bloomOf(logs()),
    ),
    size: compare(quantity('size'), () =>
      sizeOf(
        block,
        header(),
        envelopes.map((envelope) => envelope()),
      ),
    ),
    gasUsed: compare(quantity('gasUsed'), () => gasOf(known())),
    transactions: envelopes.map((envelope, index) =>
      compare(
        () => hashOf(transactions[index] as Wire | Hash),
        () => hashEnvelope(envelope()),
      ),
    ),
  }
}

function compare(read: () => Hex, compute: () => Hex): ImportCheck {
  try {
    const given = read()
    const computed = compute()
    return given === computed
      ? { type: 'recomputes' }
      : { type: 'differs', given, computed }
  } catch (error) {
    if (!isPresealError(error)) throw error
    return { type: 'unknown', reason: error.message }
  }
}

/** Computes now what is read later; what it throws is thrown at the read. */
function attempt<value>(compute: () => value): () => value {
  try {
    const value = compute()
    return () => value
  } catch (error) {
    return () => {
      throw error
    }
  }
}

function encodeTransaction(
  transaction: Wire | Hash,
  index: number,
): Uint8Array {
  if (typeof transaction === 'string')
    throw new PresealError(
      'UnknownStateError',
      'The block was imported without full transactions',
      { reason: 'partial' },
    )
  return encodeWireTransaction(transaction, `block.transactions[${index}]`)
}

function hashOf(transaction: Wire | Hash): Hash {
  const hash = typeof transaction === 'string' ? transaction : transaction.hash
  return `${hash}`.toLowerCase() as Hash
}

function gasOf(receipts: readonly Wire[]): Hex {
  const path = `receipts[${receipts.length - 1}]`
  const last = receipts.at(-1)
  if (last === undefined) return '0x0'
  return toQuantity(readField(last, path, 'cumulativeGasUsed', parseQuantity))
}

function sizeOf(
  block: Wire,
  header: Header,
  envelopes: readonly Uint8Array[],
): Hex {
  if (Array.isArray(block.uncles) && block.uncles.length > 0)
    throw new PresealError(
      'UnknownStateError',
      'The block has uncles, and only their hashes are given',
      { reason: 'partial' },
    )
  const hasWithdrawals =
    block.withdrawals !== undefined && block.withdrawals !== null
  const withdrawals = hasWithdrawals
    ? encodeRlp(readWithdrawals(block))
    : undefined
  return toQuantity(
    blockSize(
      encodeHeader(header).length,
      envelopes.map(lengthInBlock),
      hasWithdrawals,
      withdrawals?.length,
    ),
  )
}
