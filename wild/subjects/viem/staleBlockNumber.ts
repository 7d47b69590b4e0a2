import type { Invariant } from 'preseal/explore'
import type { Subject } from '../../subject.js'
import type { Viem } from '../../viem.js'

const isFresh: Invariant = ({ looks, nodes: [node] }) => {
  for (const { until, value } of looks) {
    const at = until - 1
    if (typeof value !== 'bigint' || node === undefined) continue
    const head = BigInt(
      node.view(Math.max(at - 2_000, 0)).request({ method: 'eth_blockNumber' }),
    )
    if (value < head)
      return {
        at,
        text: `it still read ${value}, but 2000 ms before it was ${head}`,
      }
  }
  return undefined
}

export const subject: Subject = {
  software: 'viem',
  versions: { '2.57.4': 'plain', '2.57.12': 'holds' },
  law: 'getBlockNumber is at most a block old',
  instead:
    '`getBlockNumber` of a client that polls every 12 s returns a number that is six blocks old',
  upstream: 'wevm/viem#5274',
  mendedIn: '2.57.11',
  async explore(load) {
    const { createPublicClient, custom } = await load<Viem>('viem')
    return {
      runs: 0,
      body({ node, watch }) {
        const { chain, provider } = node
        const client = createPublicClient({
          chain: { ...chain, blockTime: 2_000 },
          transport: custom(provider),
          pollingInterval: 12_000,
        })
        let shown: bigint | undefined
        setInterval(async () => {
          shown = await client.getBlockNumber()
        }, 1_000)
        watch('block number', () => shown, [isFresh])
      },
    }
  },
}
