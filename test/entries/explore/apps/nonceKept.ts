import { everySentIsTold } from 'preseal/explore'
import { createPublicClient, createWalletClient, custom, type Hash } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { bob } from '../../../node/actors.js'
import type { App } from './app.js'

const account = privateKeyToAccount(`0x${'7'.repeat(64)}`)
const fees = {
  gas: 21_000n,
  maxFeePerGas: 3n * 10n ** 9n,
  maxPriorityFeePerGas: 1n,
} as const

/** Counts nonces itself, and those as well of what was never sent. */
export const nonceKept: App = {
  name: 'nonce kept',
  tells: /2,pending/,
  options: {
    node: { accounts: { [account.address]: { balance: 10n ** 18n } } },
  },
  test:
    (isMended) =>
    async ({ node, watch, wait }) => {
      const transport = custom(node.provider)
      const client = createPublicClient({ transport })
      const user = createWalletClient({ account, chain: node.chain, transport })
      const payments = new Map<number, string>()
      let next = 0

      async function pay(name: number) {
        try {
          const { address } = account
          const nonce = isMended
            ? await client.getTransactionCount({ address, blockTag: 'pending' })
            : next++
          const hash = await user.sendTransaction({
            ...fees,
            to: bob,
            value: BigInt(name),
            nonce,
          })
          follow(name, hash)
        } catch {
          payments.set(name, 'failed')
        }
      }

      function follow(name: number, hash: Hash) {
        payments.set(name, 'pending')
        let left = 30
        const timer = setInterval(async () => {
          try {
            await client.getTransactionReceipt({ hash })
            payments.set(name, 'paid')
          } catch {
            left--
            if (left > 0 || !isMended) return
            payments.set(name, 'not included')
          }
          clearInterval(timer)
        }, 500)
      }

      watch('payments', () => [...payments].join(' '), [
        everySentIsTold({ within: 30_000, ends: /^(?!.*pending)/ }),
      ])
      await pay(1)
      await wait(5_000)
      await pay(2)
    },
}
