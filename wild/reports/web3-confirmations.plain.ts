// A read that fails while web3.js counts confirmations ends a Node process.
import assert from 'node:assert'
import { Web3 } from 'web3'
import { fakeChain, pause, payee, payer } from './fakeChain.js'

const rejections: unknown[] = []
process.on('unhandledRejection', (error) => rejections.push(error))

let isDown = false
const chain = fakeChain({
  fails: (method) => isDown && method === 'eth_getBlockByNumber',
})
const web3 = new Web3(chain as never)
web3.eth.transactionPollingInterval = 100
await web3.eth
  .sendTransaction({ from: payer, to: payee, value: '0x1' })
  .on('confirmation', () => {})
isDown = true
await pause(4_000)
assert.ok(rejections.length > 0)
process.exit()
