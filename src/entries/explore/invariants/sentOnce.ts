import type { Invariant, Seen } from '../model/run.js'
import { named } from './named.js'

/**
 * A transaction that is included once on the plain network is never included
 * twice: one click pays once.
 */
export function sentOnce(): Invariant {
  return named('sentOnce', (seen) => {
    if (seen.sent.length === 0) return { unjudged: 'nothing was sent' }
    const known = new Map<string, number>()
    for (const { intent, at } of included(seen)) {
      const count = (known.get(intent) ?? 0) + 1
      known.set(intent, count)
      if (count > 1 && seen.sent.length > seen.plain.sent.length)
        return { at, text: 'the same payment was included a second time' }
    }
    return undefined
  })
}

/** Included transactions, each once. */
function included({ timelines, sent }: Seen) {
  const hashes = new Set(sent.map(({ hash }) => hash))
  return timelines.flatMap(({ events }) =>
    events.flatMap((event) => {
      if (event.type !== 'preconfirmed' || !hashes.delete(event.of.hash))
        return []
      const { from, to, value, data } = event.of.transaction
      return [{ at: event.at, intent: `${from} ${to} ${value} ${data}` }]
    }),
  )
}
