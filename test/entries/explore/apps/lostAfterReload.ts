import { everySentIsTold, rightAgain } from 'preseal/explore'
import { createPublicClient, createWalletClient, custom, type Hash } from 'viem'
import { bob } from '../../../node/actors.js'
import type { App } from './app.js'

/** Keeps the payment only once it is paid, so that a reload in between loses it. */
export const lostAfterReload: App = {
  name: 'lost after reload',
  tells: /payment: rightAgain/,
  test:
    (isMended) =>
    async ({ node, wallet, watch, wait }) => {
      const client = createPublicClient({ transport: custom(node.provider) })
      const user = createWalletClient({
        chain: node.chain,
        transport: custom(wallet.provider),
      })

      function open() {
        const app = { status: 'idle', isClosed: false, send, close }
        const stored = localStorage.getItem('payment') as Hash | null
        let timer: ReturnType<typeof setInterval> | undefined
        if (stored !== null) follow(stored)

        function follow(hash: Hash) {
          app.status = 'pending'
          if (isMended) localStorage.setItem('payment', hash)
          let left = 30
          timer = setInterval(async () => {
            try {
              const { status } = await client.getTransactionReceipt({ hash })
              if (app.isClosed) return
              app.status = status
              localStorage.setItem('payment', hash)
            } catch {
              left--
              if (left > 0) return
              app.status = 'not included'
            }
            clearInterval(timer)
          }, 400)
        }

        async function send() {
          const { account } = wallet
          try {
            const request = { account, to: bob, value: 1n } as const
            follow(await user.sendTransaction(request))
          } catch {
            app.status = 'failed'
          }
        }

        function close() {
          app.isClosed = true
          clearInterval(timer)
        }
        return app
      }

      wallet.connect()
      let app = open()
      watch('payment', () => app.status, [
        rightAgain(),
        everySentIsTold({ within: 30_000 }),
      ])
      await app.send()
      await wait(1_000)
      app.close()
      app = open()
    },
}
