import { lookup } from '../../../base/codec/trie.js'
import type { Hash, Hex } from '../../../base/hex/hex.js'
import { hash as hashValue } from '../../../base/validation/values.js'
import { findQueued } from '../../../chain/blocks/queue.js'
import type { TransactionEvent } from '../../../chain/blocks/transactionEvent.js'
import { dropTransaction } from '../../../chain/intents/dropTransaction.js'
import type { TransactionName } from '../../schema/transactionName.js'
import { beatPosition } from '../moment/beatPosition.js'
import { eventsAt } from '../moment/eventsAt.js'
import type { Moment } from '../moment/moment.js'
import { type Transition, transition } from '../moment/transition.js'
import { findLabel } from '../names/findLabel.js'
import { findSent } from '../names/findSent.js'

/** Drops a transaction at the next beat, or as its block is sealed. */
export function drop(moment: Moment, named: TransactionName): Transition {
  const at = beatPosition(moment)
  let { chain } = moment
  const events: TransactionEvent[] = []
  for (const hash of find(moment, named)) {
    const dropped = dropTransaction(chain, hash)
    chain = dropped.chain
    events.push(...dropped.events)
  }
  return transition({ ...moment, chain }, eventsAt(at, { chain, events }))
}

function find(
  { chain, sent }: Moment,
  named: TransactionName,
): readonly Hash[] {
  if (typeof named === 'string') {
    const hash = hashValue.check(named)
    return [hash.ok ? hash.value : findLabel(chain, named)]
  }
  const isHeld = (hash: Hex) =>
    findQueued(chain.queue, hash) !== undefined ||
    lookup(chain.open.positions, hash) !== undefined
  return findSent(sent, named, isHeld, 'queued or pending')
}
