import { everySentIsTold, wasTrue } from 'preseal/explore'
import { createPublicClient, createWalletClient, custom, type Hash } from 'viem'
import { bob } from '../../../node/actors.js'
import type { App } from './app.js'

/** Takes what is being sent off the balance, and the chain does so as well. */
export const doubleCount: App = {
  name: 'double count',
  tells: /balance: wasTrue/,
  test:
    (isMended) =>
    async ({ node, wallet, watch, wait }) => {
      const client = createPublicClient({ transport: custom(node.provider) })
      const user = createWalletClient({
        chain: node.chain,
        transport: custom(wallet.provider),
      })
      const app = {
        balance: undefined as bigint | undefined,
        sending: 0n,
        status: 'idle',
      }
      let hash: Hash | undefined
      let asked = 0
      let shown = 0

      async function poll() {
        try {
          if (hash !== undefined && app.status === 'pending') {
            const receipt = await client.getTransactionReceipt({ hash })
            app.status = receipt.status
            app.sending = 0n
          }
        } catch {
          // Not there yet.
        }
        try {
          const { account: address } = wallet
          const turn = ++asked
          const blockTag = 'pending'
          const read = await client.getBalance({ address, blockTag })
          if (turn < shown) return
          shown = turn
          app.balance = read
        } catch {
          // The last one stays.
        }
      }

      watch(
        'balance',
        () =>
          app.balance === undefined
            ? 'loading'
            : app.balance - (isMended ? 0n : app.sending),
        [wasTrue({ address: wallet.account })],
      )
      watch('payment', () => app.status, [
        everySentIsTold({ ends: /success|reverted|failed|pending/ }),
      ])
      wallet.connect()
      setInterval(poll, 400)
      await wait(1_050)
      const { account } = wallet
      app.sending = 10n ** 18n
      try {
        const value = app.sending
        hash = await user.sendTransaction({ account, to: bob, value })
        app.status = 'pending'
      } catch {
        app.status = 'failed'
        app.sending = 0n
      }
    },
}
