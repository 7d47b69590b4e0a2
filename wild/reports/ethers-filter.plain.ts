// One eth_newFilter that fails leaves contract.on() without events for ever.
import assert from 'node:assert'
import { BrowserProvider, Contract } from 'ethers'
import { fakeChain, pause, payee } from './fakeChain.js'

for (const failing of [false, true]) {
  const chain = fakeChain({
    fails: (method, nth) => failing && method === 'eth_newFilter' && nth === 1,
  })
  const provider = new BrowserProvider(chain)
  provider.pollingInterval = 100
  let got = 0
  await new Contract(payee, [], provider).on('*', () => {
    got++
  })
  await pause(3_000)
  provider.destroy()
  assert.equal(got > 0, !failing)
  // It asked for a filter once, and not again, although blocks came.
  assert.equal(chain.counts.get('eth_newFilter'), 1)
}
process.exit()
