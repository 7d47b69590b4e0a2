import type { RpcBlock, RpcTransaction, RpcTransactionReceipt } from 'viem'
import { PresealError } from '../../base/errors/errors.js'
import type { Hash } from '../../base/hex/hex.js'
import type { ImportedBlock } from '../../chain/model/importedBlock.js'

/** An imported block as the real node gave it (F19 in docs/reference/fidelity.md). */
export function formatImportedBlock(
  imported: ImportedBlock,
  fullTransactions: boolean,
): RpcBlock {
  const { text, transactions } = imported
  if (fullTransactions && transactions.some(({ text }) => text === undefined))
    throw lackingTransactions(imported)
  const block = JSON.parse(text)
  if (!fullTransactions)
    block.transactions = block.transactions.map(
      (given: { hash: Hash } | Hash) =>
        typeof given === 'string' ? given : given.hash,
    )
  return block
}

export function formatImportedTransaction(
  imported: ImportedBlock,
  index: number,
): RpcTransaction {
  const text = imported.transactions[index]?.text
  if (text === undefined) throw lackingTransactions(imported)
  return JSON.parse(text)
}

export function formatImportedReceipts(
  imported: ImportedBlock,
): RpcTransactionReceipt[] {
  return receiptsOf(imported).map((text) => JSON.parse(text))
}

export function formatImportedReceipt(
  imported: ImportedBlock,
  index: number,
): RpcTransactionReceipt {
  return JSON.parse(receiptsOf(imported)[index] as string)
}

function receiptsOf(imported: ImportedBlock): readonly string[] {
  const { receipts, transactions } = imported
  if (receipts !== undefined) return receipts
  if (transactions.length === 0) return []
  const { fork, number } = imported
  if (fork && number !== null) fork.refuse({ type: 'receipts', number })
  throw notImportedError(imported, 'receipts', receiptsAdvice)
}

/** @throws NotRecordedError for a block of a fork's record. */
function lackingTransactions(
  imported: ImportedBlock,
): PresealError<'UnknownStateError'> {
  const { fork, number } = imported
  if (fork && number !== null)
    fork.refuse({ type: 'block', number, isFull: true })
  return notImportedError(imported, 'full transactions', fullAdvice)
}

const fullAdvice =
  'Give importBlock the "block" as eth_getBlockByNumber answers it with true.'
const receiptsAdvice =
  'Give them to importBlock as "receipts", as eth_getBlockReceipts answers them.'

function notImportedError(
  { number, hash }: ImportedBlock,
  what: string,
  advice: string,
): PresealError<'UnknownStateError'> {
  const block = hash === null ? 'The pending block' : `Block ${number}`
  return new PresealError(
    'UnknownStateError',
    `${block} was imported without ${what}. ${advice}`,
    { reason: 'partial' },
  )
}
