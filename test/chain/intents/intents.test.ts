import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { preconfirm } from '../../../src/chain/admission/preconfirm.js'
import type { Chain } from '../../../src/chain/blocks/chain.js'
import { emptyQueue, listQueue } from '../../../src/chain/blocks/queue.js'
import { beat, isWaiting } from '../../../src/chain/intents/beat.js'
import { dropTransaction } from '../../../src/chain/intents/dropTransaction.js'
import { seal } from '../../../src/chain/intents/seal.js'
import { setAccounts } from '../../../src/chain/intents/setAccounts.js'
import { blockHash } from '../../../src/chain/lookup/blockHash.js'
import { readAccount } from '../../../src/chain/model/state.js'
import { share } from '../../runs.js'
import {
  alice,
  blockAt,
  bob,
  carol,
  digest,
  follow,
  intent,
  newChain,
} from '../intents.js'

const busy = () => {
  const { chain, transaction } = preconfirm(newChain(), {
    from: alice,
    to: bob,
  })
  return { chain: beat(chain).chain, transaction }
}

describe('seal', () => {
  test('behavior: what is queued stays queued', () => {
    const { chain } = preconfirm(newChain(), { from: alice, to: bob })
    expect(seal(chain, 5).queue).toBe(chain.queue)
  })

  test('behavior: an eventful block is a link, the idle ones after it another', () => {
    const chain = seal(seal(busy().chain, 100), 100)
    expect(chain.sealed).toMatchObject({
      depth: 2,
      value: { first: 2n, count: 199 },
      parent: { value: { first: 1n, count: 1 } },
    })
  })

  test('behavior: n blocks at once are n times one', () => {
    fc.assert(
      fc.property(
        fc.array(intent, { maxLength: 20 }),
        fc.array(fc.integer({ min: 1, max: 6 }), {
          minLength: 1,
          maxLength: 5,
        }),
        (wishes, parts) => {
          const chain = wishes.reduce(follow, newChain())
          const whole = seal(
            chain,
            parts.reduce((sum, part) => sum + part),
          )
          const inParts = parts.reduce(seal, chain)
          expect(digest(inParts)).toEqual(digest(whole))
          expect(inParts.sealed.depth).toBe(whole.sealed.depth)
        },
      ),
      { numRuns: share(50) },
    )
  })
})

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

describe('preconfirm', () => {
  test('behavior: its highest fee is of the open block’s base fee', () => {
    const chain = seal(newChain({ initialBaseFeePerGas: 1_000n }), 3)
    expect(chain.open.baseFeePerGas).toBe(588n)
    expect(preconfirm(chain, { from: alice }).transaction.maxFeePerGas).toBe(
      1_176n,
    )
  })

  test('behavior: a thousand of them are checked one against the other', () => {
    let chain = newChain({ initialBaseFeePerGas: 0n })
    for (let k = 0; k < 1_000; k++)
      chain = preconfirm(chain, {
        from: bob,
        to: alice,
        value: 10n ** 6n,
      }).chain
    expect(() => preconfirm(chain, { from: bob, value: 1n })).toThrow(
      'holds 0 wei but the transaction needs 1 wei',
    )
  })
})

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

const balanceAt = (chain: Chain, number: bigint) =>
  readAccount(blockAt(chain, number).state, bob).balance

describe('setAccounts', () => {
  test('behavior: on genesis, too', () => {
    const chain = setAccounts(newChain(), { [bob]: { balance: 7n } })
    expect(balanceAt(chain, 0n)).toBe(7n)
    expect(chain.sealed.depth).toBe(0)
  })

  test('behavior: a hash that was read before is not computed again', () => {
    const chain = seal(newChain(), 4)
    const hash = blockHash(chain, blockAt(chain, 4n))
    const set = setAccounts(chain, { [bob]: { balance: 7n } })
    expect(set.sealed.value.memo.hashes).toEqual([hash])
  })

  test('behavior: what is queued is checked against it', () => {
    const queued = preconfirm(newChain(), { from: alice, to: bob }).chain
    const chain = setAccounts(queued, { [alice]: { nonce: 5, balance: 1n } })
    expect(listQueue(chain.queue)).toEqual(listQueue(queued.queue))
    expect(() => preconfirm(chain, { from: alice, value: 2n })).toThrow(
      'holds 1 wei',
    )
  })
})
