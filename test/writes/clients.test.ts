import { BrowserProvider, Transaction, Wallet } from 'ethers'
import type { MockNode } from 'preseal'
import { parseEther } from 'viem'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import {
  account,
  bob,
  clientOf,
  fundedNode,
  keys,
  walletOf,
} from './wallets.js'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const ambient = (options: Parameters<typeof fundedNode>[0] = {}) =>
  fundedNode({ clock: 'ambient', ...options })

/** Settles a promise while time moves, at most so many ms. */
async function within<value>(ms: number, promise: Promise<value>) {
  let isOver = false
  const watched = promise.finally(() => {
    isOver = true
  })
  watched.catch(() => {})
  for (let passed = 0; passed < ms && !isOver; passed += 10)
    await vi.advanceTimersByTimeAsync(10)
  return watched
}

const bought = (node: MockNode) =>
  clientOf(node).getBalance({ address: bob, blockTag: 'pending' })

describe('viem with an account of its own', () => {
  test('default: two sends in turn within a beat have nonces 0 and 1', async () => {
    const node = ambient()
    const wallet = walletOf(node)
    const send = () =>
      wallet.sendTransaction({ to: bob, value: 1n, gas: 21_000n })
    const first = await send()
    const second = await send()
    expect(node.now).toBe(0)
    await vi.advanceTimersByTimeAsync(200)
    const client = clientOf(node)
    expect((await client.getTransaction({ hash: first })).nonce).toBe(0)
    expect((await client.getTransaction({ hash: second })).nonce).toBe(1)
    expect(await bought(node)).toBe(2n)
  })

  test('behavior: a synchronous send ends at the beat', async () => {
    const node = ambient()
    const sending = walletOf(node).sendTransactionSync({
      to: bob,
      gas: 21_000n,
    })
    const receipt = await within(5_000, sending)
    expect(receipt.status).toBe('success')
    expect(node.now).toBe(200)
  })

  // It finds the transaction in the pool, and waits for the next block number.
  test.each([
    ['right after the send, ends at the seal', 0, 2_000],
    ['after the beat, ends at once', 200, 200],
  ])('behavior: a wait that begins %s', async (_, begin, end) => {
    const node = ambient()
    const client = clientOf(node)
    const hash = await walletOf(node).sendTransaction({
      to: bob,
      gas: 21_000n,
    })
    await vi.advanceTimersByTimeAsync(begin)
    const waiting = client.waitForTransactionReceipt({
      hash,
      pollingInterval: 100,
    })
    const receipt = await within(5_000, waiting)
    expect(receipt.status).toBe('success')
    expect(Math.floor(node.now / 100) * 100).toBe(end)
  })

  const fees = (wei: number) => ({
    maxFeePerGas: BigInt(wei),
    maxPriorityFeePerGas: BigInt(wei),
  })

  test.each([
    ['repriced', { to: bob, value: 1n }],
    ['cancelled', { to: account.address, value: 0n }],
    ['replaced', { to: bob, value: 2n }],
  ] as const)('behavior: what is %s is told so', async (reason, instead) => {
    const node = ambient()
    const client = clientOf(node)
    const wallet = walletOf(node)
    const fixed = { gas: 21_000n, nonce: 1 }
    const first = { to: bob, value: 1n, ...fixed, ...fees(100) } as const
    const hash = await wallet.sendTransaction(first)
    await vi.advanceTimersByTimeAsync(200)
    const told: unknown[] = []
    const waiting = client.waitForTransactionReceipt({
      hash,
      pollingInterval: 100,
      onReplaced: ({ reason, transaction }) =>
        told.push([reason, transaction.hash]),
    })
    waiting.catch(() => {})
    await vi.advanceTimersByTimeAsync(500)
    const second = await wallet.sendTransaction({
      ...instead,
      ...fixed,
      ...fees(110),
    })
    await wallet.sendTransaction({ to: bob, gas: 21_000n, nonce: 0 })
    const receipt = await within(10_000, waiting)
    expect(receipt.transactionHash).toBe(second)
    expect(told).toEqual([[reason, second]])
  })
})

describe('ethers', () => {
  test('default: it accepts the hash, and waits for the receipt', async () => {
    const node = ambient({ header: { initialBaseFeePerGas: 1n } })
    const provider = new BrowserProvider(node.provider, 31337)
    const wallet = new Wallet(keys[0], provider)
    const sending = wallet.sendTransaction({
      to: bob,
      value: parseEther('1'),
      gasLimit: 21_000n,
    })
    const response = await within(1_000, sending)
    expect(response.type).toBe(2)
    const receipt = await within(20_000, response.wait())
    expect(receipt).toMatchObject({ status: 1, hash: response.hash })
    provider.destroy()
  })

  test('behavior: at a base fee of 0 it sends legacy transactions', async () => {
    const node = ambient()
    const provider = new BrowserProvider(node.provider, 31337)
    const wallet = new Wallet(keys[0], provider)
    const sending = wallet.sendTransaction({ to: bob, gasLimit: 21_000n })
    const { hash } = await within(1_000, sending)
    await vi.advanceTimersByTimeAsync(200)
    const sent = await clientOf(node).getTransaction({ hash: hash as never })
    expect(sent.type).toBe('legacy')
    provider.destroy()
  })

  test('behavior: what it broadcasts has the hash that it computes', async () => {
    const node = ambient()
    const provider = new BrowserProvider(node.provider, 31337)
    const raw = await new Wallet(keys[0]).signTransaction({
      type: 2,
      chainId: 31337,
      to: bob,
      nonce: 0,
      gasLimit: 21_000n,
      maxFeePerGas: 0n,
      maxPriorityFeePerGas: 0n,
    })
    const { hash } = await within(1_000, provider.broadcastTransaction(raw))
    expect(hash).toBe(Transaction.from(raw).hash)
    provider.destroy()
  })
})
