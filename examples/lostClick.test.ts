/*
 * The user clicks, sees the payment pre-confirmed, and the block is sealed
 * without it: the mishap that a user interface must not hide.
 */
import { createMockNode } from 'preseal'
import { reorgedAway, sealedWithout } from 'preseal/presets'
import { expect, test } from 'vitest'
import { createPaymentApp } from './paymentApp.js'

const user = '0x00000000000000000000000000000000000a11ce'
const shop = '0x0000000000000000000000000000000000000b0b'

test('a payment is pre-confirmed, and sealed without it', async () => {
  const node = createMockNode(sealedWithout({ from: user, sent: { to: shop } }))
  const app = createPaymentApp(node, user)
  const hash = await app.click()
  node.nextBeat()
  expect(await app.readStatus(hash)).toBe('being paid')
  node.nextBlock()
  expect(await app.readStatus(hash)).toBe('not paid')
})

test('the same at a moment that the test chooses', async () => {
  const accounts = { [user]: { balance: 1n } }
  const node = createMockNode({ accounts })
  const app = createPaymentApp(node, user)
  const hash = await app.click()
  node.nextBeat()
  node.planSeal({ omit: [{ sent: { to: shop } }] })
  node.nextBlock()
  expect(await app.readStatus(hash)).toBe('not paid')
})

test('a payment is sealed, and a reorg takes it back', async () => {
  const node = createMockNode(reorgedAway({ from: user, sent: { to: shop } }))
  const app = createPaymentApp(node, user)
  const hash = await app.click()
  node.nextBlock()
  expect(await app.readStatus(hash)).toBe('paid')
  node.nextBeat()
  expect(await app.readStatus(hash)).toBe('not paid')
})
