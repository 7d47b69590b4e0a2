import { wasTrue } from 'preseal/explore'
import { createPublicClient, custom } from 'viem'
import { bob } from '../../../node/actors.js'
import type { App } from './app.js'

/** Keeps an answer under the chain that is chosen once it comes. */
export const mixedChains: App = {
  name: 'two chains mixed',
  tells: /on chain 1: wasTrue|on chain 10: wasTrue/,
  options: {
    nodes: [
      { chainId: 1, accounts: { [bob]: { balance: 7n } } },
      { chainId: 10, accounts: { [bob]: { balance: 3n } } },
    ],
  },
  test:
    (isMended) =>
    async ({ nodes, watch, wait }) => {
      const clients = new Map(
        nodes.map(({ chain, provider }) => [
          chain.id,
          createPublicClient({ transport: custom(provider) }),
        ]),
      )
      const balances = new Map<number, bigint>()
      let chosen = 1

      async function poll() {
        const asked = chosen
        try {
          const balance = await clients.get(asked)?.getBalance({ address: bob })
          balances.set(isMended ? asked : chosen, balance ?? 0n)
        } catch {
          // The next one may do.
        }
      }

      watch('on chain 1', () => balances.get(1), [
        wasTrue({ address: bob, chainId: 1 }),
      ])
      watch('on chain 10', () => balances.get(10), [
        wasTrue({ address: bob, chainId: 10 }),
      ])
      poll()
      setInterval(poll, 500)
      await wait(4_100)
      chosen = 10
      await wait(4_000)
      chosen = 1
    },
}
