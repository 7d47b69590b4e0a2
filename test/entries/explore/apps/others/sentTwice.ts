import { everySentIsTold, neverPaidTwice } from 'preseal/explore'
import { createWalletClient, custom } from 'viem'
import { bob } from '../../../../node/actors.js'
import type { App } from '../app.js'

/** A button that stays while the wallet sends, and an impatient user. */
export const sentTwice: App = {
  name: 'sent twice by two clicks',
  tells: /neverPaidTwice: the payment of 5 wei to .* was included twice/,
  options: { invariants: [neverPaidTwice()] },
  test:
    (isMended) =>
    async ({ node, wallet, watch, wait }) => {
      wallet.connect()
      const { account } = wallet
      const user = createWalletClient({
        chain: node.chain,
        transport: custom(wallet.provider),
      })
      let status = 'idle'
      let isSending = false

      async function click() {
        if (status === 'sent' || (isMended && isSending)) return
        isSending = true
        try {
          await user.sendTransaction({ account, to: bob, value: 5n })
          status = 'sent'
        } catch {
          status = 'perhaps not sent'
        }
      }

      watch('status', () => status, [everySentIsTold({ ends: /sent/ })])
      void click()
      await wait(700)
      void click()
    },
}
