import { createMockNode } from 'preseal'
import { erc20 } from 'preseal/contracts'
import {
  createPublicClient,
  custom,
  encodeFunctionData,
  erc20Abi,
  keccak256,
  parseTransaction,
} from 'viem'
import { describe, expect, test } from 'vitest'
import { alice, bob, token } from '../conformance/actors.js'

const open = () => {
  const node = createMockNode({
    accounts: { [alice]: { balance: 10n ** 18n } },
    contracts: [
      erc20({ address: token, symbol: 'USDC', balances: { [alice]: 5n } }),
    ],
    header: { initialBaseFeePerGas: 1_000n, minBaseFeePerGas: 1_000n },
  })
  const client = createPublicClient({
    chain: node.chain,
    transport: custom(node.provider, { retryCount: 0 }),
  })
  return { node, client }
}
const pay = (amount: bigint) => ({
  to: token,
  data: encodeFunctionData({
    abi: erc20Abi,
    functionName: 'transfer',
    args: [bob, amount],
  }),
})

describe('eth_fillTransaction', () => {
  test('default: nonce, gas and fees, as viem reads them', async () => {
    const { node, client } = open()
    node.preconfirm({ from: alice, to: bob, value: 1n })
    const { transaction, raw } = await client.fillTransaction({
      account: alice,
      ...pay(2n),
    })
    expect(transaction).toMatchObject({
      type: 'eip1559',
      chainId: 31_337,
      nonce: 1,
      from: alice,
      maxPriorityFeePerGas: 0n,
      hash: keccak256(raw),
    })
    expect(parseTransaction(raw)).toMatchObject({
      nonce: 1,
      gas: transaction.gas,
      data: pay(2n).data,
    })
    // The estimate, to which nothing is added.
    expect(transaction.gas).toBe(
      await client.estimateGas({ account: alice, ...pay(2n) }),
    )
  })

  test('behavior: a legacy one, and fields that are given stay', async () => {
    const { node } = open()
    const { tx } = await node.provider.request({
      method: 'eth_fillTransaction',
      params: [
        {
          from: alice,
          to: bob,
          nonce: '0x7',
          gas: '0x5208',
          gasPrice: '0x7d0',
        },
      ],
    })
    expect(tx).toMatchObject({
      type: '0x0',
      nonce: '0x7',
      gas: '0x5208',
      gasPrice: '0x7d0',
      v: '0x0',
    })
  })

  test('error: what would revert', async () => {
    const { client } = open()
    await expect(
      client.fillTransaction({ account: alice, ...pay(6n) }),
    ).rejects.toThrow('reverted')
  })
})
