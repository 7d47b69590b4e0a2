import { createMockNode, type MockNode } from 'preseal'
import { expect, test } from 'vitest'

const alice = '0x00000000000000000000000000000000000a11ce'
const bob = '0x0000000000000000000000000000000000000b0b'
const accounts = { [alice]: { balance: 10n ** 18n } }

const ask = (node: MockNode, method: string, ...params: unknown[]) =>
  node.provider.request({ method, params } as never) as Promise<never>

test('a transaction is found by sender and nonce while it waits, pending and sealed', async () => {
  const node = createMockNode({ accounts })
  const find = () =>
    ask(node, 'eth_getTransactionBySenderAndNonce', alice, '0x0')
  expect(await find()).toBe(null)
  const hash = node.preconfirm({ from: alice, to: bob, value: 1n })
  expect(await find()).toMatchObject({ hash, blockHash: null })
  node.nextBeat()
  expect(await find()).toMatchObject({ hash, blockNumber: '0x1' })
  node.nextBlock(3)
  expect(await find()).toMatchObject({ hash, blockNumber: '0x1' })
})

test('a nonce above 2^53 was rounded, so that nothing was found', async () => {
  const nonce = 2n ** 60n + 1n
  const node = createMockNode({
    accounts: { [alice]: { balance: 10n ** 18n, nonce } },
  })
  const find = (wanted: bigint) =>
    ask(
      node,
      'eth_getTransactionBySenderAndNonce',
      alice,
      `0x${wanted.toString(16)}`,
    )
  const hash = node.preconfirm({ from: alice, to: bob, value: 1n })
  expect(await find(nonce)).toMatchObject({ hash, blockHash: null })
  node.nextBlock()
  expect(await find(nonce)).toMatchObject({ hash, blockNumber: '0x1' })
  for (const other of [nonce - 1n, nonce + 1n])
    expect(await find(other)).toBe(null)
})

test('raw transactions are found by hash, and by block and index', async () => {
  const node = createMockNode({ accounts })
  const hash = node.preconfirm({ from: alice, to: bob, value: 1n })
  const raw = await ask(node, 'debug_getRawTransaction', hash)
  expect(await ask(node, 'eth_getRawTransactionByHash', hash)).toBe(raw)
  node.nextBlock()
  const block = (await ask(node, 'eth_getBlockByNumber', '0x1', false)) as {
    hash: string
  }
  for (const [method, ...params] of [
    ['eth_getRawTransactionByHash', hash],
    ['eth_getRawTransactionByBlockHashAndIndex', block.hash, '0x0'],
    ['eth_getRawTransactionByBlockNumberAndIndex', '0x1', '0x0'],
  ] as const)
    expect(await ask(node, method, ...params)).toBe(raw)
  expect(
    await ask(node, 'eth_getRawTransactionByBlockNumberAndIndex', '0x1', '0x1'),
  ).toBe(null)
})
