import type { Hash, StoryEvent } from '../../../index.js'
import type { Move, TimelineTransaction } from './timeline.js'

type Life = Omit<TimelineTransaction, 'moves'> & { moves: Move[] }

type Status = 'success' | 'reverted' | null

/**
 * The lives of the transactions in a story. `statusAt` is asked if a block may
 * be sealed differently from its pre-confirmation.
 */
export function readTransactions(
  events: readonly StoryEvent[],
  statusAt: (hash: Hash, at: number) => Status,
): TimelineTransaction[] {
  const lives = new Map<Hash, Life>()
  const isPlain = !events.some(
    (event) => event.type === 'step' && changing.includes(event.step.type),
  )
  for (const event of events) follow(lives, event, isPlain ? null : statusAt)
  return [...lives.values()]
}

/** After these a receipt is not always what was pre-confirmed. */
const changing = ['planSeal', 'importBlock', 'reorg', 'inclusion']

function follow(
  lives: Map<Hash, Life>,
  event: StoryEvent,
  statusAt: ((hash: Hash, at: number) => Status) | null,
) {
  const { at } = event
  switch (event.type) {
    case 'step': {
      const { step, hash } = event
      if (step.type === 'preconfirm' && hash !== null)
        lifeOf(lives, hash, step).moves.push({ type: 'sent', at })
      break
    }
    case 'preconfirmed': {
      const { hash, transaction, blockNumber, index } = event
      lifeOf(lives, hash, transaction).moves.push({
        type: 'preconfirmed',
        at,
        blockNumber,
        index,
        status: transaction.status,
      })
      break
    }
    case 'dropped': {
      const { hash, transaction, blockNumber, reason } = event
      lifeOf(lives, hash, transaction).moves.push({
        type: 'dropped',
        at,
        blockNumber,
        reason,
      })
      break
    }
    case 'sealed': {
      const { blockNumber } = event
      for (const hash of event.transactions) {
        const life = lives.get(hash)
        if (life === undefined) continue
        const expected = lastStatus(life)
        life.moves.push({
          type: 'sealed',
          at,
          blockNumber,
          get status() {
            return statusAt === null ? expected : statusAt(hash, at)
          },
        })
      }
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

function lastStatus({ moves }: Life): Status {
  const last = moves.at(-1)
  return last !== undefined && 'status' in last ? last.status : null
}
