import type { Hash, StateSelector } from '../../base/hex/hex.js'
import type { Chain } from '../blocks/chain.js'
import { findQueued } from '../blocks/queue.js'

/**
 * Whether the live chain has such a block is not known of one that is not held,
 * unless it comes after the fork.
 *
 * @throws NotRecordedError
 */
export function assertNoBlock(
  { config: { fork } }: Chain,
  selector: StateSelector,
  isFull = false,
): void {
  if (fork === null) return
  if (selector.type === 'hash') {
    const { hash } = selector
    if (fork.record.history.blocks[hash] !== null)
      fork.refuse({ type: 'blockByHash', hash })
    return
  }
  const number = numberOf(selector)
  if (number !== undefined && number < fork.number)
    fork.refuse({ type: 'block', number, isFull })
}

/** @throws NotRecordedError if the state before the fork is asked for. */
export function assertNoState(chain: Chain, selector: StateSelector): void {
  const { fork } = chain.config
  const number = numberOf(selector)
  if (fork !== null && number !== undefined && number < fork.number)
    fork.refuse({ type: 'state', number })
  assertNoBlock(chain, selector)
}

function numberOf(selector: StateSelector): bigint | undefined {
  if (selector.type === 'number') return selector.number
  return selector.type === 'tag' && selector.tag === 'earliest' ? 0n : undefined
}

/**
 * JSON of a transaction that the chain itself does not hold, as the live chain
 * had it before the fork; null if nobody has it.
 *
 * @throws NotRecordedError
 */
export function recordedTransaction(
  chain: Chain,
  hash: Hash,
): { transaction: object; receipt: object } | null {
  const { fork } = chain.config
  if (fork === null || isOwn(chain, hash)) return null
  const recorded = fork.record.history.transactions[hash]
  return recorded === undefined
    ? fork.refuse({ type: 'transaction', hash })
    : recorded
}

/** Whether it waits, or has been here before it was dropped. */
function isOwn({ log, queue }: Chain, hash: Hash): boolean {
  if (findQueued(queue, hash) !== undefined) return true
  for (let link = log; link !== null; link = link.parent)
    if (
      link.value.effects.some(
        (effect) =>
          effect.type === 'queued' && effect.transaction.hash === hash,
      )
    )
      return true
  return false
}
