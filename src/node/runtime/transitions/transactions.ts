import type { Hash, Hex } from '../../../base/hex/hex.js'
import { hash as hashValue } from '../../../base/validation/values.js'
import { send as admit } from '../../../chain/admission/send.js'
import type { Effect } from '../../../chain/blocks/chain.js'
import { indexIn } from '../../../chain/blocks/openBlock.js'
import { findQueued } from '../../../chain/blocks/queue.js'
import { dropTransaction } from '../../../chain/intents/dropTransaction.js'
import { withoutDropped } from '../../../chain/intents/seal.js'
import { keepsPool } from '../../../chain/lookup/find.js'
import type { Sending, Sent } from '../../../chain/model/transaction.js'
import { judgeTransaction } from '../../faults/judge.js'
import type { TransactionName } from '../../schema/transactionName.js'
import { findLabel, findSent } from '../names/names.js'
import {
  type Action,
  beatPosition,
  type NodeState,
  type Transition,
  transition,
} from '../state/nodeState.js'

/** A request that sends a transaction. No step does. */
export const send = {
  type: 'send',
  apply: (state, { sending }) => arrive(state, sending),
} as const satisfies Action<{ readonly sending: Sending }, Sent>

/** A transaction arrives by request, and the faults decide on it. */
function arrive(
  state: NodeState,
  sending: Sending,
): Transition & { readonly result: Sent } {
  let { faults } = state
  const at = beatPosition(state)
  const { chain, sent, effects } = admit(
    state.chain,
    sending,
    (transaction) => {
      const judged = judgeTransaction(faults, transaction, state.time)
      faults = judged.state
      return judged.decision
    },
    at,
    state.sealing === 'instant',
  )
  // A refused transaction has not arrived: no fault counts it.
  const next = sent.type === 'sent' ? { ...state, chain, faults } : state
  // The queue has announced all that its sender can send now.
  return { state: next, effects, errors: [], result: sent }
}

/** Drops a transaction at the next beat, or as its block is sealed. */
export function drop(state: NodeState, named: TransactionName): Transition {
  const at = beatPosition(state)
  let { chain } = state
  const effects: Effect[] = []
  for (const hash of find(state, named)) {
    const dropped = dropTransaction(chain, hash, at)
    chain = dropped.chain
    effects.push(...dropped.effects)
  }
  // From a pool a transaction is gone at once, not at the next beat.
  if (!keepsPool(chain)) return transition({ ...state, chain }, effects)
  const left = withoutDropped(chain)
  return transition({ ...state, chain: left.chain }, [
    ...effects,
    ...left.effects,
  ])
}

function find({ chain }: NodeState, named: TransactionName): readonly Hash[] {
  if (typeof named === 'string') {
    const hash = hashValue.check(named)
    return [hash.ok ? hash.value : findLabel(chain, named)]
  }
  const isHeld = (hash: Hex) =>
    findQueued(chain.queue, hash) !== undefined ||
    indexIn(chain.open, hash) !== undefined
  return findSent(chain.log, named, isHeld, 'queued or pending')
}
