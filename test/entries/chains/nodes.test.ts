import { createMockNode, type MockNode } from 'preseal'
import { anvil, geth, hardhat } from 'preseal/chains'
import { evm } from 'preseal/evm'
import { describe, expect, test } from 'vitest'

const alice = '0x00000000000000000000000000000000000a11ce'
const bob = '0x0000000000000000000000000000000000000b0b'
const accounts = { [alice]: { balance: 10n ** 18n } }
const gwei = 10n ** 9n

const ask = <value = never>(
  node: MockNode,
  method: string,
  ...params: unknown[]
) => node.provider.request({ method, params } as never) as Promise<value>

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

describe('anvil', () => {
  // Each as anvil 1.7.1 answered.
  const first = '0xf39fd6e51aad88f6f4ce6ab8827279cfffb92266'
  const storing = '0x2222222222222222222222222222222222222222'
  const newNode = () =>
    createMockNode({
      profile: anvil(),
      engine: evm(),
      accounts: {
        [first]: { balance: 10n ** 22n },
        [storing]: { code: '0x6001600055' },
      },
    })

  async function send(node: MockNode, transaction: object) {
    const hash = await ask(node, 'eth_sendTransaction', transaction)
    const sent: object = await ask(node, 'eth_getTransactionByHash', hash)
    return sent
  }

  const baseFeeOf = async (node: MockNode, tag: string) => {
    const { baseFeePerGas } = await ask(node, 'eth_getBlockByNumber', tag, true)
    return Number(baseFeePerGas)
  }

  test('behavior: block 1 has the base fee of genesis', async () => {
    const node = newNode()
    expect(await baseFeeOf(node, 'pending')).toBe(1_000_000_000)
    expect(Number(await ask(node, 'eth_baseFee'))).toBe(1_000_000_000)
    for (const _ of [1, 2, 3]) await send(node, { to: bob, value: '0x1' })
    expect(
      await Promise.all(
        ['0x0', '0x1', '0x2', '0x3'].map((tag) => baseFeeOf(node, tag)),
      ),
    ).toEqual([1_000_000_000, 1_000_000_000, 875_175_000, 765_931_281])
  })

  test('behavior: a simulation that validates has that base fee, too', async () => {
    const [block] = await ask<{ baseFeePerGas: string }[]>(
      newNode(),
      'eth_simulateV1',
      {
        blockStateCalls: [{}],
        validation: true,
      },
    )
    expect(Number(block?.baseFeePerGas)).toBe(1_000_000_000)
  })

  test('behavior: who names nothing sends from the first account, with exact gas and fees', async () => {
    const node = newNode()
    expect(await send(node, { to: bob, value: '0x1' })).toMatchObject({
      from: first,
      type: '0x2',
      gas: '0x5208',
      maxFeePerGas: '0x77359400',
      maxPriorityFeePerGas: '0x3b9aca00',
    })
    expect(await send(node, { to: storing })).toMatchObject({
      gas: '0xa862',
      maxFeePerGas: `0x${(1_875_175_000).toString(16)}`,
    })
  })

  test('behavior: a named fee stays', async () => {
    expect(
      await send(newNode(), { to: bob, maxFeePerGas: '0x12a05f2000' }),
    ).toMatchObject({
      maxFeePerGas: '0x12a05f2000',
      maxPriorityFeePerGas: '0x3b9aca00',
    })
    expect(
      await send(newNode(), { to: bob, gasPrice: '0x12a05f2000' }),
    ).toMatchObject({ type: '0x0', gasPrice: '0x12a05f2000' })
  })

  test('behavior: what is going to fail gets as much gas as there is', async () => {
    const node = newNode()
    node.setCode({ address: storing, bytecode: '0x60006000fd' })
    const { gas } = (await send(node, { to: storing })) as { gas: string }
    // Osaka lets no transaction have more (EIP-7825).
    expect(Number(gas)).toBe(2 ** 24)
  })
})

describe('hardhat', () => {
  const first = '0xf39fd6e51aad88f6f4ce6ab8827279cfffb92266'
  const failing = '0x0000000000000000000000000000000000000bad'
  // PUSH1 0x2a PUSH0 MSTORE PUSH1 32 PUSH0 REVERT
  const contract = { [failing]: { code: '0x602a5f5260205ffd' } } as const
  const newNode = () =>
    createMockNode({
      profile: hardhat(),
      engine: evm(),
      accounts: { ...contract, [first]: { balance: 10n ** 20n } },
    })
  const refusal = (node: MockNode, method: string, ...params: unknown[]) =>
    ask(node, method, ...params).then(
      () => 'answered',
      ({ code, data }) => ({ code, data }),
    )

  test('a send that reverts was answered with its hash', async () => {
    const node = newNode()
    const sent = { to: failing, gas: '0x186a0' }
    expect(await refusal(node, 'eth_sendTransaction', sent)).toEqual({
      code: 3,
      data: `0x${'2a'.padStart(64, '0')}`,
    })
    // It is in its block all the same, from the first account.
    const block = await ask<{ transactions: string[] }>(
      node,
      'eth_getBlockByNumber',
      '0x1',
      false,
    )
    const [hash] = block.transactions
    expect(await ask(node, 'eth_getTransactionReceipt', hash)).toMatchObject({
      status: '0x0',
      from: first,
    })
    expect(await ask(node, 'eth_sendTransaction', { to: bob })).toMatch(/^0x/)
    node.setSealing('manual')
    expect(await ask(node, 'eth_sendTransaction', sent)).toMatch(/^0x/)
  })

  test('a method that is not served had the code and the words of geth', async () => {
    await expect(ask(newNode(), 'eth_mining')).rejects.toMatchObject({
      code: -32004,
      message: 'Method eth_mining is not supported',
    })
  })
})

test('a node without a least tip leaves the tip at 0', async () => {
  expect(await tipOf(createMockNode({ accounts }))).toBe(0n)
})
