import { wasTrue } from 'preseal/explore'
import { createPublicClient, custom } from 'viem'
import { alice, bob } from '../../../node/actors.js'
import type { App } from './app.js'

/** Keeps what a block held by its number, under which another one may stand. */
export const wrongKey: App = {
  name: 'wrong key by block number',
  tells: /is replaced /,
  options: {
    node: {
      accounts: { [alice]: { balance: 10n ** 18n } },
      steps: [
        { at: 2_100, type: 'preconfirm', from: alice, to: bob, value: 5n },
        { at: 6_100, type: 'preconfirm', from: alice, to: bob, value: 2n },
      ],
    },
  },
  test:
    (isMended) =>
    ({ node, watch }) => {
      const client = createPublicClient({ transport: custom(node.provider) })
      const paid = new Map<string, { parent: string; value: bigint }>()
      let received: bigint | undefined
      let newest = 0

      async function read(blockNumber: bigint, blockHash: string | undefined) {
        const key = blockHash ?? `${blockNumber}`
        const known = paid.get(key)
        if (known !== undefined) return known
        const block = await client.getBlock({
          ...(blockHash === undefined
            ? { blockNumber }
            : { blockHash: blockHash as `0x${string}` }),
          includeTransactions: true,
        })
        const value = block.transactions
          .filter(({ to }) => to === bob)
          .reduce((sum, { value }) => sum + value, 0n)
        const made = { parent: block.parentHash, value }
        paid.set(key, made)
        return made
      }

      async function poll() {
        const turn = ++newest
        try {
          const { number, hash } = await client.getBlock()
          let sum = 0n
          let next = isMended ? hash : undefined
          for (let at = number; at > 0n; at--) {
            const { parent, value } = await read(at, next)
            sum += value
            if (isMended) next = parent as `0x${string}`
          }
          if (turn === newest) received = sum
        } catch {
          // The next one may do.
        }
      }

      watch('received', () => received, [wasTrue({ address: bob })])
      poll()
      setInterval(poll, 500)
    },
}
