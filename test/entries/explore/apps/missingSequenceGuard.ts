import { noFlicker, wasTrue } from 'preseal/explore'
import { createPublicClient, custom } from 'viem'
import { alice, bob } from '../../../node/actors.js'
import type { App } from './app.js'

/** Whatever answer comes last is shown, though it was asked for first. */
export const missingSequenceGuard: App = {
  name: 'missing sequence guard',
  tells: /late/,
  options: {
    node: {
      accounts: { [alice]: { balance: 10n ** 18n } },
      steps: [
        { at: 3_000, type: 'preconfirm', from: alice, to: bob, value: 5n },
        { at: 9_000, type: 'preconfirm', from: alice, to: bob, value: 2n },
      ],
    },
  },
  test:
    (isMended) =>
    ({ node, watch }) => {
      const client = createPublicClient({ transport: custom(node.provider) })
      let balance: bigint | undefined
      let asked = 0
      let shown = 0

      async function poll() {
        const turn = ++asked
        try {
          const blockTag = 'pending'
          const read = await client.getBalance({ address: bob, blockTag })
          if (isMended && turn < shown) return
          shown = turn
          balance = read
        } catch {
          // The next one may do.
        }
      }

      watch('balance', () => `${balance ?? 'loading'}`, [
        wasTrue({ address: bob, within: 2_000 }),
        noFlicker(),
      ])
      poll()
      setInterval(poll, 200)
    },
}
