// If eth_uninstallFilter fails, contract.off() ends a Node process.
import assert from 'node:assert'
import { BrowserProvider, Contract } from 'ethers'
import { fakeChain, pause, payee } from './fakeChain.js'

const rejections: unknown[] = []
process.on('unhandledRejection', (error) => rejections.push(error))

for (const failing of [false, true]) {
  const provider = new BrowserProvider(
    fakeChain({
      fails: (method) => failing && method === 'eth_uninstallFilter',
    }),
  )
  provider.pollingInterval = 100
  const contract = new Contract(payee, [], provider)
  const listener = () => {}
  await contract.on('*', listener)
  await pause(1_000)
  await contract.off('*', listener)
  await pause(500)
  assert.equal(rejections.length, failing ? 1 : 0)
}
process.exit()
