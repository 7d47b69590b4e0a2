// After a transaction that reverts, "Try again" cannot be pressed.
import assert from 'node:assert'
import { fakeChain, hash } from './fakeChain.js'
import { button, pay } from './onchainkit.js'

const chain = fakeChain({ isReverted: true })
assert.deepEqual([...new Set(await pay(chain))], ['onError'])
const receipt = { method: 'eth_getTransactionReceipt', params: [hash] }
assert.equal(
  ((await chain.request(receipt)) as { status: string }).status,
  '0x0',
)
assert.equal(button()?.textContent, 'Try again')
assert.equal(button()?.disabled, true)
process.exit()
