import type { Explored } from 'preseal/explore'
import { baseAccount } from 'preseal/wallets'
import { createElement as h, type ReactNode, useEffect } from 'react'
import type { Load } from './subject.js'
import { bob, type Viem } from './viem.js'
import { configure, renderInside, type Wagmi } from './wagmi.js'

type OnchainKit = {
  OnchainKitProvider(props: {
    chain: object
    config: object
    children: ReactNode
  }): ReactNode
}
type OfTransactions = {
  Transaction(props: {
    chainId: number
    calls: object[]
    onError(error: { message: string }): void
    onSuccess(): void
    isSponsored: boolean
    children: ReactNode
  }): ReactNode
  TransactionButton(props: object): ReactNode
}

/** Base's wallet, with the name of batches before EIP-5792 was final, too. */
export const batchingWallet = {
  ...baseAccount,
  batches: {
    ...baseAccount.batches,
    capabilities: {
      ...baseAccount.batches.capabilities,
      atomicBatch: { supported: true },
    },
  },
}

/** A page with OnchainKit's button, which is pressed once it can be. */
export async function renderTransaction(load: Load) {
  // It reports each press to its maker.
  globalThis.fetch = async () => Response.json({})
  const wagmi = await load<Wagmi>('wagmi')
  const viem = await load<Viem>('viem')
  const { OnchainKitProvider } = await load<OnchainKit>('@coinbase/onchainkit')
  const { Transaction, TransactionButton } = await load<OfTransactions>(
    '@coinbase/onchainkit/transaction',
  )
  let wasPressed = false
  let thinks = 0
  function Connect() {
    const { connect, connectors } = wagmi.useConnect()
    const { isConnected } = wagmi.useAccount()
    const [connector] = connectors
    useEffect(() => {
      if (connector) connect({ connector })
    }, [connect, connector])
    useEffect(() => {
      const button = document.querySelector('button')
      if (!isConnected || !button || wasPressed) return
      wasPressed = true
      setTimeout(() => button.click(), thinks)
    }, [isConnected])
    return null
  }
  return (
    { nodes, wallet, onEnd }: Explored,
    told: { onError(): void; onSuccess(): void },
    { isSponsored = false } = {},
  ) => {
    wasPressed = false
    // By then, the page knows what the wallet can do.
    thinks = isSponsored ? 1_000 : 0
    const [{ chain }] = nodes as [(typeof nodes)[number]]
    const config = configure(wagmi, viem, { nodes, wallet })
    const page = h(OnchainKitProvider, {
      chain,
      config: { analytics: false, paymaster: 'https://paymaster.example' },
      children: [
        h(Transaction, {
          key: 'transaction',
          chainId: chain.id,
          calls: [{ to: bob, value: 1n }],
          ...told,
          isSponsored,
          children: h(TransactionButton, {}),
        }),
        h(Connect, { key: 'connect' }),
      ],
    })
    onEnd(renderInside(wagmi, config, page))
  }
}
