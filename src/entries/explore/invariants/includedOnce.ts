import { amount, short } from '../../../base/words/words.js'
import type { ScriptedTransaction } from '../../../index.js'
import type { Timeline } from '../../timeline/index.js'
import { nameOfAddress } from '../mishaps/reading/nameOfAddress.js'
import type { Invariant, Seen } from '../model/run.js'
import { named } from './named.js'

/**
 * A transaction that is included once on the plain network is never included
 * twice: one click pays once.
 */
export function includedOnce(): Invariant {
  return named('includedOnce', (seen) => {
    if (seen.sent.length === 0) return { unjudged: 'nothing was sent' }
    const usual = included(seen.plain)
    const known = new Map<string, Included[]>()
    for (const one of included(seen)) {
      const like = [...(known.get(one.intent) ?? []), one]
      known.set(one.intent, like)
      const times = usual.filter(({ intent }) => intent === one.intent).length
      if (like.length <= Math.max(1, times)) continue
      const places = like.map(({ place }) => place).join(' and as ')
      return {
        at: one.at,
        text: `${one.words} was included ${like.length === 2 ? 'twice' : `${like.length} times`}: as ${places}`,
      }
    }
    return undefined
  })
}

type Included = {
  readonly at: number
  /** Equal for equal payments. */
  readonly intent: string
  readonly words: string
  readonly place: string
}

/** Sent transactions that took effect and were not undone, each once. */
function included({ timelines, sent }: Pick<Seen, 'timelines' | 'sent'>) {
  const hashes = new Set(sent.map(({ hash }) => hash))
  return timelines.flatMap((timeline): Included[] => {
    const { events, transactions, annotations, chainId } = timeline
    const undone = new Set(
      transactions.filter(isUndone).map(({ hash }) => hash),
    )
    return events.flatMap((event) => {
      if (event.type !== 'preconfirmed') return []
      const { at, hash, transaction } = event
      if (!hashes.delete(hash) || undone.has(hash)) return []
      const { from, to, value, data } = transaction
      return [
        {
          at,
          intent: `${chainId} ${from} ${to} ${value} ${data}`,
          words: wordsOf(transaction, annotations),
          place: `${short(hash)} at ${at} ms`,
        },
      ]
    })
  })
}

function isUndone({ moves }: Timeline['transactions'][number]): boolean {
  const last = moves.at(-1)
  return (
    last !== undefined &&
    (last.type === 'dropped' ||
      ('status' in last && last.status === 'reverted'))
  )
}

function wordsOf(
  { to, value, data }: ScriptedTransaction,
  { names }: Timeline['annotations'],
): string {
  const whom = to === null ? 'a new contract' : nameOfAddress(to, names)
  return data === '0x'
    ? `the payment of ${amount(value)} to ${whom}`
    : `the same call of ${whom}`
}
