import { createMockNode, type MockNode } from 'preseal'
import { describe, expect, test } from 'vitest'

const alice = '0x00000000000000000000000000000000000a11ce'
const bob = '0x0000000000000000000000000000000000000b0b'
const accounts = { [alice]: { balance: 10n ** 18n } }

const ask = (node: MockNode, method: string, ...params: unknown[]) =>
  node.provider.request({ method, params } as never) as Promise<never>

const send = (node: MockNode, transaction: object = {}) =>
  ask(node, 'eth_sendTransaction', {
    from: alice,
    to: bob,
    value: '0x1',
    gas: '0x5208',
    maxFeePerGas: '0x10',
    maxPriorityFeePerGas: '0x1',
    ...transaction,
  })

const raised = { maxFeePerGas: '0x20', maxPriorityFeePerGas: '0x2' }
const find = (node: MockNode, hash: string) =>
  ask(node, 'eth_getTransactionByHash', hash)
const receipt = (node: MockNode, hash: string) =>
  ask(node, 'eth_getTransactionReceipt', hash)
const pooled = async (node: MockNode) => {
  const { pending } = await ask(node, 'txpool_status')
  return Number(pending)
}

describe.each([
  ["beatsSeenBy: 'none'", { beatsSeenBy: 'none' }],
  ["answers.receipts: 'atSeal'", { answers: { receipts: 'atSeal' } }],
  [
    'no pre-confirmation time',
    { preconfirmationTime: 2_000, blockTime: 2_000 },
  ],
  ['manual sealing', { sealing: 'manual', answers: { receipts: 'atSeal' } }],
] as const)('a chain with a pool: %s', (_, options) => {
  const newNode = () =>
    createMockNode({
      accounts,
      ...options,
      header: { initialBaseFeePerGas: 0n },
    })
  const sealBlock = (node: MockNode) => node.seal()

  test('behavior: a sent transaction waits in the pool until the seal', async () => {
    const node = newNode()
    const hash = await send(node)
    for (const ms of [0, 200, 400]) {
      node.advance(ms)
      expect(await find(node, hash)).toMatchObject({ hash, blockHash: null })
      expect(await receipt(node, hash)).toBe(null)
      expect(await pooled(node)).toBe(1)
    }
    sealBlock(node)
    expect(await find(node, hash)).toMatchObject({ blockNumber: '0x1' })
    expect(await receipt(node, hash)).toMatchObject({ status: '0x1' })
    expect(await pooled(node)).toBe(0)
  })

  test('behavior: it is sped up after beats, and the first is gone at once', async () => {
    const node = newNode()
    const first = await send(node)
    node.advance(400)
    const second = await send(node, { nonce: '0x0', ...raised })
    expect(await find(node, first)).toBe(null)
    expect(await find(node, second)).toMatchObject({ blockHash: null })
    expect(await pooled(node)).toBe(1)
    sealBlock(node)
    expect(await receipt(node, first)).toBe(null)
    expect(await receipt(node, second)).toMatchObject({ blockNumber: '0x1' })
  })

  test('behavior: it is cancelled, and what follows it stays', async () => {
    const node = newNode()
    await send(node)
    const next = await send(node)
    node.advance(200)
    const cancelled = await send(node, {
      nonce: '0x0',
      to: alice,
      value: '0x0',
      ...raised,
    })
    sealBlock(node)
    expect(await receipt(node, cancelled)).toMatchObject({ status: '0x1' })
    expect(await receipt(node, next)).toMatchObject({ blockNumber: '0x1' })
    expect(await ask(node, 'eth_getBalance', bob, 'latest')).toBe('0x1')
  })

  test('error: a replacement has to pay more, and a sealed one stays', async () => {
    const node = newNode()
    await send(node)
    node.advance(200)
    await expect(send(node, { nonce: '0x0', value: '0x2' })).rejects.toThrow(
      'replacement transaction underpriced',
    )
    sealBlock(node)
    await expect(send(node, { nonce: '0x0', ...raised })).rejects.toThrow(
      'nonce too low',
    )
  })
})

test('a chain with visible pre-confirmations keeps them', async () => {
  const node = createMockNode({
    accounts,
    header: { initialBaseFeePerGas: 0n },
  })
  const hash = await send(node)
  expect(await find(node, hash)).toMatchObject({ blockHash: null })
  node.advance(200)
  await expect(send(node, { nonce: '0x0', ...raised })).rejects.toThrow(
    'nonce too low',
  )
})
