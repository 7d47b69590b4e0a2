// @vitest-environment happy-dom
import {
  QueryClient,
  QueryClientProvider,
  useQuery,
} from '@tanstack/react-query'
import { cleanup, render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import type { MockProvider } from 'preseal'
import {
  everySentIsTold,
  noConsoleError,
  noFlicker,
  staysFinal,
  wasTrue,
} from 'preseal/explore'
import { explore } from 'preseal/vitest'
import type { Wallet } from 'preseal/wallet'
import { createElement, useState } from 'react'
import {
  createPublicClient,
  createWalletClient,
  custom,
  formatEther,
  parseEther,
} from 'viem'
import { afterAll } from 'vitest'
import { bob } from '../../node/actors.js'

// React's own switch, which testing-library sets as it is loaded.
afterAll(() => {
  Reflect.deleteProperty(globalThis, 'IS_REACT_ACT_ENVIRONMENT')
})

type Props = {
  endpoint: MockProvider
  provider: Wallet['provider']
  account: `0x${string}`
}

function App({ endpoint, provider, account }: Props) {
  const [client] = useState(() =>
    createPublicClient({ transport: custom(endpoint), cacheTime: 0 }),
  )
  const [status, setStatus] = useState('idle')
  const balance = useQuery({
    queryKey: ['balance', account],
    queryFn: () => client.getBalance({ address: account, blockTag: 'pending' }),
    refetchInterval: 1_000,
  })
  async function send() {
    const user = createWalletClient({ transport: custom(provider) })
    const chain = null
    setStatus('sending')
    try {
      const value = parseEther('1')
      const hash = await user.sendTransaction({
        account,
        to: bob,
        value,
        chain,
      })
      setStatus('pending')
      for (let left = 30; left > 0; left--) {
        await new Promise((resolve) => setTimeout(resolve, 700))
        const receipt = await client
          .getTransactionReceipt({ hash })
          .catch(() => undefined)
        const { number } = await client
          .getBlock({ blockTag: 'finalized' })
          .catch(() => ({ number: 0n }))
        if (receipt === undefined || receipt.blockNumber > number) continue
        setStatus(receipt.status === 'success' ? 'final' : 'failed')
        return
      }
      setStatus('not included')
    } catch {
      setStatus('not sent')
    }
  }
  return createElement(
    'div',
    null,
    createElement(
      'p',
      { role: 'note' },
      balance.data === undefined ? '…' : `${formatEther(balance.data)} ETH`,
    ),
    createElement('p', { role: 'status' }, status),
    createElement('button', { type: 'button', onClick: send }, 'Send'),
  )
}

explore(
  'a payment is told to its end',
  async ({ node, wallet, watch }) => {
    wallet.connect()
    const client = new QueryClient()
    const { account, provider } = wallet
    const app = createElement(App, {
      endpoint: node.provider,
      provider,
      account,
    })
    render(createElement(QueryClientProvider, { client }, app))
    const text = (role: string) => screen.getByRole(role).textContent
    watch('balance', () => text('note'), [
      wasTrue({ address: account, within: 2_000 }),
      noFlicker(),
    ])
    watch('payment', () => text('status'), [
      staysFinal('final'),
      everySentIsTold({ within: 30_000 }),
    ])
    await userEvent.setup().click(screen.getByRole('button'))
    return cleanup
  },
  {
    duration: 12_000,
    runs: 12,
    node: { finalityLag: { safe: 1, finalized: 2 } },
    invariants: [noConsoleError()],
  },
)
