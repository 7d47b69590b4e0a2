import type { Explored } from 'preseal/explore'
import { createElement as h, type ReactNode, useEffect } from 'react'
import type { Load } from './subject.js'
import { bob, type Viem } from './viem.js'
import { configure, renderInside, type Wagmi } from './wagmi.js'

type RainbowKit = {
  RainbowKitProvider(props: {
    showRecentTransactions: boolean
    children: ReactNode
  }): ReactNode
  useAddRecentTransaction(): (transaction: {
    hash: string
    description: string
  }) => void
}

type Stored = {
  [account: string]: { [chainId: string]: { status?: string }[] }
}

/** The status of the newest transaction in the store behind the list. */
export function statusShown(): string {
  const text = localStorage.getItem('rk-transactions') ?? '{}'
  const [newest] = Object.values(JSON.parse(text) as Stored)
    .flatMap((byChain) => Object.values(byChain))
    .flat()
  return newest?.status ?? 'waiting'
}

/** A page that connects, pays once and adds the payment to the list. */
export async function renderRecent(load: Load) {
  const wagmi = await load<Wagmi>('wagmi')
  const viem = await load<Viem>('viem')
  const { RainbowKitProvider, useAddRecentTransaction } =
    await load<RainbowKit>('@rainbow-me/rainbowkit')
  function Pay() {
    const { connect, connectors, isSuccess } = wagmi.useConnect()
    const add = useAddRecentTransaction()
    const { data: hash, sendTransaction } = wagmi.useSendTransaction()
    const [connector] = connectors
    useEffect(() => {
      if (connector) connect({ connector })
    }, [connect, connector])
    useEffect(() => {
      if (isSuccess) sendTransaction({ to: bob, value: 1n })
    }, [isSuccess, sendTransaction])
    useEffect(() => {
      if (hash) add({ hash, description: 'Pay' })
    }, [hash, add])
    return null
  }
  return ({ nodes, wallet, onEnd }: Explored) => {
    const config = configure(wagmi, viem, { nodes, wallet })
    const kit = h(RainbowKitProvider, {
      showRecentTransactions: true,
      children: h(Pay),
    })
    onEnd(renderInside(wagmi, config, kit))
  }
}
