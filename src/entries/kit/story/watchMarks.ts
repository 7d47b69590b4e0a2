import { count, requestText } from '../../../base/words/words.js'
import type { MockNode } from '../../../index.js'

/** Marks an instant in a trace, as `page.mark` of vitest's browser mode does. */
export type Mark = (text: string) => unknown

/**
 * Remembers what a trace is to have marks of: beats that changed the pending
 * block, seals, drops, reorgs, requests that failed, and those that a fault
 * touched.
 *
 * @returns marks all of it since the last time, once the page shows it.
 */
export function watchMarks(node: MockNode, mark: Mark): () => Promise<void> {
  const texts: string[] = []
  let answered = 0
  let pending = ''
  const note = (at: number, text: string) => {
    texts.push(`${at} ms: ${text}`)
  }
  node.on('beat', ({ at, blockNumber, index, transactions }) => {
    const now = transactions.join()
    if (now !== pending) note(at, `beat ${index} of block ${blockNumber}`)
    pending = now
  })
  node.on('sealed', ({ at, blockNumber, transactions }) => {
    pending = ''
    const many = count(transactions.length, 'transaction')
    note(at, `block ${blockNumber} sealed, ${many}`)
  })
  node.on('dropped', ({ at, hash, transaction, reason }) =>
    note(at, `${transaction.label ?? hash.slice(0, 10)} dropped: ${reason}`),
  )
  node.on('reorged', ({ at, blockNumber, depth }) =>
    note(at, `${count(depth, 'block')} from ${blockNumber} on replaced`),
  )
  return async () => {
    const requests = node.answeredRequests
    for (const request of requests.slice(answered)) {
      const { faults, outcome, settledAt } = request
      if (outcome.type !== 'result')
        note(settledAt, `${requestText(request)} failed`)
      else if (faults.length > 0)
        note(settledAt, `${faults.join(', ')} acted on ${requestText(request)}`)
    }
    answered = requests.length
    for (const text of texts.splice(0)) await mark(text)
  }
}
