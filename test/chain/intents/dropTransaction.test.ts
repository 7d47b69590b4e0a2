import { describe, expect, test } from 'vitest'
import { preconfirm } from '../../../src/chain/admission/preconfirm.js'
import { emptyQueue, listDrops } from '../../../src/chain/blocks/queue.js'
import { beat } from '../../../src/chain/intents/beat.js'
import { dropTransaction } from '../../../src/chain/intents/dropTransaction.js'
import { seal } from '../../../src/chain/intents/seal.js'
import { alice, bob, digest, newChain, word } from '../intents.js'

const queued = () => preconfirm(newChain(), { from: alice, to: bob })

const at = { blockNumber: 1n, index: 0 }

describe('drop', () => {
  test('default: a queued drop, which acts at the beat', () => {
    const { chain, transaction } = queued()
    const open = beat(chain).chain
    const dropped = dropTransaction(open, transaction.hash)
    expect(dropped.effects).toEqual([])
    expect(dropped.chain.open).toBe(open.open)
    expect([...listDrops(dropped.chain.queue).keys()]).toEqual([
      transaction.hash,
    ])
    const { chain: after, effects } = beat(dropped.chain)
    expect(effects).toEqual([
      { type: 'dropped', transaction, reason: 'requested', at },
    ])
    expect(after.queue).toBe(emptyQueue)
    expect(digest(seal(after))).toEqual(digest(seal(newChain())))
  })

  test('behavior: a queued transaction leaves at once, and nothing stays behind', () => {
    const { chain, transaction } = queued()
    const dropped = dropTransaction(chain, transaction.hash)
    expect(dropped.effects).toEqual([
      { type: 'dropped', transaction, reason: 'requested', at },
    ])
    expect(dropped.chain.queue).toBe(emptyQueue)
  })

  test('behavior: nonces and funds are counted without it', () => {
    const nonceOf = (chain: ReturnType<typeof newChain>) =>
      preconfirm(chain, { from: alice, to: alice }).transaction.nonce
    const { chain, transaction } = queued()
    const withOther = preconfirm(chain, { from: bob, to: bob }).chain
    expect(nonceOf(withOther)).toBe(1)
    expect(nonceOf(dropTransaction(withOther, transaction.hash).chain)).toBe(0)
    const open = preconfirm(beat(chain).chain, { from: bob, to: bob }).chain
    expect(nonceOf(open)).toBe(1)
    expect(nonceOf(dropTransaction(open, transaction.hash).chain)).toBe(0)
  })

  test('behavior: twice is once', () => {
    const { chain, transaction } = queued()
    const once = dropTransaction(beat(chain).chain, transaction.hash)
    expect(dropTransaction(once.chain, transaction.hash)).toEqual({
      chain: once.chain,
      effects: [],
    })
  })

  test('error: sealed, or unknown', () => {
    const { chain, transaction } = queued()
    const sealed = seal(beat(chain).chain, 9)
    for (const [hash, message] of [
      [transaction.hash, 'is sealed and cannot be dropped'],
      [word('1'), 'is neither queued nor pending'],
    ] as const)
      expect(() => dropTransaction(sealed, hash)).toThrow(message)
  })
})
