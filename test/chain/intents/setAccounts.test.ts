import { describe, expect, test } from 'vitest'
import { preconfirm } from '../../../src/chain/admission/preconfirm.js'
import type { Chain } from '../../../src/chain/blocks/chain.js'
import { listQueue } from '../../../src/chain/blocks/queue.js'
import { seal } from '../../../src/chain/intents/seal.js'
import { setAccounts } from '../../../src/chain/intents/setAccounts.js'
import { blockHash } from '../../../src/chain/lookup/blockHash.js'
import { readAccount } from '../../../src/chain/model/state.js'
import { alice, blockAt, bob, digest, newChain } from '../intents.js'

const balanceAt = (chain: Chain, number: bigint) =>
  readAccount(blockAt(chain, number).state, bob).balance

describe('setAccounts', () => {
  test('default: latest and open, at once', () => {
    const chain = setAccounts(seal(newChain(), 4), { [bob]: { balance: 7n } })
    expect(readAccount(chain.sealed.value.state, bob).balance).toBe(7n)
    expect(readAccount(chain.open.state, bob).balance).toBe(7n)
    expect([3n, 4n].map((number) => balanceAt(chain, number))).toEqual([
      10n ** 9n,
      7n,
    ])
  })

  test('behavior: on genesis, too', () => {
    const chain = setAccounts(newChain(), { [bob]: { balance: 7n } })
    expect(balanceAt(chain, 0n)).toBe(7n)
    expect(chain.sealed.depth).toBe(0)
  })

  test('behavior: sealed headers and hashes stay as they are', () => {
    const before = seal(newChain(), 4)
    const after = setAccounts(before, { [bob]: { balance: 7n } })
    const headers = (chain: Chain) =>
      digest(chain)
        .blocks.slice(0, -1)
        .map(({ header, hash }) => ({ header, hash }))
    expect(headers(after)).toEqual(headers(before))
  })

  test('behavior: a hash that was read before is not computed again', () => {
    const chain = seal(newChain(), 4)
    const hash = blockHash(chain, blockAt(chain, 4n))
    const set = setAccounts(chain, { [bob]: { balance: 7n } })
    expect(set.sealed.value.memo.hashes).toEqual([hash])
  })

  test('behavior: again on the same block it makes no further link', () => {
    let chain = setAccounts(seal(newChain(), 4), { [bob]: { balance: 7n } })
    const { depth } = chain.sealed
    for (let k = 0; k < 100; k++)
      chain = setAccounts(chain, { [bob]: { balance: BigInt(k) } })
    expect(chain.sealed.depth).toBe(depth)
    expect(balanceAt(chain, 3n)).toBe(10n ** 9n)
    expect(balanceAt(chain, 4n)).toBe(99n)
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
