import { describe, expect, test } from 'vitest'
import { preconfirm } from '../../../src/chain/admission/preconfirm.js'
import { emptyQueue } from '../../../src/chain/blocks/queue.js'
import { beat, isWaiting } from '../../../src/chain/intents/beat.js'
import { dropTransaction } from '../../../src/chain/intents/dropTransaction.js'
import { seal } from '../../../src/chain/intents/seal.js'
import { alice, bob, carol, newChain } from '../intents.js'

/** Transactions one after the other, each in the queue of the next. */
function queueOf(...values: bigint[]) {
  let chain = newChain()
  const hashes = values.map((value) => {
    const queued = preconfirm(chain, { from: alice, to: bob, value })
    chain = queued.chain
    return queued.transaction.hash
  })
  return { chain, hashes }
}

describe('beat', () => {
  test('behavior: with nothing queued it is the same chain', () => {
    const chain = seal(newChain(), 3)
    expect(beat(chain)).toEqual({ chain, effects: [] })
    expect(beat(chain).chain).toBe(chain)
  })

  test('behavior: with nothing that fits it is the same, once that is known', () => {
    const queued = preconfirm(newChain(), { from: alice, maxFeePerGas: 1n })
    const { chain, effects } = beat(queued.chain)
    expect(effects).toEqual([])
    expect(beat(chain).chain).toBe(chain)
    expect(isWaiting(chain)).toBe(true)
  })

  test('behavior: drops first, then the rest, told in that order', () => {
    const { chain, hashes } = queueOf(1n, 2n)
    const open = beat(chain).chain
    const [first = '0x', second] = hashes
    const dropped = dropTransaction(open, first).chain
    const { chain: queued, transaction } = preconfirm(dropped, {
      from: alice,
      to: carol,
    })
    expect(transaction.nonce).toBe(0)
    const { chain: next, effects } = beat(queued)
    expect(
      effects.flatMap((one) => {
        if (one.type === 'dropped') return [[one.transaction.hash, one.reason]]
        return one.type === 'preconfirmed'
          ? [[one.included.transaction.hash]]
          : []
      }),
    ).toEqual([[first, 'requested'], [transaction.hash], [second]])
    expect(next.open.included).toHaveLength(2)
    expect(next.queue).toBe(emptyQueue)
  })
})

describe('isWaiting', () => {
  test('behavior: not with an empty queue, nor with a drop to make', () => {
    const { chain, hashes } = queueOf(1n)
    expect([isWaiting(newChain()), isWaiting(chain)]).toEqual([false, false])
    const open = beat(chain).chain
    expect(isWaiting(dropTransaction(open, hashes[0] ?? '0x').chain)).toBe(
      false,
    )
  })
})
