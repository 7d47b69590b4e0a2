// A payment that its user cancels is called confirmed.
import assert from 'node:assert'
import { cancellation, fakeChain, hash, pause } from './fakeChain.js'
import { addRecentTransaction, statusOf } from './recentTransactions.js'

const chain = fakeChain({ isCancelled: true })
addRecentTransaction(chain, hash)
await pause(4_000)

const read = (one: string) =>
  chain.request({ method: 'eth_getTransactionReceipt', params: [one] })
assert.equal(await read(hash), null)
assert.notEqual(await read(cancellation), null)
assert.equal(statusOf(hash), 'confirmed')
process.exit()
