import { createMockNode, type MockNode } from 'preseal'
import { anvil, geth, hardhat } from 'preseal/chains'
import { describe, expect, test } from 'vitest'

const alice = '0x00000000000000000000000000000000000a11ce'
const bob = '0x0000000000000000000000000000000000000b0b'
const accounts = { [alice]: { balance: 10n ** 18n } }
const gwei = 10n ** 9n

const ask = (node: MockNode, method: string, ...params: unknown[]) =>
  node.provider.request({ method, params } as never) as Promise<never>

async function tipOf(node: MockNode, fees: object = {}) {
  const transaction = { from: alice, to: bob, ...fees }
  const hash = await ask(node, 'eth_sendTransaction', transaction)
  const { maxPriorityFeePerGas } = await ask(
    node,
    'eth_getTransactionByHash',
    hash,
  )
  return maxPriorityFeePerGas && BigInt(maxPriorityFeePerGas)
}

describe.each([
  ['anvil', anvil, gwei],
  ['hardhat', hardhat, gwei],
  ['geth', geth, 1n],
] as const)('%s', (_, profile, tip) => {
  const newNode = () => createMockNode({ profile: profile(), accounts })

  test('default: who names no fee pays the tip that the node suggests', async () => {
    const node = newNode()
    const suggested = await ask(node, 'eth_maxPriorityFeePerGas')
    expect(BigInt(suggested)).toBe(tip)
    expect(await tipOf(node)).toBe(tip)
    const { tx } = await ask(node, 'eth_fillTransaction', {
      from: alice,
      to: bob,
    })
    expect(tx).toMatchObject({
      maxPriorityFeePerGas: `0x${tip.toString(16)}`,
    })
  })

  test('behavior: named fees stay, and a tip is at most the whole fee', async () => {
    const node = newNode()
    const named = { maxPriorityFeePerGas: '0x7', maxFeePerGas: '0x77359400' }
    expect(await tipOf(node, named)).toBe(7n)
    expect(await tipOf(node, { gasPrice: '0x77359400' })).toBe(undefined)
    const low = `0x${(gwei - 10n ** 8n).toString(16)}`
    expect(await tipOf(node, { maxFeePerGas: low })).toBeLessThanOrEqual(
      BigInt(low),
    )
  })
})

test('a node without a least tip leaves the tip at 0', async () => {
  expect(await tipOf(createMockNode({ accounts }))).toBe(0n)
})
