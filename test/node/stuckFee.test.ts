import { createMockNode, type MockNode } from 'preseal'
import { ethereum, geth } from 'preseal/chains'
import { evm } from 'preseal/evm'
import { describe, expect, test } from 'vitest'

const alice = '0x00000000000000000000000000000000000a11ce'
const bob = '0x0000000000000000000000000000000000000b0b'
const gwei = 10n ** 9n
const accounts = { [alice]: { balance: 10n ** 18n } }
const hex = (wei: bigint) => `0x${wei.toString(16)}`

const ask = (node: MockNode, method: string, ...params: unknown[]) =>
  node.provider.request({ method, params } as never) as Promise<never>

const send = (node: MockNode, fee: bigint, more: object = {}) =>
  ask(node, 'eth_sendTransaction', {
    from: alice,
    to: bob,
    value: '0x1',
    gas: '0x5208',
    maxFeePerGas: hex(fee),
    maxPriorityFeePerGas: '0x0',
    ...more,
  })

const find = (node: MockNode, hash: string) =>
  ask(node, 'eth_getTransactionByHash', hash)
const receipt = (node: MockNode, hash: string) =>
  ask(node, 'eth_getTransactionReceipt', hash)

const pooled = {
  accounts,
  header: { initialBaseFeePerGas: gwei },
  answers: { belowBaseFee: 'pooled' },
} as const

describe.each([
  ['beats', pooled],
  ['a pool', { ...pooled, beatsSeenBy: 'none' }],
  ['profile Ethereum', { profile: ethereum(), accounts }],
  ['bytecode', { ...pooled, engine: evm() }],
  [
    'a payee of the base fee',
    { ...pooled, header: { ...pooled.header, baseFeeRecipient: bob } },
  ],
] as const)('a fee below the base fee, with %s', (_, options) => {
  test('behavior: the transaction waits, and enters once the base fee falls', async () => {
    const node = createMockNode(options)
    const hash = await send(node, (gwei * 7n) / 10n)
    expect(await find(node, hash)).toMatchObject({ hash, blockHash: null })
    expect(await ask(node, 'txpool_status')).toEqual({
      pending: '0x1',
      queued: '0x0',
    })
    expect(await ask(node, 'eth_getTransactionCount', alice, 'pending')).toBe(
      '0x1',
    )
    for (let block = 0; block < 4; block += 1) node.seal()
    expect(await receipt(node, hash)).toMatchObject({
      status: '0x1',
      blockNumber: '0x3',
    })
    expect(await ask(node, 'txpool_status')).toMatchObject({ pending: '0x0' })
  })

  test('behavior: it is sped up, and what waited for it follows', async () => {
    const node = createMockNode(options)
    const first = await send(node, 1n)
    const next = await send(node, 3n * gwei, { nonce: '0x1' })
    node.seal()
    expect(await receipt(node, next)).toBe(null)
    await expect(
      send(node, 1n, { nonce: '0x0', value: '0x2' }),
    ).rejects.toThrow('replacement transaction underpriced')
    const second = await send(node, 2n * gwei, {
      nonce: '0x0',
      maxPriorityFeePerGas: '0x1',
    })
    node.seal()
    node.seal()
    expect(await find(node, first)).toBe(null)
    expect(await receipt(node, second)).toMatchObject({ status: '0x1' })
    expect(await receipt(node, next)).toMatchObject({ status: '0x1' })
  })

  test('behavior: it moves no ether while it waits', async () => {
    const node = createMockNode(options)
    await send(node, 1n)
    const before = BigInt(await ask(node, 'eth_getBalance', alice, 'latest'))
    node.seal()
    expect(BigInt(await ask(node, 'eth_getBalance', alice, 'latest'))).toBe(
      before,
    )
    expect(await ask(node, 'eth_getBalance', bob, 'latest')).toBe('0x0')
  })
})

test('behavior: the miner does not pay for it in what the pool foresees', async () => {
  const miner = '0x0000000000000000000000000000000000000c01'
  const fee = 2n * gwei
  const node = createMockNode({
    ...pooled,
    accounts: { ...accounts, [miner]: { balance: 1n + 21_000n * fee } },
    header: { ...pooled.header, miner },
  })
  await send(node, 1n)
  const hash = await send(node, fee, { from: miner })
  node.seal()
  expect(await receipt(node, hash)).toMatchObject({ status: '0x1' })
})

test('geth: no block comes for a transaction that cannot enter it', async () => {
  const node = createMockNode({ profile: geth(), accounts })
  const hash = await send(node, 1n)
  expect(await find(node, hash)).toMatchObject({ blockHash: null })
  expect(await ask(node, 'eth_blockNumber')).toBe('0x0')
  await send(node, 2n * gwei, { nonce: '0x0', maxPriorityFeePerGas: '0x1' })
  expect(await find(node, hash)).toBe(null)
  expect(await ask(node, 'eth_blockNumber')).toBe('0x1')
})

test('default: it is refused', async () => {
  const node = createMockNode({ accounts, header: pooled.header })
  await expect(send(node, 1n)).rejects.toThrow(
    'max fee per gas less than block base fee',
  )
})
