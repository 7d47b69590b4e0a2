import { wasTrue } from 'preseal/explore'
import type { Subject } from '../../subject.js'
import { alice, bob } from '../../viem.js'

type Ethers = typeof import('ethers')

export const subject: Subject = {
  software: 'ethers',
  versions: { '6.17.0': 'holds' },
  law: 'a balance that is read for each new block was true',
  async explore(load) {
    const { BrowserProvider } = await load<Ethers>('ethers')
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
        const provider = new BrowserProvider(node.provider)
        provider.pollingInterval = 1_000
        let shown: bigint | undefined
        watch('balance', () => shown, [wasTrue({ address: bob })])
        provider.on('block', async () => {
          shown = await provider.getBalance(bob).catch(() => shown)
        })
        onEnd(() => provider.destroy())
      },
    }
  },
}
