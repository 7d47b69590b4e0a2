import { atLast } from 'preseal/explore'
import { createElement as h } from 'react'
import type { Subject } from '../../subject.js'
import type { Viem } from '../../viem.js'
import {
  configure,
  renderInside,
  textOf,
  type Wagmi,
  type WagmiCore,
} from '../../wagmi.js'

export const subject: Subject = {
  software: 'wagmi',
  versions: { '2.19.5': 'holds', '3.7.7': 'holds' },
  law: 'after a reload, the page is connected again, to an account',
  async explore(load) {
    const wagmi = await load<Wagmi>('wagmi')
    const viem = await load<Viem>('viem')
    const { connect } = await load<WagmiCore>('wagmi/actions')
    function Account() {
      const { address, status } = wagmi.useAccount()
      return h('p', { id: 'account' }, `${status}, ${address ?? 'no address'}`)
    }
    return {
      wallet: { endpointFaults: true },
      // The user connects, and keeps to it.
      kinds: { rejected: 0, leftOpen: 0, otherWallet: 0 },
      examples: [0, 1, 2, 3].map((skip) => ({
        kind: 'failed' as const,
        name: `eth_accounts ${skip} fails after the reload`,
        steps: [
          {
            at: 2_200,
            type: 'fault' as const,
            fault: {
              type: 'rpc' as const,
              code: -32603,
              message: 'the extension is starting',
              methods: ['eth_accounts'],
              skip,
              times: 1,
            },
          },
        ],
      })),
      body({ nodes, wallet, wait, watch, onEnd }) {
        const kept = new Map<string, string>()
        const storage = wagmi.createStorage({
          storage: {
            getItem: (key) => kept.get(key) ?? null,
            setItem: (key, value) => void kept.set(key, value),
            removeItem: (key) => void kept.delete(key),
          },
        })
        const open = () => {
          const config = configure(wagmi, viem, { nodes, wallet, storage })
          return { config, close: renderInside(wagmi, config, h(Account)) }
        }
        let reloads = 0
        watch('account', () => `${reloads}: ${textOf('account')}`, [
          atLast((shown) => /^1: connected, 0x|^0/.test(`${shown}`)),
        ])
        const first = open()
        const walk = async () => {
          await wait(300)
          const [connector] = first.config.connectors
          await connect(first.config, { connector } as never)
          await wait(2_000)
          first.close()
          wallet.reload()
          reloads++
          onEnd(open().close)
        }
        walk().catch(() => {})
      },
    }
  },
}
