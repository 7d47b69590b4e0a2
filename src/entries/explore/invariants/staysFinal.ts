import type { Invariant, Look, Seen } from '../model/run.js'
import { shownText } from '../model/shownText.js'
import { textOf } from '../model/textOf.js'
import { readGiven } from '../options/readGiven.js'
import { isWanted, type Wanted, wanted } from '../options/wanted.js'
import { isSwitched } from './isSwitched.js'
import { named } from './named.js'

export type { Wanted }

/**
 * Once the final value is shown, it stays, and the chain does not undo it.
 *
 * @example
 * watch('payment', () => text('status'), [staysFinal('final')])
 */
export function staysFinal(final: Wanted): Invariant {
  readGiven('staysFinal', { final }, { final: wanted })
  return named('staysFinal', (seen) => {
    const { looks } = seen
    const isFinal = ({ value }: Look) => isWanted(value, final)
    const first = looks.findIndex(isFinal)
    const look = looks[first]
    if (look === undefined)
      return { unjudged: 'it never showed anything final' }
    if (isSwitched(seen)) return { unjudged: 'the user went elsewhere' }
    const shown = textOf(look.value)
    const other = looks.slice(first).find((other) => !isFinal(other))
    if (other !== undefined)
      return {
        at: other.at,
        text: `it showed ${shown} from ${look.at} ms on, but ${shownText(other.value)} at ${other.at} ms`,
      }
    return undoneByChain(seen, look, shown)
  })
}

function undoneByChain({ sent, timelines }: Seen, look: Look, shown: string) {
  const lives = timelines.flatMap(({ transactions }) => transactions)
  for (const { hash } of sent) {
    const last = lives.find((life) => life.hash === hash)?.moves.at(-1)
    if (last?.type === 'dropped' && last.at >= look.at)
      return {
        at: last.at,
        text: `it showed ${shown} from ${look.at} ms on, but the chain dropped the transaction at ${last.at} ms`,
      }
    if (last?.type === 'sealed' && last.status === 'reverted')
      return {
        at: Math.max(last.at, look.at),
        text: `it showed ${shown} from ${look.at} ms on, but the transaction was sealed as reverted at ${last.at} ms`,
      }
  }
  return undefined
}
