import { createMockNode } from 'preseal'
import { erc20 } from 'preseal/contracts'
import { createPublicClient, custom, encodeFunctionData, erc20Abi } from 'viem'
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
  test('error: what would revert', async () => {
    const { client } = open()
    await expect(
      client.fillTransaction({ account: alice, ...pay(6n) }),
    ).rejects.toThrow('reverted')
  })
})
