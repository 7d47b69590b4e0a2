/*
 * The user clicks, sees the payment pre-confirmed, and the block is sealed
 * without it: the mishap that a user interface must not hide.
 */
import { createMockNode, type MockNode } from 'preseal'
import { reorgedAway, sealedWithout } from 'preseal/presets'
import { createPublicClient, createWalletClient, custom } from 'viem'
import { expect, test } from 'vitest'

const user = '0x00000000000000000000000000000000000a11ce'
const shop = '0x0000000000000000000000000000000000000b0b'

/** An application that pays, and says what became of the payment. */
function createApp({ provider, chain }: MockNode) {
  const transport = custom(provider)
  const client = createPublicClient({ transport })
  const wallet = createWalletClient({ account: user, transport, chain })
  return {
    click: () => wallet.sendTransaction({ to: shop, value: 1n }),
    async readStatus(hash: `0x${string}`) {
      const receipt = await client
        .getTransactionReceipt({ hash })
        .catch(() => null)
      if (receipt === null) return 'not paid'
      const latest = await client.getBlockNumber({ cacheTime: 0 })
      return receipt.blockNumber > latest ? 'being paid' : 'paid'
    },
  }
}

test('a payment is pre-confirmed, and sealed without it', async () => {
  const node = createMockNode(sealedWithout({ from: user, sent: { to: shop } }))
  const app = createApp(node)
  const hash = await app.click()
  node.nextBeat()
  expect(await app.readStatus(hash)).toBe('being paid')
  node.nextBlock()
  expect(await app.readStatus(hash)).toBe('not paid')
})

test('the same at a moment that the test chooses', async () => {
  const accounts = { [user]: { balance: 1n } }
  const node = createMockNode({ accounts })
  const app = createApp(node)
  const hash = await app.click()
  node.nextBeat()
  node.planSeal({ omit: [{ sent: { to: shop } }] })
  node.nextBlock()
  expect(await app.readStatus(hash)).toBe('not paid')
})

test('a payment is sealed, and a re-org takes it back', async () => {
  const node = createMockNode(reorgedAway({ from: user, sent: { to: shop } }))
  const app = createApp(node)
  const hash = await app.click()
  node.nextBlock()
  expect(await app.readStatus(hash)).toBe('paid')
  node.nextBeat()
  expect(await app.readStatus(hash)).toBe('not paid')
})
