// One failed eth_getBlockByNumber marks a transaction as failed that succeeds.
import assert from 'node:assert'
import { fakeChain, hash, pause } from './fakeChain.js'
import { addRecentTransaction, statusOf } from './recentTransactions.js'

const chain = fakeChain({
  includedIn: 8,
  fails: (method, nth) => method === 'eth_getBlockByNumber' && nth === 1,
})
addRecentTransaction(chain, hash)
await pause(4_000)

const asked = { method: 'eth_getTransactionReceipt', params: [hash] }
const receipt = (await chain.request(asked)) as { status: string }
assert.equal(receipt.status, '0x1')
assert.equal(statusOf(hash), 'failed')
process.exit()
