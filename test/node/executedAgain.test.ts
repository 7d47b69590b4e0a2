import type { MockNode } from 'preseal'
import type { Hex } from 'viem'
import { describe, expect, test } from 'vitest'
import { toWord } from '../../bench/contestants/token.js'
import {
  accounts,
  alice,
  balances,
  bob,
  carol,
  dave,
  pay,
  payment,
  receiptOf,
  tokenNode,
} from './tokenNode.js'

/** Stores NUMBER, and the balance of carol. */
const clock = '0x43600055620ca40131600155'

const slotOf = async (
  { provider }: MockNode,
  slot: Hex,
  tag: 'latest' | 'pending' = 'pending',
) =>
  BigInt(
    await provider.request({
      method: 'eth_getStorageAt',
      params: [dave, slot, tag],
    }),
  )

describe('what was executed is executed again', () => {
  test('default: of two payments to one, the first dropped at beat 7, the second stays', async () => {
    const node = tokenNode()
    const first = pay(node, alice, dave, 10n)
    const second = pay(node, bob, dave, 5n)
    node.nextBeat()
    expect(await balances(node)).toEqual([90n, 95n, 0n, 15n])
    node.nextBeat(5)
    node.drop(first)
    node.nextBeat()
    expect(await balances(node)).toEqual([100n, 95n, 0n, 5n])
    expect(await receiptOf(node, second)).toMatchObject({
      transactionIndex: '0x0',
      logs: [{ data: toWord(5n) }],
    })
    node.nextBlock()
    expect(await balances(node, 'latest')).toEqual([100n, 95n, 0n, 5n])
  })

  test('behavior: what can no longer succeed reverts, and stays', async () => {
    const node = tokenNode()
    const first = pay(node, alice, carol, 10n)
    node.preconfirm({ from: alice, to: carol, value: 10n ** 17n })
    const second = node.preconfirm({
      ...payment(carol, dave, 10n),
    })
    node.nextBeat()
    expect(await receiptOf(node, second)).toMatchObject({ status: '0x1' })
    node.setBalance({ address: carol, value: 10n ** 17n })
    node.drop(first)
    node.nextBeat()
    expect(await receiptOf(node, second)).toMatchObject({ status: '0x0' })
    expect(await balances(node)).toEqual([100n, 100n, 0n, 0n])
  })

  test('behavior: default gas may be too little once what it builds on is gone', async () => {
    const node = tokenNode()
    const first = pay(node, alice, dave, 10n)
    const { gas: _, ...rest } = payment(bob, dave, 5n)
    const second = node.preconfirm(rest)
    node.nextBeat()
    node.drop(first)
    node.nextBeat()
    expect(await receiptOf(node, second)).toMatchObject({ status: '0x0' })
  })

  test('behavior: a balance set afterwards is seen by what comes after it', async () => {
    const node = tokenNode({
      accounts: { ...accounts, [dave]: { code: clock } },
    })
    node.preconfirm({ from: alice, to: dave, gas: 100_000n, execute: true })
    node.setBalance({ address: carol, value: 7n })
    node.nextBeat()
    expect(await slotOf(node, '0x1')).toBe(7n)
  })

  test('behavior: across a seal it sees the block that it enters', async () => {
    const node = tokenNode({
      accounts: { ...accounts, [dave]: { code: clock } },
    })
    node.advance(1_900)
    node.preconfirm({ from: alice, to: dave, gas: 100_000n, execute: true })
    node.nextBeat()
    expect(await slotOf(node, '0x0', 'latest')).toBe(0n)
    expect(await slotOf(node, '0x0')).toBe(2n)
  })

  test('behavior: it waits for room, and sees the block that has it', async () => {
    const node = tokenNode({
      accounts: { ...accounts, [dave]: { code: clock } },
      header: { gasLimit: 150_000n },
    })
    pay(node, alice, carol, 1n)
    node.preconfirm({ from: bob, to: dave, gas: 100_000n, execute: true })
    node.nextBeat()
    expect(await slotOf(node, '0x0')).toBe(0n)
    node.nextBlock()
    expect(await slotOf(node, '0x0')).toBe(2n)
  })

  test('behavior: a reorg without the first payment keeps the second', async () => {
    const node = tokenNode()
    const first = pay(node, alice, dave, 10n)
    pay(node, bob, dave, 5n)
    node.nextBlock(2)
    node.reorg({ depth: 2, omit: [first] })
    expect(await balances(node, 'latest')).toEqual([100n, 95n, 0n, 5n])
  })

  test('behavior: PREVRANDAO is that of the branch', async () => {
    const randao = '0x44600055'
    const node = tokenNode({
      accounts: { ...accounts, [dave]: { code: randao } },
    })
    node.preconfirm({ from: alice, to: dave, gas: 100_000n, execute: true })
    node.nextBlock()
    const readMixHash = async () => {
      const block = await node.provider.request({
        method: 'eth_getBlockByNumber',
        params: ['latest', false],
      })
      return BigInt((block as unknown as { mixHash: Hex }).mixHash)
    }
    const before = await readMixHash()
    expect(await slotOf(node, '0x0', 'latest')).toBe(before)
    node.reorg({ depth: 1, omit: [] })
    const after = await readMixHash()
    expect(after).not.toBe(before)
    expect(await slotOf(node, '0x0', 'latest')).toBe(after)
  })

  test('behavior: an amendment lies over what was executed', async () => {
    const node = tokenNode()
    const first = pay(node, alice, dave, 10n)
    const second = pay(node, bob, dave, 5n)
    node.nextBeat()
    const { gasUsed } = (await receiptOf(node, first)) ?? {}
    node.planSeal({
      amend: [
        { transaction: first, status: 'reverted' },
        { transaction: second, gasUsed: 70_000n, logs: [] },
      ],
    })
    node.nextBlock()
    const tokens = [100n, 95n, 0n, 5n]
    expect(await balances(node, 'latest')).toEqual(tokens)
    expect(await receiptOf(node, first)).toMatchObject({
      status: '0x0',
      gasUsed,
      logs: [],
    })
    expect(await receiptOf(node, second)).toMatchObject({
      status: '0x1',
      gasUsed: '0x11170',
      logs: [],
    })
    node.reorg({ depth: 1, omit: [] })
    expect(await balances(node, 'latest')).toEqual(tokens)
    expect(await receiptOf(node, second)).toMatchObject({ gasUsed: '0x11170' })
  })

  test('behavior: amended gas is what is paid', async () => {
    const node = tokenNode({ header: { initialBaseFeePerGas: 100n } })
    const hash = pay(node, alice, carol, 10n)
    node.nextBeat()
    node.planSeal({ amend: [{ transaction: hash, gasUsed: 70_000n }] })
    node.nextBlock()
    const receipt = await receiptOf(node, hash)
    const paid = 70_000n * BigInt(receipt?.effectiveGasPrice ?? 0)
    const params = [alice, 'latest'] as const
    const method = 'eth_getBalance'
    expect(BigInt(await node.provider.request({ method, params }))).toBe(
      10n ** 18n - paid,
    )
  })

  test('behavior: what reverted is amended to succeed as it is scripted', async () => {
    const node = tokenNode()
    const hash = pay(node, alice, carol, 101n)
    node.nextBeat()
    node.planSeal({ amend: [{ transaction: hash, status: 'success' }] })
    node.nextBlock()
    expect(await receiptOf(node, hash)).toMatchObject({ status: '0x1' })
    expect(await balances(node, 'latest')).toEqual([100n, 100n, 0n, 0n])
  })

  test('behavior: snapshots and seek bring outcomes back', async () => {
    const node = tokenNode()
    node.advance(1)
    const first = pay(node, alice, dave, 10n)
    pay(node, bob, dave, 5n)
    node.nextBeat()
    const snapshot = node.snapshot()
    node.drop(first)
    node.nextBlock()
    expect(await balances(node)).toEqual([100n, 95n, 0n, 5n])
    node.revert(snapshot)
    expect(await balances(node)).toEqual([90n, 95n, 0n, 15n])
    node.nextBlock(2)
    node.seek(1)
    expect(await balances(node)).toEqual([100n, 100n, 0n, 0n])
    node.seek(2_000)
    expect(await balances(node, 'latest')).toEqual([90n, 95n, 0n, 15n])
  })
})
