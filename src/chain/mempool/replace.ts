import type { Chain } from '../chain.js'
import { beforeQueue, projectOn } from '../intents/preconfirm.js'
import { dequeue, enqueue, listQueue, type Queue } from '../queue.js'
import type { Transaction } from '../transaction.js'

/**
 * The queue with one in the place of another: behind all others, but for those
 * of its sender that follow on it. Whoever raises a fee does so again and again,
 * so that what comes before it is remembered, and only the rest runs anew.
 */
export function replace(
  { open, queue }: Pick<Chain, 'open' | 'queue'>,
  replaced: Transaction,
  transaction: Transaction,
): Queue {
  const queued = enqueue(dequeue(queue, replaced), [transaction])
  const { on, replaced: last } = queue.projected ?? {}
  const isAgain = on === open && last?.tail[0] === replaced
  const { before, tail } = isAgain
    ? { before: last.before, tail: [transaction, ...last.tail.slice(1)] }
    : splitAt(transaction, { open, queue: queued })
  const projected = { ...projectOn(before, tail), replaced: { before, tail } }
  return { ...queued, projected }
}

function splitAt(
  transaction: Transaction,
  { open, queue }: Pick<Chain, 'open' | 'queue'>,
) {
  const list = listQueue(queue)
  const at = list.indexOf(transaction)
  const before = projectOn(beforeQueue({ open, queue }), list.slice(0, at))
  return { before, tail: list.slice(at) }
}
