import { nothingAskedAfter } from 'preseal/explore'
import { journey } from '../../journey.js'
import type { Subject } from '../../subject.js'
import type { Viem } from '../../viem.js'
import { configure, type Wagmi, type WagmiCore } from '../../wagmi.js'

export const subject: Subject = {
  software: 'wagmi',
  versions: { '2.19.5': 'plain', '3.7.7': 'plain' },
  law: 'who stops watchBlockNumber sends no further request',
  instead:
    'once the chain was switched, the watch of the new chain goes on for ever',
  report: 'wagmi-unwatch.md',
  async explore(load) {
    const wagmi = await load<Wagmi>('wagmi')
    const viem = await load<Viem>('viem')
    const { switchChain, watchBlockNumber } =
      await load<WagmiCore>('wagmi/actions')
    return {
      nodes: [{ chainId: 1 }, { chainId: 10 }],
      runs: 20,
      body: journey(
        [nothingAskedAfter('left')],
        async ({ nodes, wallet, wait }, show) => {
          const config = configure(wagmi, viem, { nodes, wallet })
          const unwatch = watchBlockNumber(config, { onBlockNumber() {} })
          await wait(2_500)
          await switchChain(config, { chainId: 10 })
          await wait(2_500)
          unwatch()
          show('left')
        },
      ),
    }
  },
}
