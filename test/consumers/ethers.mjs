import assert from 'node:assert/strict'
import { BrowserProvider, parseEther } from 'ethers'
import { createMockNode } from 'preseal'

const alice = '0x00000000000000000000000000000000000a11ce'
const bob = '0x0000000000000000000000000000000000000b0b'

const node = createMockNode({
  accounts: { [alice]: { balance: parseEther('10') } },
})
const provider = new BrowserProvider(node.provider)

node.preconfirm({ from: alice, to: bob, value: 1n })
node.advance(200)
assert.equal(await provider.getBalance(bob, 'pending'), 1n)
node.nextBlock()
assert.equal(await provider.getBalance(bob), 1n)
provider.destroy()
