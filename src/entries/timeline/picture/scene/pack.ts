import { amount, nameOf, short } from '../../../../base/words/words.js'
import type { Address } from '../../../../index.js'
import type { Timeline } from '../../read/timeline.js'
import { findWrong } from './findWrong.js'
import { packBlocks } from './packBlocks.js'
import { packMoves } from './packMoves.js'
import { packNotes } from './packNotes.js'
import { packStates } from './packStates.js'
import type { Packed } from './scene.js'

/** The content of a timeline's picture, with a lane for one of its accounts. */
export function pack(
  given: Timeline,
  { title, account }: { title: string; account: Address | undefined },
): Packed {
  // Values that are made on read are read once.
  const timeline: Timeline = { ...given }
  const {
    since: from,
    until,
    preconfirmationTime,
    transactions,
    accounts,
  } = timeline
  const positions = new Map(
    transactions.map(({ hash }, position) => [hash, position]),
  )
  const people = [
    ...new Set(transactions.flatMap((one) => [one.from, one.to ?? one.from])),
  ]
  const places = new Map(people.map((one, place) => [one, place]))
  const wei = [...new Set(transactions.map(({ value }) => amount(value)))]
  const movesOf = packMoves(timeline)
  const blocks = packBlocks(timeline, positions)
  const shown = account ?? transactions[0]?.to ?? accounts[0]
  return {
    title,
    from,
    until,
    beat: preconfirmationTime,
    beats: readBeats(timeline),
    ...blocks,
    wrong: findWrong(timeline, blocks.blocks),
    transactions: transactions.map((one) => [
      one.label ?? [nameOf(one)],
      places.get(one.from) ?? -1,
      one.to === null ? -1 : (places.get(one.to) ?? -1),
      wei.indexOf(amount(one.value)),
      movesOf(one),
    ]),
    people: people.map(short),
    amounts: wei,
    notes: packNotes(timeline),
    ...packStates(timeline),
    account: accounts.indexOf(shown?.toLowerCase() as Address),
  }
}

/** Null if they are what the opening of each block leads one to expect. */
function readBeats({ beats, preconfirmationTime }: Timeline): number[] | null {
  let opened = 0
  const isSteady = beats.every(({ at, index }, position) => {
    if (index === 0 || position === 0) opened = at - index * preconfirmationTime
    return at === opened + index * preconfirmationTime
  })
  return isSteady ? null : beats.map(({ at }) => at)
}
