import { describe, expect, test } from 'vitest'
import {
  alice,
  balances,
  bob,
  carol,
  dave,
  pay,
  receiptOf,
  tokenNode,
} from './tokenNode.js'

describe('what was executed is executed again', () => {
  test('behavior: a reorg without the first payment keeps the second', async () => {
    const node = tokenNode()
    const first = pay(node, alice, dave, 10n)
    pay(node, bob, dave, 5n)
    node.nextBlock(2)
    node.reorg({ depth: 2, omit: [first] })
    expect(await balances(node, 'latest')).toEqual([100n, 95n, 0n, 5n])
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
})
