// @vitest-environment jsdom
import { cleanup, screen } from '@testing-library/react'
import { advanceAsync } from 'preseal/vitest'
import { afterEach, expect, test } from 'vitest'
import { bob, click, open, status, usdc } from '../open.js'

const sealed = () => expect(status()).toBe('sealed')
const shows = (balance: string) =>
  expect(screen.getByText(`Balance: ${balance}`)).toBeDefined()

afterEach(cleanup)

test('dropped: a payment comes to its end', async () => {
  const { node } = open()
  await click('Preseal')
  await advanceAsync(3_000)
  await click('Send')
  await advanceAsync(400)
  node.drop({ sent: { to: usdc } })
  await advanceAsync(4_000)
  sealed()
})

test('omitted: a payment comes to its end', async () => {
  const { node } = open()
  await click('Preseal')
  await advanceAsync(6_000)
  node.planSeal({ omit: [{ sent: { to: usdc } }] })
  await click('Send')
  await advanceAsync(1_940)
  sealed()
})

test('reorged: a payment comes to its end', async () => {
  const { node } = open()
  await click('Preseal')
  await click('Send')
  await advanceAsync(3_000)
  sealed()
  node.reorg({ omit: [{ sent: { to: usdc } }] })
  await advanceAsync(1_000)
  sealed()
})

test('unreachable: the balance falls when a payment is pre-confirmed', async () => {
  const { node } = open()
  await click('Preseal')
  await advanceAsync(1_000)
  node.fault({
    type: 'http',
    status: 503,
    methods: ['eth_call'],
    since: 1_200,
    until: 9_000,
  })
  await click('Send')
  await advanceAsync(2_000)
  shows('95')
})

test('lagging: the balance falls when a payment is pre-confirmed', async () => {
  const { node } = open()
  await click('Preseal')
  await advanceAsync(1_000)
  node.fault({ type: 'stale', beats: 12, methods: ['eth_call'] })
  await click('Send')
  await advanceAsync(1_000)
  shows('95')
})

test('reverted: the balance falls when a payment is sealed', async () => {
  const { node } = open()
  await click('Preseal')
  await advanceAsync(1_000)
  await click('Send')
  await advanceAsync(400)
  node.planSeal({
    amend: [{ transaction: { sent: { to: usdc } }, status: 'reverted' }],
  })
  await advanceAsync(2_000)
  shows('95')
})

test('another chain: a gift changes the balance', async () => {
  const { other } = open()
  await click('Preseal')
  other.setBalance({ address: bob, value: 2n })
  other.preconfirm({ from: bob, to: usdc, value: 1n, label: 'gift' })
  await advanceAsync(3_000)
  shows('101')
})

test('refused: a payment comes to its end', async () => {
  const { wallet } = open()
  await click('Preseal')
  await advanceAsync(1_000)
  wallet.reject()
  await click('Send')
  await advanceAsync(3_000)
  sealed()
})

test('cancelled: a payment comes to its end', async () => {
  const { wallet } = open()
  await click('Preseal')
  await advanceAsync(1_000)
  await click('Send')
  await wallet.cancel()
  await advanceAsync(3_000)
  shows('95')
})

test('no contract: the balance is shown', async () => {
  open('10', { contracts: [] })
  await click('Preseal')
  await advanceAsync(3_000)
  shows('100')
})
