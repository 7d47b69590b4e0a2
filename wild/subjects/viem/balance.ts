import { wasTrue } from 'preseal/explore'
import type { Subject } from '../../subject.js'
import { alice, bob, readFrom, type Viem } from '../../viem.js'

export const subject: Subject = {
  software: 'viem',
  versions: { '2.57.20': 'holds' },
  law: 'a balance that is read for each new block was true',
  async explore(load) {
    const viem = await load<Viem>('viem')
    return {
      node: {
        accounts: { [alice]: { balance: 10n ** 18n } },
        steps: [3_300, 7_300].map((at) => ({
          at,
          type: 'preconfirm' as const,
          from: alice,
          to: bob,
          value: 5n,
        })),
      },
      duration: 12_000,
      runs: 100,
      body({ node, watch, onEnd }) {
        const client = readFrom(viem, node)
        let shown: bigint | undefined
        watch('balance', () => shown, [wasTrue({ address: bob })])
        onEnd(
          client.watchBlockNumber({
            async onBlockNumber() {
              shown = await client
                .getBalance({ address: bob })
                .catch(() => shown)
            },
            onError: () => {},
          }),
        )
      },
    }
  },
}
