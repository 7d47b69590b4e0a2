/*
 * Clients of pre-confirmations that come on time, out of time, or empty. Each
 * test shows a naive client going wrong, then one that does not.
 */
import { createMockNode, type MockNodeOptions } from 'preseal'
import { emptyBeats, jittered, steady } from 'preseal/presets'
import { createPublicClient, custom, type Hash, parseEther } from 'viem'
import { expect, test } from 'vitest'

const bob = '0x0000000000000000000000000000000000000b0b'

function setUp(story: MockNodeOptions) {
  const node = createMockNode(story)
  const client = createPublicClient({ transport: custom(node.provider) })
  return { node, client }
}

test('steady: whoever leaves the tag out is a block behind', async () => {
  const { node, client } = setUp(steady({ to: bob }))
  node.advance(1_000)
  expect(await client.getBalance({ address: bob })).toBe(0n)

  const pending = { address: bob, blockTag: 'pending' } as const
  expect(await client.getBalance(pending)).toBe(parseEther('6'))
})

test('jittered: one poll may bring several transactions, or none', async () => {
  const { node, client } = setUp(jittered({ blocks: 1 }))
  const newest = new Set<Hash | undefined>()
  const all = new Set<Hash>()
  for (let poll = 0; poll < 10; poll++) {
    const { transactions } = await client.getBlock({ blockTag: 'pending' })
    // Each poll is taken for one beat, which brought the last transaction.
    newest.add(transactions.at(-1))
    // The cure is to take everything that was not seen before.
    for (const hash of transactions) all.add(hash)
    node.advance(200)
  }
  expect(newest.size).toBe(6)
  expect(all.size).toBe(9)
})

test('emptyBeats: the same block again is no sign of a dead node', async () => {
  const { node, client } = setUp(emptyBeats({ payEveryNth: 10 }))
  const hashes: (Hash | null)[] = []
  const numbers: (bigint | null)[] = []
  for (let poll = 0; poll < 20; poll++) {
    const { number, hash } = await client.getBlock({ blockTag: 'pending' })
    hashes.push(hash)
    numbers.push(number)
    node.advance(200)
  }

  // The same for a whole second.
  const isSame = <item>(item: item, poll: number, all: item[]) =>
    all[poll - 5] === item
  expect(hashes.some(isSame)).toBe(true)
  // Numbers move with blocks, whether or not anybody pays.
  const isOld = <item>(item: item, poll: number, all: item[]) =>
    all[poll - 10] === item
  expect(numbers.some(isOld)).toBe(false)
})
