import { createMockNode } from 'preseal'
import { formatTimeline } from 'preseal/timeline'
import { createPublicClient, custom, erc20Abi } from 'viem'
import { expect, test } from 'vitest'
import { bob } from '../node/actors.js'
import { ask } from '../node/reads.js'

test('behavior: a forgotten contract looked like a read that works', async () => {
  const node = createMockNode()
  const client = createPublicClient({ transport: custom(node.provider) })
  const read = client.readContract({
    address: bob,
    abi: erc20Abi,
    functionName: 'symbol',
  })
  const said =
    '0x0000000000000000000000000000000000000b0b has no code, and was called with the selector 0x95d89b41. Add the contract'
  await expect(read).rejects.toThrow(said)
  expect(formatTimeline(node)).toContain(said)
})

test('behavior: what calls no function of it is answered', async () => {
  const node = createMockNode()
  expect(await ask(node, 'eth_call', { to: bob }, 'latest')).toBe('0x')
  const empty = { to: bob, data: '0x123456' }
  expect(await ask(node, 'eth_call', empty, 'latest')).toBe('0x')
})
