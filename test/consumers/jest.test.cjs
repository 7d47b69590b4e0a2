const { expect, test } = require('@jest/globals')
const { createMockNode } = require('preseal')
const { createPublicClient, custom, parseEther } = require('viem')

const alice = '0x00000000000000000000000000000000000a11ce'
const bob = '0x0000000000000000000000000000000000000b0b'

test('a pre-confirmed transfer is pending, then sealed', async () => {
  const node = createMockNode({
    accounts: { [alice]: { balance: parseEther('10') } },
  })
  const client = createPublicClient({ transport: custom(node.provider) })

  node.preconfirm({ from: alice, to: bob, value: 1n })
  node.advance(200)
  expect(await client.getBalance({ address: bob, blockTag: 'pending' })).toBe(
    1n,
  )
  expect(await client.getBalance({ address: bob })).toBe(0n)
  node.nextBlock()
  expect(await client.getBalance({ address: bob })).toBe(1n)
})
