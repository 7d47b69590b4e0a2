// A page with RainbowKit that connects, pays once, and adds the payment to the
// list of recent transactions.
import type { fakeChain } from './fakeChain.js'
import { h, renderPage, useConnected, useEffect } from './wagmiPage.js'

const { RainbowKitProvider, useAddRecentTransaction } = await import(
  '@rainbow-me/rainbowkit' as string
)

export function addRecentTransaction(
  provider: ReturnType<typeof fakeChain>,
  hash: string,
): void {
  function Pay() {
    const isConnected = useConnected()
    const add = useAddRecentTransaction()
    useEffect(() => {
      if (isConnected) add({ hash, description: 'Pay' })
    }, [isConnected, add])
    return null
  }
  renderPage(
    provider,
    h(RainbowKitProvider, { showRecentTransactions: true }, h(Pay)),
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
