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

/** What `node.revert`, whose argument is `given`, goes back to. */
export function findSnapshot(
  of: object,
  given: unknown,
): OwnedHistory & Snapshot {
  const snapshot = readSnapshot(given)
  const found = histories.get(snapshot as Snapshot)
  if (found?.of !== of) throw new ForeignSnapshotError(given, snapshot)
  return { ...found, now: (snapshot as Snapshot).now }
}

function readSnapshot(given: unknown): unknown {
  try {
    return (given as { snapshot?: unknown } | undefined)?.snapshot
  } catch {
    return undefined
  }
}

class ForeignSnapshotError extends PresealError {
  override readonly name = 'ForeignSnapshotError'

  constructor(given: unknown, snapshot: unknown) {
    super(
      snapshot === undefined
        ? `revert: given ${display(given)}, expected { snapshot } with what node.snapshot returned.`
        : 'revert: "snapshot" is not one that this node made. Give what its own node.snapshot returned.',
    )
  }
}
