import type { Hash } from '../../../../index.js'
import type { Timeline, TimelineServed } from '../../read/timeline.js'
import type { Packed, PackedBlock, PackedServed } from './scene.js'

type Positions = ReadonlyMap<Hash, number>

/** The blocks that were sealed, which of them the node served, and re-orgs. */
export function packBlocks(
  { blocks, served, events }: Timeline,
  positions: Positions,
): Pick<Packed, 'blocks' | 'served' | 'reorgs' | 'leaps'> {
  const indices = (hashes: readonly Hash[]) =>
    hashes.map((one) => positions.get(one) ?? -1)
  const reorgs = events.flatMap((event) =>
    event.type === 'reorged'
      ? [[event.at, Number(event.blockNumber), event.depth] as const]
      : [],
  )
  const isReorg = new Set(reorgs.map(([at]) => at))
  let state = 0
  return {
    blocks: blocks.map(
      ({ at, number, hash, transactions }, index): PackedBlock => {
        while ((served[state + 1]?.at ?? at) < at) state++
        const before = served[state]?.pending
        const isOther =
          before?.number === number &&
          !isReorg.has(at) &&
          isReordered(before.transactions, transactions)
        const earlier = blocks[index - 1]
        const head = [
          at - (earlier?.at ?? 0),
          hash === null ? '' : hash.slice(2, 10),
          indices(transactions).filter((one) => one >= 0),
        ] as const
        if (number === (earlier?.number ?? 0n) + 1n)
          return isOther ? [...head, 1] : head
        return [...head, isOther ? 1 : 0, Number(number)]
      },
    ),
    served: packServed(served, indices),
    reorgs,
    leaps: events.flatMap((event) =>
      event.type === 'idle'
        ? [[event.at, Number(event.firstBlock), Number(event.lastBlock)]]
        : [],
    ),
  }
}

function packServed(
  served: readonly TimelineServed[],
  indices: (hashes: readonly Hash[]) => number[],
): PackedServed[] {
  return served.map(({ at, pending, latest }, index): PackedServed => {
    const before = served[index - 1]
    const after = at - (before?.at ?? 0)
    const inside = indices(pending?.transactions ?? [])
    const full = [
      after,
      pending?.number == null ? null : Number(pending.number),
      latest === null ? null : Number(latest),
      inside,
    ] as const
    if (before?.pending?.number == null || before.latest === null) return full
    if (pending?.number == null || latest === null) return full
    const grown = Number(pending.number - before.pending.number)
    if (Number(latest - before.latest) !== grown) return full
    if (grown === 1 && inside.length === 0) return [after]
    const had = before.pending.transactions
    const isGrown =
      grown === 0 &&
      inside.length === had.length + 1 &&
      had.every((hash, place) => pending.transactions[place] === hash)
    return isGrown ? [after, inside.at(-1) as number] : full
  })
}

/** Whether those that are in both are in another order. */
function isReordered(before: readonly Hash[], after: readonly Hash[]): boolean {
  const kept = before.filter((one) => after.includes(one))
  const sealed = after.filter((one) => before.includes(one))
  return kept.some((one, index) => one !== sealed[index])
}
