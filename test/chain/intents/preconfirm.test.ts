import { describe, expect, test } from 'vitest'
import { preconfirm } from '../../../src/chain/admission/preconfirm.js'
import { listQueue } from '../../../src/chain/blocks/queue.js'
import { beat } from '../../../src/chain/intents/beat.js'
import { dropTransaction } from '../../../src/chain/intents/dropTransaction.js'
import { seal } from '../../../src/chain/intents/seal.js'
import { setAccounts } from '../../../src/chain/intents/setAccounts.js'
import { alice, bob, carol, newChain } from '../intents.js'

describe('preconfirm', () => {
  test('default: to the end of the queue', () => {
    const chain = newChain()
    const first = preconfirm(chain, { from: alice, to: bob })
    const next = preconfirm(first.chain, { from: bob, to: alice })
    expect(listQueue(next.chain.queue)).toEqual([
      first.transaction,
      next.transaction,
    ])
    expect(next.chain.open).toBe(chain.open)
    expect(listQueue(first.chain.queue)).toEqual([first.transaction])
  })

  test('behavior: the nonce counts open block, queue, drops and sets', () => {
    const nonceOf = (chain: ReturnType<typeof newChain>) =>
      preconfirm(chain, { from: bob, to: alice }).transaction.nonce
    let chain = newChain()
    expect(nonceOf(chain)).toBe(2)
    const { chain: queued, transaction } = preconfirm(chain, { from: bob })
    expect(nonceOf(queued)).toBe(3)
    chain = beat(queued).chain
    expect(nonceOf(chain)).toBe(3)
    expect(nonceOf(dropTransaction(chain, transaction.hash).chain)).toBe(2)
    expect(nonceOf(setAccounts(chain, { [bob]: { nonce: 9 } }))).toBe(9)
    expect(nonceOf(seal(chain, 4))).toBe(3)
  })

  test('behavior: what earlier ones bring can be spent', () => {
    let { chain } = preconfirm(newChain(), {
      from: alice,
      to: carol,
      value: 10n ** 8n,
    })
    chain = preconfirm(chain, { from: carol, to: bob, value: 10n ** 7n }).chain
    expect(beat(chain).chain.open.included).toHaveLength(2)
  })

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
