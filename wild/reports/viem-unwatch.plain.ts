// If eth_uninstallFilter fails, unwatch() leaves watchEvent polling for ever.
import assert from 'node:assert'
import { fakeChain, pause, payee } from './fakeChain.js'

const { createPublicClient, custom } = await import('viem' as string)

for (const failing of [false, true]) {
  const chain = fakeChain({
    fails: (method) => failing && method === 'eth_uninstallFilter',
  })
  const client = createPublicClient({
    pollingInterval: 100,
    transport: custom(chain, { retryCount: 0 }),
  })
  const unwatch = client.watchEvent({ address: payee, onLogs() {} })
  await pause(1_000)
  unwatch()
  await pause(300)
  const asked = () => chain.counts.get('eth_getFilterChanges') ?? 0
  const before = asked()
  await pause(1_000)
  assert.equal(asked() > before, failing)
}
process.exit()
