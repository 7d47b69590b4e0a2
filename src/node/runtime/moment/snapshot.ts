import { PresealError } from '../../../base/errors/errors.js'
import { display } from '../../../base/hex/display.js'
import type { History } from './moment.js'

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
