import { everySentIsTold, staysFinal } from 'preseal/explore'
import { createPublicClient, createWalletClient, custom, type Hash } from 'viem'
import { bob } from '../../../node/actors.js'
import type { App } from './app.js'

/** Tells a payment as final by its first receipt, which a reorg takes back. */
export const takenForFinal: App = {
  name: 'receipt taken for final',
  tells: /the chain dropped the transaction/,
  options: { node: { finalityLag: { safe: 1, finalized: 2 } } },
  test:
    (isMended) =>
    async ({ node, wallet, watch }) => {
      const client = createPublicClient({
        transport: custom(node.provider),
        cacheTime: 0,
      })
      const user = createWalletClient({
        chain: node.chain,
        transport: custom(wallet.provider),
      })
      let status = 'idle'
      watch('payment', () => status, [
        staysFinal('final'),
        everySentIsTold({ within: 30_000 }),
      ])

      async function isFinal(blockNumber: bigint): Promise<boolean> {
        if (!isMended) return true
        const { number } = await client.getBlock({ blockTag: 'finalized' })
        return number >= blockNumber
      }

      function follow(hash: Hash) {
        status = 'pending'
        let left = 40
        const timer = setInterval(async () => {
          try {
            const receipt = await client.getTransactionReceipt({ hash })
            if (
              receipt.status === 'reverted' &&
              (await isFinal(receipt.blockNumber))
            )
              status = 'failed'
            else if (
              receipt.status === 'success' &&
              (await isFinal(receipt.blockNumber))
            )
              status = 'final'
            else return
          } catch {
            left--
            if (left > 0) return
            status = 'not included'
          }
          clearInterval(timer)
        }, 500)
      }

      wallet.connect()
      const { account } = wallet
      try {
        follow(await user.sendTransaction({ account, to: bob, value: 1n }))
      } catch {
        status = 'not sent'
      }
    },
}
