/*
 * Clients at the seam between two blocks, where `pending` and `latest` do not
 * move together. Each test shows a naive client going wrong, then one that does
 * not.
 */
import { createMockNode, type MockNodeOptions } from 'preseal'
import { boundaryGap, missedIndex, twoAhead } from 'preseal/presets'
import {
  BlockNotFoundError,
  createPublicClient,
  custom,
  type Hash,
  type PublicClient,
} from 'viem'
import { expect, test } from 'vitest'

function setUp(story: MockNodeOptions) {
  const node = createMockNode(story)
  const client = createPublicClient({ transport: custom(node.provider) })
  return { node, client }
}

async function readBlocks(client: PublicClient) {
  const [pending, latest] = await Promise.all([
    client.getBlock({ blockTag: 'pending' }),
    client.getBlock({ blockTag: 'latest' }),
  ])
  return { pending, latest }
}

test('boundaryGap: pending may be a block that is sealed', async () => {
  const { node, client } = setUp(boundaryGap())

  async function countNaively() {
    const { pending, latest } = await readBlocks(client)
    return pending.transactions.length + latest.transactions.length
  }
  async function count() {
    const { pending, latest } = await readBlocks(client)
    const isLive = (pending.number ?? 0n) > latest.number
    const live = isLive ? pending.transactions : []
    return live.length + latest.transactions.length
  }

  node.advance(2_000) // block 1 is sealed, with 10 transactions
  expect(await countNaively()).toBe(20)
  expect(await count()).toBe(10)
  node.advance(400)
  expect(await countNaively()).toBe(13)
  expect(await count()).toBe(13)
})

test('boundaryGap: there may be no pending block', async () => {
  const { node, client } = setUp(boundaryGap({ answer: 'null' }))
  node.advance(2_000)
  await expect(client.getBlock({ blockTag: 'pending' })).rejects.toThrow(
    BlockNotFoundError,
  )

  async function readNewest() {
    try {
      return await client.getBlock({ blockTag: 'pending' })
    } catch (error) {
      if (!(error instanceof BlockNotFoundError)) throw error
      return client.getBlock({ blockTag: 'latest' })
    }
  }
  expect(await readNewest()).toMatchObject({ number: 1n })
})

test('twoAhead: a parent that latest does not know is no reorg', async () => {
  const { node, client } = setUp(twoAhead())

  async function isReorgNaively() {
    const { pending, latest } = await readBlocks(client)
    return pending.parentHash !== latest.hash
  }
  async function isReorg() {
    const { pending, latest } = await readBlocks(client)
    const isNext = pending.number === latest.number + 1n
    return isNext && pending.parentHash !== latest.hash
  }

  node.advance(2_000)
  expect(await isReorgNaively()).toBe(true)
  expect(await isReorg()).toBe(false)
})

test('missedIndex: what is not found any more may still be sealed', async () => {
  const { node, client } = setUp(missedIndex())
  node.advance(2_600)
  const { transactions } = await client.getBlock({ blockTag: 'pending' })
  const hash = transactions[0] as Hash
  const { blockNumber } = await client.getTransactionReceipt({ hash })

  async function isFound() {
    return client.getTransactionReceipt({ hash }).then(
      () => true,
      () => false,
    )
  }
  async function isLost() {
    const sealed = await client.getBlockNumber({ cacheTime: 0 })
    return sealed >= blockNumber && !(await isFound())
  }

  node.advance(200)
  expect(await isFound()).toBe(false) // and so the user is told to pay again
  expect(await isLost()).toBe(false)
  node.nextBlock()
  expect(await isFound()).toBe(true)
  expect(await isLost()).toBe(false)
})
