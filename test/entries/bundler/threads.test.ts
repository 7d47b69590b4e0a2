// What users reported of bundlers: each test runs the code that was reported,
// and the code that mends it, before the same bundler.
import { createMockNode } from 'preseal'
import { createBundler } from 'preseal/bundler'
import { createPublicClient, custom, type Hash } from 'viem'
import {
  createBundlerClient,
  toSimple7702SmartAccount,
} from 'viem/account-abstraction'
import { privateKeyToAccount } from 'viem/accounts'
import { expect, test } from 'vitest'
import { bob, ether } from '../../conformance/actors.js'

const owner = privateKeyToAccount(`0x${'11'.repeat(32)}`)

async function open() {
  const node = createMockNode()
  createBundler(node)
  node.setBalance({ address: owner.address, value: ether })
  const transport = custom(node.provider, { retryCount: 0 })
  const chain = createPublicClient({ chain: node.chain, transport })
  const account = await toSimple7702SmartAccount({ client: chain, owner })
  const client = createBundlerClient({ account, client: chain, transport })
  const { address } = account.authorization
  const chainId = node.chain.id
  const authorization = await owner.signAuthorization({
    chainId,
    nonce: 0,
    address,
  })
  // One after the other, and not each with a nonce key of its own.
  const send = async (isFirst = true) =>
    client.sendUserOperation({
      calls: [{ to: bob, value: 1n }],
      nonce: await account.getNonce({ key: 0n }),
      ...(isFirst && { authorization }),
    })
  const paid = () => chain.getBalance({ address: bob })
  return { node, client, send, paid }
}

type World = Awaited<ReturnType<typeof open>>

test('rhinestonewtf/module-sdk#23: the next operation is sent before the last is included', async () => {
  const twice = async (
    between: (world: World, hash: Hash) => Promise<void>,
  ) => {
    const world = await open()
    await between(world, await world.send())
    await world.send(false).catch(() => {})
    world.node.nextBlock()
    return world.paid()
  }
  // The hash comes at once, and both operations have one nonce.
  const reported = await twice(async () => {})
  const mended = await twice(async ({ node, client }, hash) => {
    node.nextBlock()
    await client.waitForUserOperationReceipt({ hash })
  })
  expect([reported, mended]).toEqual([1n, 2n])
})

test('safe-global/safe-transaction-service#1974: an operation that waits is taken for one that is lost', async () => {
  const reported = async ({ client }: World, hash: Hash) => {
    try {
      await client.getUserOperationReceipt({ hash })
      return 'included'
    } catch {
      return 'lost'
    }
  }
  const mended = async ({ client }: World, hash: Hash) => {
    try {
      await client.getUserOperationReceipt({ hash })
      return 'included'
    } catch {
      // The bundler still has it.
      const found = await client.getUserOperation({ hash }).catch(() => null)
      return found === null ? 'lost' : 'waiting'
    }
  }
  const world = await open()
  const hash = await world.send()
  expect(await reported(world, hash)).toBe('lost')
  expect(await mended(world, hash)).toBe('waiting')
  world.node.nextBlock()
  expect(await world.paid()).toBe(1n)
  expect(await mended(world, hash)).toBe('included')
})
