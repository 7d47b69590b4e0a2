import type { Request } from '../loops.js'

/** Answers by method, last parameter and first parameter. */
export type FloorAnswers = ReadonlyMap<
  string,
  ReadonlyMap<unknown, ReadonlyMap<unknown, unknown>>
>

/**
 * The least that a stub can do: three look-ups, and a copy of what a caller
 * could edit. It reads no other parameter and checks nothing.
 */
export function createFloor(
  answers: FloorAnswers,
  copy: (value: never) => unknown,
): Request {
  return async ({ method, params }) => {
    const last = params[params.length - 1]
    const answer = answers.get(method)?.get(last)?.get(params[0])
    return typeof answer === 'object' ? copy(answer as never) : answer
  }
}

type Transaction = { accessList?: object[] }
type Block = { transactions: object[]; uncles: object[]; withdrawals: object[] }
type Receipt = { logs: { topics: string[] }[] }

/** What nothing can undercut: V8 clones a spread object as a whole. */
export function copyBlock(block: Block): Block {
  return {
    ...block,
    transactions: block.transactions.map(copyTransaction),
    uncles: [...block.uncles],
    withdrawals: [...block.withdrawals],
  }
}

function copyTransaction(transaction: Transaction): Transaction {
  return { ...transaction, accessList: [...(transaction.accessList ?? [])] }
}

export function copyReceipts(receipts: Receipt[]): Receipt[] {
  return receipts.map(copyReceipt)
}

function copyReceipt(receipt: Receipt): Receipt {
  return { ...receipt, logs: receipt.logs.map(copyLog) }
}

function copyLog<log extends { topics: string[] }>(log: log): log {
  return { ...log, topics: [...log.topics] }
}
