// A batch that the wallet reports as failed is never told, and polled for ever.
import assert from 'node:assert'
import { fakeChain, hash, pause } from './fakeChain.js'
import { button, pay } from './onchainkit.js'

const chain = fakeChain()
let asked = 0
const wallet = {
  ...chain,
  async request(one: { method: string; params?: readonly unknown[] }) {
    switch (one.method) {
      case 'wallet_getCapabilities':
        return { '0x7a69': { atomicBatch: { supported: true } } }
      case 'wallet_sendCalls':
        return { id: hash }
      case 'wallet_getCallsStatus':
        asked++
        return {
          version: '2.0.0',
          id: hash,
          chainId: '0x7a69',
          status: 400,
          atomic: true,
          receipts: [],
        }
    }
    return chain.request(one)
  },
}
assert.deepEqual(await pay(wallet), [])
assert.equal(button()?.disabled, true)
const before = asked
assert.ok(before > 1)
await pause(3_000)
assert.ok(asked > before)
process.exit()
