import { dropTransaction } from '../chain/intents/dropTransaction.js'
import { lookup } from '../codec/trie.js'
import { PresealError } from '../errors.js'
import type { Hash } from '../hex/hex.js'
import type { DropTransactionParameters } from '../schema/steps/verbParameters.js'
import { beatPosition, eventsAt } from './events/chainEvent.js'
import { findLabel } from './findLabel.js'
import type { Moment } from './time/moment.js'
import { never, nextBeat, nextBoundary, type Timing } from './time/rhythm.js'
import { type Transition, transition } from './transition.js'

/** Drops a transaction at the next beat, unless it is sealed first. */
export function drop(
  moment: Moment,
  timing: Timing,
  named: DropTransactionParameters,
  origin: 'timeline' | 'verb',
): Transition {
  // Before a step of the timeline, the beat of its instant is still to come.
  const since = origin === 'timeline' ? moment.time - 1 : moment.time
  const dueAt = nextBeat({ ...moment, time: since }, timing)
  const hash =
    'hash' in named ? named.hash : findLabel(moment.chain, named.label)
  const isPending = lookup(moment.chain.open.positions, hash) !== undefined
  if (isPending && dueAt === nextBoundary(moment, timing))
    throw new TooLateToDropError(hash, dueAt)
  const { chain, events } = dropTransaction(moment.chain, hash)
  const at = beatPosition(moment, timing)
  return transition({ ...moment, chain }, eventsAt(at, events))
}

class TooLateToDropError extends PresealError {
  override readonly name = 'TooLateToDropError'

  constructor(hash: Hash, dueAt: number) {
    const why =
      dueAt === never
        ? 'no further beat comes before its block is sealed'
        : `the next beat, at ${dueAt} ms, seals its block first`
    super(
      `Transaction ${hash} cannot be dropped any more: ${why}. Drop it before the block's last beat.`,
    )
  }
}
