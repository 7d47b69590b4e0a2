const assert = require('node:assert/strict')
const { createMockNode } = require('preseal')
const { formatFork, parseFork, recordFork } = require('preseal/fork')

const someone = `0x${'9'.repeat(40)}`
const live = createMockNode({ accounts: { [someone]: { balance: 7n } } })
live.nextBlock()
const read = (fork) =>
  createMockNode({ fork }).provider.request({
    method: 'eth_getBalance',
    params: [someone, 'latest'],
  })
recordFork({ from: live.provider, run: read })
  .then((fork) => read(parseFork(formatFork(fork))))
  .then((balance) => assert.equal(balance, '0x7'))
