import { wasTrue } from 'preseal/explore'
import { createElement as h } from 'react'
import type { Subject } from '../../subject.js'
import { alice, bob, type Viem } from '../../viem.js'
import { configure, renderInside, textOf, type Wagmi } from '../../wagmi.js'

export const subject: Subject = {
  software: 'wagmi',
  versions: { '3.7.7': 'holds' },
  law: 'useBalance, refetched every second, shows a balance that was true',
  async explore(load) {
    const wagmi = await load<Wagmi>('wagmi')
    const viem = await load<Viem>('viem')
    function Balance() {
      const { data } = wagmi.useBalance({
        address: bob,
        query: { refetchInterval: 1_000 },
      })
      return h('p', { id: 'balance' }, data ? `${data.value} wei` : 'loading')
    }
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
      runs: 120,
      body({ nodes, wallet, watch, onEnd }) {
        const config = configure(wagmi, viem, { nodes, wallet })
        renderInside(wagmi, config, h(Balance), onEnd)
        watch('balance', () => textOf('balance'), [wasTrue({ address: bob })])
      },
    }
  },
}
