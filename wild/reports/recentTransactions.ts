// A page with RainbowKit that connects, pays once, and adds the payment to the
// list of recent transactions.
import { openPage } from '../page.js'
import type { fakeChain } from './fakeChain.js'

await openPage()
const { createElement: h, useEffect } = await import('react')
const { createRoot } = await import('react-dom/client' as string)
const { custom, defineChain } = await import('viem' as string)
const { QueryClient, QueryClientProvider } = await import(
  '@tanstack/react-query'
)
const { RainbowKitProvider, useAddRecentTransaction } = await import(
  '@rainbow-me/rainbowkit' as string
)
const { createConfig, injected, useConnect, WagmiProvider } = await import(
  'wagmi' as string
)

export function addRecentTransaction(
  provider: ReturnType<typeof fakeChain>,
  hash: string,
): void {
  const chain = defineChain({
    id: 31_337,
    name: 'Test',
    nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
    rpcUrls: { default: { http: [] } },
  })
  const config = createConfig({
    chains: [chain],
    transports: { [chain.id]: custom(provider) },
    pollingInterval: 100,
    connectors: [injected({ target: { id: 'test', name: 'Test', provider } })],
  })
  function Pay() {
    const { connect, connectors, isSuccess } = useConnect()
    const add = useAddRecentTransaction()
    useEffect(() => connect({ connector: connectors[0] }), [])
    useEffect(() => {
      if (isSuccess) add({ hash, description: 'Pay' })
    }, [isSuccess, add])
    return null
  }
  const root = document.body.appendChild(document.createElement('div'))
  createRoot(root).render(
    h(
      WagmiProvider,
      { config, reconnectOnMount: false },
      h(
        QueryClientProvider,
        { client: new QueryClient() },
        h(RainbowKitProvider, { showRecentTransactions: true }, h(Pay)),
      ),
    ),
  )
}

/** What the store behind the list says of the transaction. */
export function statusOf(hash: string): string {
  const stored = localStorage.getItem('rk-transactions') ?? '{}'
  const found = JSON.stringify(JSON.parse(stored)).match(
    new RegExp(`"hash":"${hash}"[^}]*"status":"(\\w+)"`),
  )
  return found?.[1] ?? 'none'
}
