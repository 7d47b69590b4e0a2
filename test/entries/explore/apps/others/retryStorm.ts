import { mostRequests, rightAgain } from 'preseal/explore'
import { createPublicClient, http } from 'viem'
import { alice, bob } from '../../../../node/actors.js'
import type { App } from '../app.js'

const steps = [1_000, 5_000].map(
  (at) =>
    ({ at, type: 'preconfirm', from: alice, to: bob, value: 1n }) as const,
)

/** Asks again at once for as long as it is refused. */
export const retryStorm: App = {
  name: 'storm of retries',
  tells: /mostRequests: the application sent more than 10 requests/,
  options: {
    invariants: [mostRequests(10)],
    node: { accounts: { [alice]: { balance: 10n ** 18n } }, steps },
  },
  test:
    (isMended) =>
    ({ node, watch }) => {
      const client = createPublicClient({
        transport: http('http://node.test', {
          fetchFn: node.fetch,
          retryCount: 0,
        }),
      })
      let shown: bigint | undefined

      async function poll(pause: number) {
        try {
          shown = await client.getBalance({ address: bob })
          setTimeout(poll, 1_000, 500)
        } catch {
          setTimeout(poll, isMended ? pause : 20, Math.min(pause * 2, 4_000))
        }
      }

      watch('balance', () => shown, [rightAgain()])
      void poll(500)
    },
}
