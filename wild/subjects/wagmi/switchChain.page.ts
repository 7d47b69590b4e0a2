import { atLast } from 'preseal/explore'
import { createElement as h, useEffect } from 'react'
import type { Subject } from '../../subject.js'
import type { Viem } from '../../viem.js'
import { configure, renderInside, textOf, type Wagmi } from '../../wagmi.js'

export const subject: Subject = {
  software: 'wagmi',
  versions: { '3.7.7': 'holds' },
  law: "after a switch, the chain shown is the wallet's",
  async explore(load) {
    const wagmi = await load<Wagmi>('wagmi')
    const viem = await load<Viem>('viem')
    function Chain() {
      const { connect, connectors, isSuccess } = wagmi.useConnect()
      const { switchChain } = wagmi.useSwitchChain()
      const { chainId } = wagmi.useAccount()
      useEffect(() => {
        const [connector] = connectors
        if (connector) connect({ connector })
      }, [connect, connectors])
      useEffect(() => {
        if (isSuccess) switchChain({ chainId: 10 })
      }, [isSuccess, switchChain])
      return h('p', { id: 'chain' }, `${chainId ?? 'none'}`)
    }
    return {
      nodes: [{ chainId: 1 }, { chainId: 10 }],
      duration: 8_000,
      body({ nodes, wallet, watch, onEnd }) {
        const config = configure(wagmi, viem, { nodes, wallet })
        onEnd(renderInside(wagmi, config, h(Chain)))
        watch('chain', () => `${textOf('chain')} of ${wallet.chainId}`, [
          atLast((shown) => {
            const [told, real] = `${shown}`.split(' of ')
            return told === 'none' || told === real
          }),
        ])
      },
    }
  },
}
