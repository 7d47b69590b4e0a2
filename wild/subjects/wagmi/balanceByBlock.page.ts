import { useQueryClient } from '@tanstack/react-query'
import { rightAgain } from 'preseal/explore'
import { createElement as h, useEffect } from 'react'
import { plainChain } from '../../journey.js'
import type { Subject } from '../../subject.js'
import { alice, bob, type Viem } from '../../viem.js'
import { configure, renderInside, textOf, type Wagmi } from '../../wagmi.js'

export const subject: Subject = {
  software: 'wagmi',
  versions: { '2.19.5': 'holds', '3.7.7': 'holds' },
  law: "with react-query's defaults, a balance that is read again at each block is right 10 s after any failure",
  async explore(load) {
    const wagmi = await load<Wagmi>('wagmi')
    const viem = await load<Viem>('viem')
    function Balance() {
      const client = useQueryClient()
      const { data: block } = wagmi.useBlockNumber({ watch: true })
      const { data, queryKey } = wagmi.useBalance({ address: bob })
      // biome-ignore lint/correctness/useExhaustiveDependencies: as wagmi's guide has it
      useEffect(() => {
        client.invalidateQueries({ queryKey })
      }, [block, client])
      return h('p', { id: 'balance' }, `${data?.value ?? 'none'}`)
    }
    return {
      node: {
        ...plainChain,
        accounts: { [alice]: { balance: 10n ** 18n } },
        steps: [1_000, 5_000, 9_000].map((at) => ({
          at,
          type: 'preconfirm' as const,
          from: alice,
          to: bob,
          value: 1n,
        })),
      },
      runs: 120,
      body({ nodes, wallet, watch, onEnd }) {
        const config = configure(wagmi, viem, { nodes, wallet })
        onEnd(renderInside(wagmi, config, h(Balance)))
        watch('balance', () => textOf('balance'), [rightAgain()])
      },
    }
  },
}
