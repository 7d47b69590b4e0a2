const assert = require('node:assert/strict')
const { createMockNode } = require('preseal')
const { createPublicClient, custom, parseEther } = require('viem')

const alice = '0x00000000000000000000000000000000000a11ce'
const bob = '0x0000000000000000000000000000000000000b0b'

const node = createMockNode({
  accounts: { [alice]: { balance: parseEther('10') } },
})
const client = createPublicClient({ transport: custom(node.provider) })

node.preconfirm({ from: alice, to: bob, value: 1n })
node.advance(200)
node.nextBlock()
client.getBalance({ address: bob }).then((balance) => assert.equal(balance, 1n))
