// Two people pay a third one in a token that the test describes in a line. The
// first payment is dropped at the seventh beat; what is left of the second one
// is no guess of the test's, since it is executed again.
import { createMockNode } from 'preseal'
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
const shop: Address = '0x0000000000000000000000000000000000005e11'
const token: Address = '0x000000000000000000000000000000000000c01d'

test('of two payments the first is dropped, and the second one stays', async () => {
  const node = createMockNode({
    contracts: [
      {
        type: 'erc20',
        address: token,
        symbol: 'GLD',
        balances: { [alice]: 100n, [bob]: 100n },
      },
    ],
  })
  const client = createPublicClient({ transport: custom(node.provider) })
  const pay = (from: Address, amount: bigint) =>
    node.preconfirm({
      from,
      to: token,
      data: encodeFunctionData({
        abi: erc20Abi,
        functionName: 'transfer',
        args: [shop, amount],
      }),
      execute: true,
    })
  const balances = () =>
    Promise.all(
      [alice, bob, shop].map((holder) =>
        client.readContract({
          address: token,
          abi: erc20Abi,
          functionName: 'balanceOf',
          args: [holder],
          blockTag: 'pending',
        }),
      ),
    )

  const first = pay(alice, 10n)
  pay(bob, 5n)
  node.tick()
  expect(await balances()).toEqual([90n, 95n, 15n])

  node.tick(5)
  node.dropTransaction({ hash: first })
  expect(await balances()).toEqual([90n, 95n, 15n])
  node.tick() // the seventh beat
  expect(await balances()).toEqual([100n, 95n, 5n])
})
