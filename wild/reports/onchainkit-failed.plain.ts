// One eth_getBlockByNumber that fails calls onError for a payment that succeeds.
import assert from 'node:assert'
import { fakeChain } from './fakeChain.js'
import { pay } from './onchainkit.js'

const chain = fakeChain({
  includedIn: 8,
  fails: (method, nth) => method === 'eth_getBlockByNumber' && nth === 1,
})
const called = await pay(chain)
assert.deepEqual([...new Set(called)], ['onError', 'onSuccess'])
process.exit()
