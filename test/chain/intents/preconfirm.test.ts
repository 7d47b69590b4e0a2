import { describe, expect, test } from 'vitest'
import { preconfirm } from '../../../src/chain/admission/preconfirm.js'
import { seal } from '../../../src/chain/intents/seal.js'
import { alice, bob, newChain } from '../intents.js'

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
