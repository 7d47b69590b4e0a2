import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render } from '@testing-library/react'
import { erc20 } from 'preseal/contracts'
import { wasTrue } from 'preseal/explore'
import { createElement, useRef } from 'react'
import { custom, erc20Abi } from 'viem'
import { createConfig, useReadContracts, WagmiProvider } from 'wagmi'
import { bob } from '../../../../node/actors.js'
import type { App } from '../app.js'

const usdc = '0x00000000000000000000000000000000000070cc'
const dai = '0x0000000000000000000000000000000000000da1'
const read = { abi: erc20Abi, functionName: 'balanceOf', args: [bob] } as const

type Props = { isMended: boolean; show: (now: string) => void }

function Balances({ isMended, show }: Props) {
  const { data } = useReadContracts({
    contracts: [
      { ...read, address: usdc },
      { ...read, address: dai },
    ],
    query: { refetchInterval: 1_000 },
  })
  const last = useRef('nothing')
  const isDown = data?.every(({ status }) => status === 'failure') ?? true
  const [first] = data ?? []
  if (first?.status === 'success') last.current = `${first.result}`
  // It knows of an endpoint that is down, and not of one call alone.
  else if (!isDown && !isMended) last.current = '0'
  show(last.current)
  return createElement('p', null, last.current)
}

/** Shows zero for the one call of a multicall that failed. */
export const emptyCall: App = {
  name: 'failed call of a multicall shown as zero',
  tells: /usdc: wasTrue: .*; when .* fails alone within Multicall3/,
  options: {
    node: {
      contracts: [
        erc20({ address: usdc, symbol: 'USDC', balances: { [bob]: 7n } }),
        erc20({ address: dai, symbol: 'DAI', balances: { [bob]: 3n } }),
      ],
    },
  },
  test:
    (isMended) =>
    ({ node, watch }) => {
      const config = createConfig({
        chains: [node.chain],
        transports: { [node.chain.id]: custom(node.provider) },
      })
      let shown = 'nothing'

      const show = (now: string) => {
        shown = now
      }

      render(
        createElement(
          WagmiProvider,
          { config, reconnectOnMount: false },
          createElement(
            QueryClientProvider,
            { client: new QueryClient() },
            createElement(Balances, { isMended, show }),
          ),
        ),
      )
      watch('usdc', () => shown, [wasTrue({ address: bob, token: usdc })])
      return cleanup
    },
}
