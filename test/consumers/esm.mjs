import assert from 'node:assert/strict'
import { createMockNode } from 'preseal'
import { createPublicClient, custom, parseEther } from 'viem'

const alice = '0x00000000000000000000000000000000000a11ce'
const bob = '0x0000000000000000000000000000000000000b0b'

const node = createMockNode({
  accounts: { [alice]: { balance: parseEther('10') } },
})
const client = createPublicClient({ transport: custom(node.provider) })

node.preconfirm({ from: alice, to: bob, value: 1n })
node.advance(200)
assert.equal(await client.getBalance({ address: bob, blockTag: 'pending' }), 1n)
assert.equal(await client.getBalance({ address: bob }), 0n)
node.nextBlock()
assert.equal(await client.getBalance({ address: bob }), 1n)
