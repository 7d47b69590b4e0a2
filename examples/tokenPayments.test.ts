// Two people pay in a token that exists by its ABI alone. The first payment is
// dropped at the seventh beat; the second one's balance stays right.
import { createMockNode } from 'preseal'
import { erc20 } from 'preseal/contracts'
import {
  type Address,
  createPublicClient,
  custom,
  encodeFunctionData,
  erc20Abi,
} from 'viem'
import { expect, test } from 'vitest'

const alice: Address = '0x00000000000000000000000000000000000a11ce'
const bob: Address = '0x0000000000000000000000000000000000000b0b'
const shop: Address = '0x000000000000000000000000000000000000500b'
const usdc: Address = '0x000000000000000000000000000000000000cafe'

test('a payment that is dropped takes nobody else with it', async () => {
  const node = createMockNode({
    contracts: [
      erc20({
        address: usdc,
        symbol: 'USDC',
        decimals: 6,
        balances: { [alice]: 100n, [bob]: 100n },
      }),
    ],
  })
  const client = createPublicClient({ transport: custom(node.provider) })
  const pay = (from: Address, amount: bigint) =>
    node.preconfirm({
      from,
      to: usdc,
      data: encodeFunctionData({
        abi: erc20Abi,
        functionName: 'transfer',
        args: [shop, amount],
      }),
      execute: true,
    })
  const balances = (blockTag: 'pending' | 'latest') =>
    Promise.all(
      [alice, bob, shop].map((owner) =>
        client.readContract({
          address: usdc,
          abi: erc20Abi,
          functionName: 'balanceOf',
          args: [owner],
          blockTag,
        }),
      ),
    )

  const first = pay(alice, 10n)
  const second = pay(bob, 5n)
  node.nextBeat()
  expect(await balances('pending')).toEqual([90n, 95n, 15n])

  node.nextBeat(5)
  node.drop(first)
  node.nextBeat() // the seventh beat
  expect(await balances('pending')).toEqual([100n, 95n, 5n])
  expect(await balances('latest')).toEqual([100n, 100n, 0n])

  node.nextBlock()
  expect(await balances('latest')).toEqual([100n, 95n, 5n])
  const { logs } = await client.getTransactionReceipt({ hash: second })
  expect(logs.map(({ data }) => BigInt(data))).toEqual([5n])
})
