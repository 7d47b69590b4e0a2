import type { Hash } from '../../../../index.js'
import type {
  Move,
  Timeline,
  TimelineServed,
  TimelineTransaction,
} from '../../read/timeline.js'
import type { MoveType, PackedMove } from './scene.js'

const moveTypes: readonly MoveType[] = [
  'sent',
  'preconfirmed',
  'dropped',
  'sealed',
  'omitted',
]

/** A function that packs the moves of a transaction of the timeline. */
export function packMoves({ served, blocks }: Timeline) {
  const places = new Map<string, number>()
  for (const { at, number, transactions } of blocks)
    for (const [place, hash] of transactions.entries())
      places.set(`${at} ${number} ${hash}`, place)
  return ({ hash, moves }: TimelineTransaction): PackedMove[] =>
    moves.map((move, index): PackedMove => {
      const after = move.at - (moves[index - 1]?.at ?? 0)
      const head = [after, moveTypes.indexOf(typeOf(move))] as const
      if (move.type === 'sent') return head
      const block = Number(move.blockNumber)
      if (move.type === 'dropped') return [...head, block, move.reason]
      const isSealed = move.type === 'sealed'
      const place = isSealed
        ? (places.get(`${move.at} ${block} ${hash}`) ?? -1)
        : placeOf(served, move.at, hash)
      const told = [...head, block, isSealed ? 0 : move.index] as const
      if (move.status === 'reverted') return [...told, place, 1]
      if (place !== 0) return [...told, place]
      return isSealed ? [...head, block] : told
    })
}

export function typeOf(move: Move): MoveType {
  return move.type === 'dropped' && move.reason === 'omitted'
    ? 'omitted'
    : move.type
}

/** Its index in the pending block of an instant; -1 if it is not in it. */
function placeOf(
  served: readonly TimelineServed[],
  at: number,
  hash: Hash,
): number {
  let low = 0
  let high = served.length
  while (low < high) {
    const middle = (low + high) >> 1
    if ((served[middle] as TimelineServed).at <= at) low = middle + 1
    else high = middle
  }
  return served[low - 1]?.pending?.transactions.indexOf(hash) ?? -1
}
