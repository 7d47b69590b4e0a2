import type { Included } from './openBlock.js'
import { isBeat } from './rhythm.js'
import type { Place, World } from './world.js'

/** A step comes before the beat of its instant, and is told as of it. */
export function placeNow(world: World): Place {
  const { chain, index, now, openedAt, beatTimes } = world
  const { imported, number } = chain.open
  const isDue = isBeat(world) && now !== openedAt && beatTimes.at(-1) !== now
  return {
    blockNumber: imported?.number ?? number,
    index: isDue ? index + 1 : index,
  }
}

/** What enters a block as it opens, or at a beat. */
export function tellEntered(world: World, entered: readonly Included[]) {
  for (const { transaction } of entered) {
    const place = placeNow(world)
    world.entered.set(transaction.hash, place)
    world.told.push({ name: 'preconfirmed', transaction, place })
  }
}
