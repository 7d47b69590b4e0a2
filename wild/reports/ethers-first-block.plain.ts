// With polling, one eth_blockNumber that fails at the start leaves contract.on()
// without events for ever.
import assert from 'node:assert'
import { BrowserProvider, Contract, Network } from 'ethers'
import { fakeChain, pause, payee } from './fakeChain.js'

const rejections: unknown[] = []
process.on('unhandledRejection', (error) => rejections.push(error))

for (const failing of [false, true]) {
  const chain = fakeChain({
    fails: (method, nth) =>
      failing && method === 'eth_blockNumber' && nth === 1,
  })
  const network = Network.from(31_337)
  const provider = new BrowserProvider(chain, network, {
    polling: true,
    staticNetwork: network,
    cacheTimeout: -1,
  })
  provider.pollingInterval = 100
  let got = 0
  await new Contract(payee, [], provider).on('*', () => {
    got++
  })
  await pause(3_000)
  provider.destroy()
  assert.equal(got > 0, !failing)
  assert.equal(rejections.length, failing ? 1 : 0)
}
process.exit()
