// A page of wagmi and react-query, with a connector in front of a provider.
import { openPage } from '../page.js'
import type { fakeChain } from './fakeChain.js'

await openPage()
export const { createElement: h, useEffect } = await import('react')
const { createRoot } = await import('react-dom/client' as string)
const { custom, defineChain } = await import('viem' as string)
const { QueryClient, QueryClientProvider } = await import(
  '@tanstack/react-query'
)
const { createConfig, injected, useConnect, WagmiProvider } = await import(
  'wagmi' as string
)

type Provider = ReturnType<typeof fakeChain>

export const chain = defineChain({
  id: 31_337,
  name: 'Test',
  nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
  rpcUrls: { default: { http: [] } },
})

/** Connects as soon as it is there. */
export function useConnected(): boolean {
  const { connect, connectors, isSuccess } = useConnect()
  useEffect(() => connect({ connector: connectors[0] }), [])
  return isSuccess
}

export function renderPage(provider: Provider, page: object): void {
  const config = createConfig({
    chains: [chain],
    transports: { [chain.id]: custom(provider) },
    pollingInterval: 100,
    connectors: [injected({ target: { id: 'test', name: 'Test', provider } })],
  })
  const root = document.body.appendChild(document.createElement('div'))
  const client = new QueryClient()
  createRoot(root).render(
    h(
      WagmiProvider,
      { config, reconnectOnMount: false },
      h(QueryClientProvider, { client }, page as never),
    ),
  )
}
