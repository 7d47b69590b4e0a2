import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { render } from '@testing-library/react'
import type { MockNode } from 'preseal'
import type { Explored } from 'preseal/explore'
import { createElement as h, type ReactNode } from 'react'
import type { Viem } from './viem.js'

// By its path: wild/ has a wagmi of its own once it is installed.
export type Wagmi =
  typeof import('../node_modules/wagmi/dist/types/exports/index.js')
export type WagmiCore =
  typeof import('../node_modules/wagmi/dist/types/exports/actions.js')

/** A configuration of one chain, with the user's wallet as its only connector. */
export function configure(
  { createConfig, injected }: Wagmi,
  { custom }: Viem,
  {
    nodes,
    wallet,
    storage = null,
  }: Pick<Explored, 'nodes' | 'wallet'> & {
    /** What a reload keeps; nothing by default. */
    readonly storage?: object | null
  },
) {
  const { provider } = wallet
  const chains = nodes.map(({ chain }) => chain)
  const transports = Object.fromEntries(
    nodes.map((node: MockNode) => [node.chain.id, custom(node.provider)]),
  )
  return createConfig({
    chains: chains as never,
    transports,
    pollingInterval: 1_000,
    storage,
    multiInjectedProviderDiscovery: false,
    connectors: [
      injected({
        target: { id: 'test', name: 'Test', provider: provider as never },
      }),
    ],
  } as never)
}

/**
 * Renders a page inside wagmi and react-query, as their guides say; returns what
 * closes it.
 */
export function renderInside(
  { WagmiProvider }: Wagmi,
  config: ReturnType<typeof configure>,
  page: ReactNode,
): () => void {
  const client = new QueryClient()
  const inside = h(QueryClientProvider, { client }, page)
  const shown = render(h(WagmiProvider, { config, children: inside }))
  return () => {
    shown.unmount()
    client.clear()
  }
}

/** What an element with this id says; '' while there is none. */
export const textOf = (id: string) =>
  document.getElementById(id)?.textContent ?? ''
