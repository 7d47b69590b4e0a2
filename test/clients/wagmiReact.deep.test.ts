// @vitest-environment happy-dom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render, screen } from '@testing-library/react'
import { createMockNode } from 'preseal'
import { erc20 } from 'preseal/contracts'
import { createElement } from 'react'
import { custom, erc20Abi, formatEther } from 'viem'
import { base } from 'viem/chains'
import { afterAll, afterEach, expect, test } from 'vitest'
import {
  createConfig,
  useBalance,
  useReadContracts,
  WagmiProvider,
} from 'wagmi'
import { alice, bob, ether, token } from '../conformance/actors.js'

afterEach(cleanup)

// React's own switch, which testing-library sets as it is loaded.
afterAll(() => {
  Reflect.deleteProperty(globalThis, 'IS_REACT_ACT_ENVIRONMENT')
})

const balanceOf = (owner: `0x${string}`) =>
  ({
    address: token,
    abi: erc20Abi,
    functionName: 'balanceOf',
    args: [owner],
  }) as const

function Wallet() {
  const { data: balance } = useBalance({ address: alice })
  const { data: results } = useReadContracts({
    contracts: [
      { address: token, abi: erc20Abi, functionName: 'symbol' },
      balanceOf(alice),
      balanceOf(bob),
    ],
  })
  const held = results?.map(({ result }) => `${result}`).join(' ')
  return createElement(
    'p',
    null,
    `${balance ? formatEther(balance.value) : '…'} ETH, ${held ?? '…'}`,
  )
}

test("useBalance and useReadContracts, on viem's base", async () => {
  const node = createMockNode({
    chainId: base.id,
    accounts: { [alice]: { balance: 3n * ether } },
    contracts: [
      erc20({
        address: token,
        symbol: 'USDC',
        decimals: 6,
        balances: { [alice]: 7n, [bob]: 5n },
      }),
    ],
  })
  const config = createConfig({
    chains: [base],
    transports: { [base.id]: custom(node.provider) },
    multiInjectedProviderDiscovery: false,
    storage: null,
  })
  const client = new QueryClient({ defaultOptions: { queries: { gcTime: 0 } } })
  render(
    createElement(
      WagmiProvider,
      { config, reconnectOnMount: false },
      createElement(QueryClientProvider, { client }, createElement(Wallet)),
    ),
  )
  expect(await screen.findByText('3 ETH, USDC 7 5')).toBeDefined()
  const methods = node.answeredRequests.map(({ method }) => method)
  expect(new Set(methods)).toEqual(new Set(['eth_call']))
})
