import { eventually } from 'preseal/explore'
import { journey, plainChain } from '../../journey.js'
import type { Subject } from '../../subject.js'
import { alice, bob, readFrom, type Viem } from '../../viem.js'

export const subject: Subject = {
  software: 'viem',
  versions: { '2.57.13': 'late', '2.57.20': 'holds' },
  law: 'on a chain that seals a block for each transaction, the wait ends',
  instead:
    'a wait drops the block that arrives while it looks the transaction up, and times out',
  upstream: 'wevm/viem#5417',
  mendedIn: '2.57.17',
  async explore(load) {
    const viem = await load<Viem>('viem')
    return {
      // One block, and none after it.
      node: {
        ...plainChain,
        sealing: 'manual',
        accounts: { [alice]: { balance: 10n ** 18n } },
        steps: [{ at: 1_300, type: 'seal' }],
      },
      runs: 0,
      examples: ['eth_getTransactionByHash', 'eth_getBlockByNumber'].map(
        (method) => ({
          kind: 'late' as const,
          name: `the first ${method}`,
          steps: [
            {
              at: 0,
              type: 'fault' as const,
              fault: {
                type: 'delay' as const,
                ms: 2_500,
                methods: [method],
                times: 1,
              },
            },
          ],
        }),
      ),
      body: journey(
        [eventually((shown) => shown !== 'waiting', { within: 60_000 })],
        async (explored, show) => {
          const client = readFrom(viem, explored.node)
          const hash = explored.node.preconfirm({ from: alice, to: bob })
          const { status } = await client.waitForTransactionReceipt({ hash })
          show(status)
        },
      ),
    }
  },
}
