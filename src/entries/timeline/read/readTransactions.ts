import type { Hash, StoryEvent } from '../../../index.js'
import type { Move, TimelineTransaction } from './timeline.js'

type Life = Omit<TimelineTransaction, 'moves'> & { moves: Move[] }

/** The lives of the transactions that a story tells of. */
export function readTransactions(
  events: readonly StoryEvent[],
): TimelineTransaction[] {
  const lives = new Map<Hash, Life>()
  for (const event of events) follow(lives, event)
  return [...lives.values()]
}

function follow(lives: Map<Hash, Life>, event: StoryEvent) {
  const { at } = event
  switch (event.type) {
    case 'step': {
      const { step, hash } = event
      if (step.type === 'preconfirm' && hash !== null)
        lifeOf(lives, hash, step).moves.push({ type: 'sent', at })
      break
    }
    case 'preconfirmed': {
      const { hash, transaction, blockNumber, index } = event.of
      lifeOf(lives, hash, transaction).moves.push({
        type: 'preconfirmed',
        at,
        blockNumber,
        index,
      })
      break
    }
    case 'dropped': {
      const { hash, transaction, blockNumber, reason } = event.of
      lifeOf(lives, hash, transaction).moves.push({
        type: 'dropped',
        at,
        blockNumber,
        reason,
      })
      break
    }
    case 'sealed': {
      const { blockNumber } = event.of
      for (const hash of event.of.transactions)
        lives.get(hash)?.moves.push({ type: 'sealed', at, blockNumber })
    }
  }
}

type Known = Pick<Life, 'from'> & {
  readonly label?: Life['label']
  readonly to?: Life['to'] | undefined
  readonly value?: Life['value'] | undefined
}

function lifeOf(
  lives: Map<Hash, Life>,
  hash: Hash,
  { label, from, to = null, value = 0n }: Known,
): Life {
  const known = lives.get(hash)
  if (known !== undefined) return known
  const life: Life = { hash, label, from, to, value, moves: [] }
  lives.set(hash, life)
  return life
}
