import type { Profile } from '../../index.js'
import { checkVariant } from './checkVariant.js'
import { ofFlashblocks } from './opStack.js'

/**
 * Arbitrum One: a block every 250 ms, and `pending` equals `latest`.
 *
 * With `after: 'earlyReceipts'`, the announced change of
 * `eth_sendRawTransactionSync`: it returns receipts sooner, with 32 zero bytes
 * as the block hash.
 *
 * @example
 * const node = createMockNode({ profile: arbitrum(), accounts })
 *
 * @throws InvalidProfileError for another `after` than `'earlyReceipts'`.
 */
export function arbitrum(
  options: { readonly after?: 'earlyReceipts' | undefined } = {},
): Profile {
  const after = checkVariant('arbitrum', 'after', options, ['earlyReceipts'])
  return {
    name: 'Arbitrum One',
    withoutEvm:
      'charges for the data that goes to Ethereum, and NUMBER is that of a block of Ethereum',
    options: {
      chainId: 42_161,
      // 2026-11-01 00:00 UTC, the month of what was read
      timestamp: 1_793_491_200n,
      preconfirmationTime: 25,
      blockTime: 250,
      beatsSeenBy: 'none',
      header: {
        gasLimit: 2n ** 50n,
        initialBaseFeePerGas: 20_000_000n,
        minBaseFeePerGas: 20_000_000n,
      },
      answers: {
        receiptFields: {
          gasUsedForL1: '0x0',
          l1BlockNumber: '0x0',
          timeboosted: false,
        },
        subscriptions: ofFlashblocks(-32601),
        sendSync: {
          defaultTimeout: 20_000,
          maxTimeout: 60_000,
          beyondMax: 'capped',
          timeoutEncoding: 'hex',
          ...(after && { blockHash: `0x${'0'.repeat(64)}` }),
        },
      },
    },
  }
}
