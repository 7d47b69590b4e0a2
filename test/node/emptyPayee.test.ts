import { createMockNode } from 'preseal'
import { describe, expect, test } from 'vitest'
import { alice, bob } from './actors.js'
import { ask, readBalance } from './reads.js'

const slot = `0x${'0'.repeat(64)}` as const
const five = `0x${'5'.padStart(64, '0')}` as const

describe('whoever is paid for gas', () => {
  test.each(['miner', 'baseFeeRecipient'] as const)(
    'lost its storage, or its pay, when it was empty and sent nothing: %s',
    async (payee) => {
      const node = createMockNode({
        accounts: {
          [alice]: { balance: 10n ** 18n },
          [bob]: { storage: { [slot]: five } },
        },
        header: { initialBaseFeePerGas: 1_000n, [payee]: bob },
      })
      const gasPrice = 3_000n
      node.preconfirm({
        type: 'legacy',
        from: alice,
        to: bob,
        gasPrice,
        execute: true,
      })
      node.nextBeat()
      // The base fee falls by an eighth after a block without transactions.
      const perGas = payee === 'miner' ? gasPrice - 875n : 875n
      expect(await readBalance(node, bob, 'pending')).toBe(21_000n * perGas)
      expect(await ask(node, 'eth_getStorageAt', bob, slot, 'pending')).toBe(
        five,
      )
    },
  )
})
