import type { Reading } from './queries.js'

/**
 * Whether the receipts are those of the block: between two requests the chain
 * moves on. Parts that do not fit are not to be imported together.
 */
export function isConsistent({ block, receipts }: Reading): boolean {
  if (block === undefined || receipts === undefined) return true
  const { transactions, hash } = Object(block.value)
  const list = receipts.value as unknown[]
  if (!Array.isArray(transactions) || transactions.length !== list.length)
    return false
  return list.every((receipt, index) => {
    const { transactionHash, blockHash } = Object(receipt)
    const transaction: unknown = transactions[index]
    const expected =
      typeof transaction === 'string' ? transaction : Object(transaction).hash
    return (
      isSame(transactionHash, expected) &&
      (typeof blockHash !== 'string' ||
        typeof hash !== 'string' ||
        isSame(blockHash, hash))
    )
  })
}

function isSame(one: unknown, other: unknown): boolean {
  return `${one}`.toLowerCase() === `${other}`.toLowerCase()
}
