// The button of ConnectKit with a balance reads it at each block, although its
// code means each fifth.
import assert from 'node:assert'
import { fakeChain, pause } from './fakeChain.js'
import { h, renderPage, useConnected } from './wagmiPage.js'

const { ConnectKitButton, ConnectKitProvider } = await import(
  'connectkit' as string
)

function Page() {
  useConnected()
  return h(ConnectKitButton, { showBalance: true })
}
const chain = fakeChain()
renderPage(chain, h(ConnectKitProvider, null, h(Page)))
await pause(1_500)
const asked = () => chain.counts.get('eth_getBalance') ?? 0
const before = asked()
// Ten blocks of 300 ms.
await pause(3_000)
const since = asked() - before
assert.ok(since >= 8, `${since} reads in ten blocks`)
process.exit()
