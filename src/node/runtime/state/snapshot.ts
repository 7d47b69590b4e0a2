import { PresealError } from '../../../base/errors/errors.js'
import { display } from '../../../base/hex/display.js'
import type { Chain } from '../../../chain/blocks/chain.js'
import { newest } from '../../../chain/model/lineage.js'
import type { Past } from '../../faults/faultType.js'
import {
  beatNumber,
  type History,
  historyAt,
  idleUntil,
  lastBeat,
  type NodeState,
  nextBeat,
} from './nodeState.js'

/** A node's state at one instant, to go back to; reusable. */
export type Snapshot = {
  /** ms since the node was created */
  readonly now: number
}

/** One map for all nodes: a map per node would double a node's cost. */
const histories = new WeakMap<Snapshot, OwnedHistory>()

type OwnedHistory = { readonly of: object; readonly history: History }

export function createSnapshot(
  of: object,
  history: History,
  now: number,
): Snapshot {
  const snapshot = Object.freeze({ now })
  histories.set(snapshot, { of, history })
  return snapshot
}

/** The state to which `node.revert` returns. */
export function findSnapshot(
  of: object,
  snapshot: unknown,
): OwnedHistory & Snapshot {
  const found = histories.get(snapshot as Snapshot)
  if (found?.of !== of) throw foreignSnapshotError(snapshot)
  return { ...found, now: (snapshot as Snapshot).now }
}

function foreignSnapshotError(given: unknown): PresealError<'UnknownIdError'> {
  return new PresealError(
    'UnknownIdError',
    histories.has(given as Snapshot)
      ? 'revert: given a snapshot of another node. Give what node.snapshot of this node returned.'
      : `revert: given ${display(given)}, expected a snapshot, as node.snapshot of this node returned it.`,
    { reason: 'snapshot' },
  )
}

/** The chain as it was, when the node was created at the earliest. */
export function readPast(past: Past, now: NodeState, history: History): Chain {
  if ('instant' in past) return past.instant as Chain
  const time = 'at' in past ? past.at : timeOfBeatsAgo(past.beats, now, history)
  return idleUntil(historyAt(history, time).value, time).chain
}

/**
 * When the beat that came `beats` before the last one was as old as the last
 * one is now, or right before the beat after it if that came sooner.
 */
function timeOfBeatsAgo(
  beats: number,
  now: NodeState,
  history: History,
): number {
  if (beats === 0) return now.time
  const number = beatNumber(now) - beats
  if (number < 0) return 0
  const age = now.time - lastBeat(now)
  return Math.min(
    beatAt(number, history) + age,
    beatAt(number + 1, history) - 1,
  )
}

/** When the beat of that number was, counted from creation. */
function beatAt(number: number, history: History): number {
  const found = newest(history, (state) => beatNumber(state) <= number)
  const { value } = found ?? history
  const more = number - beatNumber(value)
  return more === 0 ? lastBeat(value) : nextBeat(value, more)
}
