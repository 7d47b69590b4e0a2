import { PresealError } from '../../../base/errors/errors.js'
import type { Hash } from '../../../base/hex/hex.js'
import type { Chain } from '../../../chain/blocks/chain.js'
import { listQueue } from '../../../chain/blocks/queue.js'

/** Verbs may reuse a label: it means the newest transaction that has it. */
export function findLabel({ queue, open }: Chain, label: string): Hash {
  const newestFirst = [
    ...open.included.map(({ transaction }) => transaction),
    ...listQueue(queue),
  ].reverse()
  const found = newestFirst.find((candidate) => candidate.label === label)
  if (found === undefined) throw unknownTransactionError(label)
  return found.hash
}

function unknownTransactionError(
  label: string,
): PresealError<'UnknownTransactionError'> {
  return new PresealError(
    'UnknownTransactionError',
    `No transaction labelled "${label}" is queued or pending. Name one that is, before its block is sealed.`,
  )
}
