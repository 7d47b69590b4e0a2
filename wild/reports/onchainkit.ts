// A page with OnchainKit's transaction button, which is pressed once.
import { type fakeChain, pause, payee } from './fakeChain.js'
import { chain, h, renderPage, useConnected } from './wagmiPage.js'

// It reports each press to its maker.
globalThis.fetch = async () => Response.json({})

const { OnchainKitProvider } = await import('@coinbase/onchainkit' as string)
const { Transaction, TransactionButton } = await import(
  '@coinbase/onchainkit/transaction' as string
)

export const button = () => document.querySelector('button')

/** Pays; resolves to the callbacks that were called in the next four seconds. */
export async function pay(provider: ReturnType<typeof fakeChain>) {
  const called: string[] = []
  function Pay() {
    useConnected()
    return h(Transaction, {
      chainId: chain.id,
      calls: [{ to: payee, value: 1n }],
      onError: () => called.push('onError'),
      onSuccess: () => called.push('onSuccess'),
      children: h(TransactionButton),
    })
  }
  renderPage(
    provider,
    h(OnchainKitProvider, { chain, config: { analytics: false } }, h(Pay)),
  )
  await pause(500)
  button()?.click()
  await pause(4_000)
  return called
}
