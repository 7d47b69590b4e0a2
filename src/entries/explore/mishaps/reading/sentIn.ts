import type { AnsweredRequest, Hash } from '../../../../index.js'
import type { Sent } from '../../model/run.js'

/** Every transaction that arrived by request, in the order of arrival. */
export function sentIn(requests: readonly AnsweredRequest[]): Sent[] {
  const sent = new Map<Hash, number>()
  for (const { method, outcome, at } of requests) {
    if (!/^eth_send(Raw)?Transaction/.test(`${method}`)) continue
    const hash = outcome.type === 'result' ? hashOf(outcome.value) : undefined
    if (hash !== undefined && !sent.has(hash)) sent.set(hash, at)
  }
  return [...sent].map(([hash, at]) => ({ hash, at }))
}

/** Its receipt is answered if a request waits for it. */
function hashOf(value: unknown): Hash | undefined {
  if (typeof value === 'string') return value as Hash
  return (Object(value) as { transactionHash?: Hash }).transactionHash
}
