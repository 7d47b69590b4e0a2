import { createMockNode, type MockNode } from 'preseal'
import { describe, expect, test } from 'vitest'
import { ask, bob } from './wallets.js'

const alice = '0x00000000000000000000000000000000000a11ce'
const payment = { from: alice, to: bob } as const

const newNode = () => createMockNode({ accounts: { [alice]: { balance: 1n } } })
const richNode = () =>
  createMockNode({ accounts: { [alice]: { balance: 10n ** 18n } } })

const send = (node: MockNode, fields: object) =>
  ask(node, 'eth_sendTransaction', { ...payment, gas: '0x5208', ...fields })

const priced = (wei: number) => ({
  maxFeePerGas: `0x${wei.toString(16)}`,
  maxPriorityFeePerGas: `0x${wei.toString(16)}`,
})

function dropsOf(node: MockNode) {
  const drops: unknown[] = []
  node.on('dropped', ({ hash, reason, blockNumber, index }) =>
    drops.push([hash, reason, blockNumber, index]),
  )
  return drops
}

/** What waits by nonce, once the pool counts no more than it lists. */
async function waiting(node: MockNode) {
  const [status, content] = (await Promise.all([
    ask(node, 'txpool_status'),
    ask(node, 'txpool_contentFrom', alice),
  ])) as [
    { pending: string; queued: string },
    { [list in 'pending' | 'queued']: { [nonce: string]: { hash: string } } },
  ]
  const listed = { ...content.pending, ...content.queued }
  expect(Number(status.pending) + Number(status.queued)).toBe(
    Object.keys(listed).length,
  )
  return Object.fromEntries(
    Object.entries(listed).map(([nonce, { hash }]) => [nonce, hash]),
  )
}

/** The first of two pre-confirmed ones is asked to leave; the other returns. */
async function withDrop(price = 0) {
  const node = richNode()
  const first = await send(node, { value: '0x1', ...priced(price) })
  const second = await send(node, { value: '0x2', ...priced(price) })
  node.nextBeat()
  const drops = dropsOf(node)
  node.drop(first as `0x${string}`)
  return { node, first, second, drops }
}

describe('two of one sender and nonce', () => {
  test('both waited after a drop took the nonce before them', async () => {
    const { node, first, second, drops } = await withDrop()
    const third = await send(node, { value: '0x3', nonce: '0x1' })
    expect(drops).toEqual([])
    node.nextBlock()
    expect(await waiting(node)).toEqual({ 1: third })
    expect(drops).toEqual([
      [first, 'requested', 1n, 2],
      [second, 'replaced', 1n, 2],
    ])
    const last = await send(node, { value: '0x4', nonce: '0x0' })
    node.nextBeat()
    expect(
      await ask(node, 'eth_getBlockByNumber', 'pending', false),
    ).toMatchObject({
      transactions: [last, third],
    })
  })

  test('one that a drop puts back could be underpriced', async () => {
    const { node, first, second, drops } = await withDrop(100)
    expect(
      await send(node, { value: '0x3', nonce: '0x1', ...priced(109) }),
    ).toMatchObject({
      message:
        'replacement transaction underpriced: new tx gas fee cap 109 and tip 109, minimum needed 110 and 110 for nonce 1',
    })
    node.nextBeat()
    expect(await waiting(node)).toEqual({ 1: second })
    expect(drops).toEqual([[first, 'requested', 1n, 2]])
  })

  test('one that a drop puts back was too low to replace once its gap was filled', async () => {
    const { node, second, drops } = await withDrop(100)
    const filled = await send(node, { nonce: '0x0', ...priced(100) })
    const third = await send(node, { nonce: '0x1', ...priced(110) })
    node.nextBeat()
    expect(
      await ask(node, 'eth_getBlockByNumber', 'pending', false),
    ).toMatchObject({
      transactions: [filled, third],
    })
    expect(drops).toContainEqual([second, 'replaced', 1n, 2])
  })

  test('behavior: the very same is already known until it waits again', async () => {
    const { node, drops } = await withDrop(100)
    expect(
      await send(node, { value: '0x2', nonce: '0x1', ...priced(100) }),
    ).toMatchObject({ message: 'already known' })
    expect(drops).toEqual([])
  })

  test('behavior: what was replaced stays so, even if the other is dropped', async () => {
    const { node, first, second, drops } = await withDrop()
    const third = await send(node, { value: '0x3', nonce: '0x1' })
    node.drop(third as `0x${string}`)
    node.nextBeat()
    expect(await waiting(node)).toEqual({})
    expect(drops).toEqual([
      [third, 'requested', 1n, 1],
      [first, 'requested', 1n, 2],
      [second, 'replaced', 1n, 2],
    ])
  })

  test('node.preconfirm gave out the nonce of one that a drop puts back, and that cannot pay', async () => {
    const { node, first, second, drops } = await withDrop()
    node.setBalance({ address: alice, value: 1n })
    await send(node, { nonce: '0x0' })
    const third = node.preconfirm({ ...payment, value: 1n })
    node.nextBeat()
    expect(await waiting(node)).toEqual({ 2: third })
    expect(drops).toEqual([
      [first, 'requested', 1n, 2],
      [second, 'funds', 1n, 2],
    ])
  })

  test('both waited after the seal that took the drop', async () => {
    const node = richNode()
    const first = await send(node, { value: '0x1' })
    const second = await send(node, { value: '0x2' })
    node.advance(1_900)
    const drops = dropsOf(node)
    node.drop(first as `0x${string}`)
    const third = await send(node, { value: '0x3', nonce: '0x1' })
    node.advance(100)
    expect(await waiting(node)).toEqual({ 1: third })
    expect(drops).toEqual([
      [first, 'requested', 1n, 1],
      [second, 'replaced', 1n, 1],
    ])
  })

  test('both waited after an import, of a nonce that was set back', async () => {
    const donor = richNode()
    donor.nextBlock()
    const block = (await ask(
      donor,
      'eth_getBlockByNumber',
      '0x1',
      true,
    )) as object
    const node = richNode()
    const first = await send(node, { value: '0x1' })
    node.nextBeat()
    node.setNonce({ address: alice, nonce: 0 })
    const second = await send(node, { value: '0x2' })
    node.nextBeat()
    const drops = dropsOf(node)
    node.importBlock({ block, as: 'pending' })
    expect(await waiting(node)).toEqual({ 0: second })
    expect(drops).toEqual([[first, 'replaced', 1n, 1]])
  })

  test('both waited after a reorg, of a nonce that was set back', async () => {
    const node = richNode()
    const first = await send(node, { value: '0x1' })
    const second = await send(node, { value: '0x2' })
    node.nextBlock()
    node.setNonce({ address: alice, nonce: 1 })
    const third = await send(node, { value: '0x3' })
    const drops = dropsOf(node)
    node.reorg({ depth: 1, omit: [first as `0x${string}`] })
    expect(await waiting(node)).toEqual({ 1: third })
    expect(drops).toEqual([
      [first, 'omitted', 1n, 1],
      [second, 'replaced', 1n, 1],
    ])
  })

  test('both waited after a seal that left out what they follow', async () => {
    const node = richNode()
    const first = await send(node, { value: '0x1' })
    const second = await send(node, { value: '0x2' })
    node.nextBeat()
    node.setNonce({ address: alice, nonce: 1 })
    node.fault({ type: 'includeNever', times: 1 })
    const third = await send(node, { value: '0x3' })
    const drops = dropsOf(node)
    node.planSeal({ omit: [first as `0x${string}`] })
    node.nextBlock()
    expect(await waiting(node)).toEqual({ 1: third })
    expect(drops).toEqual([
      [first, 'omitted', 1n, 1],
      [second, 'replaced', 1n, 1],
    ])
  })
})

describe('one that is sent again after a drop', () => {
  test('behavior: it is found again at once', async () => {
    const node = newNode()
    const find = (hash: unknown) => ask(node, 'eth_getTransactionByHash', hash)
    const hash = await send(node, { nonce: '0x1' })
    node.nextBeat()
    expect(await find(hash)).toMatchObject({ hash, blockHash: null })
    node.drop(hash as `0x${string}`)
    expect(await find(hash)).toBeNull()
    expect(await send(node, { nonce: '0x1' })).toBe(hash)
    expect(await find(hash)).toMatchObject({ hash, blockHash: null })
  })
})
