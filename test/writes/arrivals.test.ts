import { createMockNode, type MockNode } from 'preseal'
import { type Hex, keccak256, type RpcBlock } from 'viem'
import { expect, test } from 'vitest'
import {
  account,
  ask,
  bob,
  fundedNode,
  other,
  sendRaw,
  transfer,
} from './wallets.js'

const raws = await Promise.all(
  Array.from({ length: 5 }, (_, nonce) =>
    account.signTransaction({ ...transfer, nonce }),
  ),
)
const [zero = '0x', one = '0x', two = '0x', three = '0x'] = raws
const hashes = raws.map((raw) => keccak256(raw))
const [first, second, third, fourth] = hashes

/** A filter and a subscription, which tell the same. */
async function watching(node: MockNode) {
  const told: unknown[] = []
  node.provider.on('message', ({ data }) =>
    told.push((data as { result: unknown }).result),
  )
  await ask(node, 'eth_subscribe', 'newPendingTransactions')
  const id = await ask(node, 'eth_newPendingTransactionFilter')
  return {
    id,
    async arrived() {
      const changes = await ask(node, 'eth_getFilterChanges', id)
      expect(told.splice(0)).toEqual(changes)
      return changes
    },
  }
}

test('default: what was pre-confirmed and sealed between two polls', async () => {
  const node = fundedNode()
  const { arrived } = await watching(node)
  await sendRaw(node, zero)
  node.nextBlock(3)
  await sendRaw(node, one)
  expect(await arrived()).toEqual([first, second])
  node.nextBlock()
  expect(await arrived()).toEqual([])
})

test('behavior: what came and went between two polls', async () => {
  const node = fundedNode()
  const { arrived } = await watching(node)
  await sendRaw(node, zero)
  const instead = await account.signTransaction({
    ...transfer,
    value: 2n,
    maxFeePerGas: 10n,
  })
  await sendRaw(node, instead)
  node.drop(keccak256(instead))
  const scripted = node.preconfirm({ from: other.address, to: bob })
  node.nextBeat()
  node.drop(scripted)
  node.nextBlock()
  expect(await arrived()).toEqual([first, keccak256(instead), scripted])
  // The same once more is one more arrival.
  await sendRaw(node, zero)
  expect(await arrived()).toEqual([first])
})

test('behavior: what its sender takes for lost has arrived, what failed has not', async () => {
  const node = fundedNode()
  const { arrived } = await watching(node)
  const methods = ['eth_sendRawTransaction']
  node.fault({ type: 'network', methods, times: 1 })
  expect(await sendRaw(node, zero)).toMatchObject({ code: 4900 })
  expect(await arrived()).toEqual([])
  node.fault({ type: 'lostResponse', methods, times: 1 })
  expect(await sendRaw(node, zero)).toMatchObject({ code: 4900 })
  expect(await sendRaw(node, zero)).toMatchObject({ message: 'already known' })
  expect(await arrived()).toEqual([first])
})

test('behavior: what lacks a nonce is told when that has come, in their order', async () => {
  const node = fundedNode()
  const { arrived } = await watching(node)
  for (const raw of [two, three]) await sendRaw(node, raw)
  node.nextBlock()
  expect(await arrived()).toEqual([])
  await sendRaw(node, one)
  expect(await arrived()).toEqual([])
  await sendRaw(node, zero)
  expect(await arrived()).toEqual([first, second, third, fourth])
  node.nextBlock()
  expect(await arrived()).toEqual([])
})

test('what took the place of one that a drop put back was told before it could run', async () => {
  const node = fundedNode()
  const { arrived } = await watching(node)
  for (const raw of [zero, one]) await sendRaw(node, raw)
  node.nextBeat()
  node.drop(keccak256(zero))
  node.nextBeat()
  expect(await arrived()).toEqual([first, second])
  const instead = await account.signTransaction({
    ...transfer,
    nonce: 1,
    maxFeePerGas: 10n,
  })
  await sendRaw(node, instead)
  expect(await arrived()).toEqual([])
  await sendRaw(node, zero)
  expect(await arrived()).toEqual([first, keccak256(instead)])
})

test('behavior: what takes the place of one that lacks a nonce waits as well', async () => {
  const node = fundedNode()
  const { arrived } = await watching(node)
  await sendRaw(node, one)
  const instead = await account.signTransaction({
    ...transfer,
    nonce: 1,
    maxFeePerGas: 10n,
  })
  await sendRaw(node, instead)
  expect(await arrived()).toEqual([])
  await sendRaw(node, zero)
  expect(await arrived()).toEqual([first, keccak256(instead)])
})

test('behavior: a nonce that a verb sets lets one enter, which is told then', async () => {
  const node = fundedNode()
  const { arrived } = await watching(node)
  await sendRaw(node, one)
  node.setNonce({ address: account.address, nonce: 1 })
  node.nextBeat()
  expect(await arrived()).toEqual([second])
})

test('behavior: nothing arrives anew by a reorg or an import', async () => {
  const node = fundedNode()
  const { arrived } = await watching(node)
  await sendRaw(node, zero)
  node.nextBlock()
  await sendRaw(node, one)
  node.nextBeat()
  expect(await arrived()).toEqual([first, second])
  node.reorg({ depth: 1, omit: [] })
  node.nextBeat()
  const donor = createMockNode({
    accounts: { [account.address]: { balance: 10n } },
  })
  donor.nextBlock()
  await sendRaw(donor, zero)
  donor.nextBlock()
  const block = (await ask(
    donor,
    'eth_getBlockByNumber',
    'latest',
    true,
  )) as RpcBlock
  node.importBlock({ block })
  node.nextBlock()
  expect(await arrived()).toEqual([])
})

test('behavior: one that a reorg leaves out arrives when it is sent again', async () => {
  const node = fundedNode()
  const { arrived } = await watching(node)
  await sendRaw(node, zero)
  node.nextBlock()
  node.reorg({ depth: 1 })
  await sendRaw(node, zero)
  expect(await arrived()).toEqual([first, first])
})

test('behavior: time that goes back and on again', async () => {
  const node = fundedNode()
  const { id, arrived } = await watching(node)
  await sendRaw(node, zero)
  const snapshot = node.snapshot()
  expect(await arrived()).toEqual([first])
  await sendRaw(node, one)
  expect(await arrived()).toEqual([second])
  node.revert(snapshot)
  expect(await arrived()).toEqual([])
  await sendRaw(node, one)
  expect(await arrived()).toEqual([second])
  await sendRaw(node, two)
  node.revert(snapshot)
  await sendRaw(node, one)
  expect(await ask(node, 'eth_getFilterChanges', id)).toEqual([second])
})

test('behavior: no deposit arrives', async () => {
  const node = fundedNode({ l1Attributes: {} })
  const { arrived } = await watching(node)
  const hash: Hex = node.preconfirm({ from: other.address, to: bob })
  node.preconfirm({ type: 'deposit', from: bob, to: bob, mint: 5n })
  node.nextBlock(2)
  expect(await arrived()).toEqual([hash])
})
