import type { Invariant } from 'preseal/explore'
import { createElement as h, type ReactNode, useEffect } from 'react'
import { plainChain } from '../../journey.js'
import type { Subject } from '../../subject.js'
import type { Viem } from '../../viem.js'
import { configure, renderInside, type Wagmi } from '../../wagmi.js'

type ConnectKit = {
  ConnectKitProvider(props: { children: ReactNode }): ReactNode
  ConnectKitButton(props: { showBalance: boolean }): ReactNode
}

/** One read for each five blocks, and three of the start; wagmi batches them. */
const asksEveryFifthBlock: Invariant = ({
  answeredRequests,
  nodes: [node],
  now,
}) => {
  const asked = answeredRequests.filter(({ method }) => method === 'eth_call')
  const blocks = Number(node?.view(now).request({ method: 'eth_blockNumber' }))
  if (asked.length === 0) return { unjudged: 'no balance was asked for' }
  return asked.length <= 3 + blocks / 5
    ? undefined
    : {
        at: asked.at(-1)?.at ?? 0,
        text: `it asked ${asked.length} times for the balance in ${blocks} blocks`,
      }
}

export const subject: Subject = {
  software: 'connectkit',
  versions: { '1.9.2': 'plain' },
  law: 'the button with a balance reads it at every fifth block',
  instead: 'it reads it at every block',
  report: 'connectkit-balance.md',
  async explore(load) {
    const wagmi = await load<Wagmi>('wagmi')
    const viem = await load<Viem>('viem')
    const { ConnectKitProvider, ConnectKitButton } =
      await load<ConnectKit>('connectkit')
    function Connect() {
      const { connect, connectors } = wagmi.useConnect()
      const [connector] = connectors
      useEffect(() => {
        if (connector) connect({ connector })
      }, [connect, connector])
      return h(ConnectKitButton, { showBalance: true })
    }
    return {
      node: plainChain,
      runs: 20,
      duration: 20_000,
      invariants: [asksEveryFifthBlock],
      body({ nodes, wallet, onEnd }) {
        const config = configure(wagmi, viem, { nodes, wallet })
        const page = h(ConnectKitProvider, { children: h(Connect) })
        onEnd(renderInside(wagmi, config, page))
      },
    }
  },
}
