import { describe, expect, test } from 'vitest'
import { preconfirm } from '../../../src/chain/admission/preconfirm.js'
import { emptyQueue } from '../../../src/chain/blocks/queue.js'
import { beat } from '../../../src/chain/intents/beat.js'
import { dropTransaction } from '../../../src/chain/intents/dropTransaction.js'
import { alice, bob, newChain } from '../intents.js'

const queued = () => preconfirm(newChain(), { from: alice, to: bob })

const at = { blockNumber: 1n, index: 0 }

describe('drop', () => {
  test('behavior: a queued transaction leaves at once, and nothing stays behind', () => {
    const { chain, transaction } = queued()
    const dropped = dropTransaction(chain, transaction.hash)
    expect(dropped.effects).toEqual([
      { type: 'dropped', transaction, reason: 'requested', at },
    ])
    expect(dropped.chain.queue).toBe(emptyQueue)
  })

  test('behavior: twice is once', () => {
    const { chain, transaction } = queued()
    const once = dropTransaction(beat(chain).chain, transaction.hash)
    expect(dropTransaction(once.chain, transaction.hash)).toEqual({
      chain: once.chain,
      effects: [],
    })
  })
})
