import { journey, plainChain } from '../../journey.js'
import { failedOnlyIfItFailed } from '../../laws.js'
import type { Subject } from '../../subject.js'
import { bob, type Viem } from '../../viem.js'
import type { Wagmi } from '../../wagmi.js'

type Config = ReturnType<Wagmi['createConfig']>
type Core = {
  injected(options: object): unknown
  connect(config: Config, options: object): Promise<unknown>
}
type AppKit = {
  WagmiAdapter: new (
    options: object,
  ) => {
    readonly wagmiConfig: Config
    sendTransaction(options: object): Promise<{ hash: string }>
  }
}

export const subject: Subject = {
  software: '@reown/appkit-adapter-wagmi',
  versions: { '1.8.24': 'plain' },
  law: 'what the modal sends fails only if the payment fails',
  instead:
    'it fails 25 s after the send, which is two blocks, and the payment is included in the third',
  report: 'appkit-send.md',
  async explore(load) {
    const { custom } = await load<Viem>('viem')
    const { connect, injected } = await load<Core>('@wagmi/core')
    const { WagmiAdapter } = await load<AppKit>('@reown/appkit-adapter-wagmi')
    return {
      // The payment is in the third block of 12 s, as if its fee were a little low.
      node: {
        ...plainChain,
        blockTime: 12_000,
        faults: [{ type: 'includeLate', beats: 120, times: 1 }],
      },
      duration: 60_000,
      runs: 20,
      kinds: { replaced: 0, lost: 0 },
      body: journey([failedOnlyIfItFailed], async ({ node, wallet }, show) => {
        const { chain, provider } = node
        const target = { id: 'test', name: 'Test', provider: wallet.provider }
        const adapter = new WagmiAdapter({
          projectId: 'wild',
          networks: [chain],
          transports: { [chain.id]: custom(provider) },
          connectors: [injected({ target })],
        })
        const [connector] = adapter.wagmiConfig.connectors
        await connect(adapter.wagmiConfig, { connector })
        await adapter.sendTransaction({ to: bob, value: 1n, data: '0x' })
        show('success')
      }),
    }
  },
}
