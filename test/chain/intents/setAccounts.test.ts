import { describe, expect, test } from 'vitest'
import { preconfirm } from '../../../src/chain/admission/preconfirm.js'
import type { Chain } from '../../../src/chain/blocks/chain.js'
import { listQueue } from '../../../src/chain/blocks/queue.js'
import { seal } from '../../../src/chain/intents/seal.js'
import { setAccounts } from '../../../src/chain/intents/setAccounts.js'
import { blockHash } from '../../../src/chain/lookup/blockHash.js'
import { readAccount } from '../../../src/chain/model/state.js'
import { alice, blockAt, bob, newChain } from '../intents.js'

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
