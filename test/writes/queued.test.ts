import { createMockNode, type MockNode } from 'preseal'
import { describe, expect, test } from 'vitest'
import { ask, bob } from './wallets.js'

const alice = '0x00000000000000000000000000000000000a11ce'
const payment = { from: alice, to: bob } as const

const newNode = (gasLimit?: bigint) =>
  createMockNode({
    accounts: { [alice]: { balance: 10n ** 18n } },
    ...(gasLimit !== undefined && { header: { gasLimit } }),
  })

const send = (node: MockNode, fields: object) =>
  ask(node, 'eth_sendTransaction', { ...payment, gas: '0x5208', ...fields })

const pendingNonce = (node: MockNode) =>
  ask(node, 'eth_getTransactionCount', alice, 'pending')

/** Nonces and values of a block. */
async function held(node: MockNode, tag: 'pending' | 'latest') {
  const block = await ask(node, 'eth_getBlockByNumber', tag, true)
  const { transactions } = block as {
    transactions: readonly { nonce: string; value: string }[]
  }
  return transactions.map(({ nonce, value }) => [nonce, value])
}

function reasonsOf(node: MockNode) {
  const reasons: string[] = []
  node.on('dropped', ({ reason }) => reasons.push(reason))
  return reasons
}

describe('what a script queues beside what an application sends', () => {
  test('a sealed state lacked what was sent before its gap was filled', async () => {
    const node = newNode()
    await send(node, { value: '0x2', nonce: '0x1' })
    node.preconfirm({ ...payment, value: 1n })
    node.nextBlock()
    expect(await held(node, 'latest')).toEqual([
      ['0x0', '0x1'],
      ['0x1', '0x2'],
    ])
    expect(await ask(node, 'eth_getBalance', bob, 'latest')).toBe('0x3')
    expect(await ask(node, 'eth_getTransactionCount', alice, 'latest')).toBe(
      '0x2',
    )
  })

  test('node.preconfirm gave out a nonce that the queue held', async () => {
    const node = newNode()
    const reasons = reasonsOf(node)
    const first = node.preconfirm({ ...payment, value: 1n })
    await send(node, { value: '0x2' })
    node.drop(first)
    node.preconfirm({ ...payment, value: 3n })
    node.preconfirm({ ...payment, value: 4n })
    node.nextBeat()
    expect(await held(node, 'pending')).toEqual([
      ['0x0', '0x3'],
      ['0x1', '0x2'],
      ['0x2', '0x4'],
    ])
    expect(reasons).toEqual(['requested'])
  })

  test('node.preconfirm gave out the nonce of one that cannot pay any more', async () => {
    const node = newNode()
    const reasons = reasonsOf(node)
    node.preconfirm({ ...payment, value: 5n })
    node.setBalance({ address: alice, value: 1n })
    node.preconfirm({ ...payment, value: 1n })
    expect(await pendingNonce(node)).toBe('0x2')
    node.nextBeat()
    expect(reasons).toEqual(['funds'])
    node.preconfirm(payment)
    node.nextBeat()
    expect(await held(node, 'pending')).toEqual([
      ['0x0', '0x0'],
      ['0x1', '0x1'],
    ])
  })

  test('of two scripted payments, a drop of the first dropped both', async () => {
    const node = newNode()
    const reasons = reasonsOf(node)
    const first = node.preconfirm({ ...payment, value: 1n })
    node.preconfirm({ ...payment, value: 2n })
    node.drop(first)
    node.nextBlock()
    expect(await held(node, 'latest')).toEqual([])
    await send(node, { value: '0x3' })
    node.nextBeat()
    expect(await held(node, 'pending')).toEqual([
      ['0x0', '0x3'],
      ['0x1', '0x2'],
    ])
    expect(reasons).toEqual(['requested'])
  })

  test('what was to be queued behind a drop forgot what waits for it', async () => {
    const node = newNode()
    const first = node.preconfirm({ ...payment, value: 1n })
    node.preconfirm({ ...payment, value: 2n })
    node.nextBeat()
    node.drop(first)
    node.preconfirm({ ...payment, value: 3n })
    node.preconfirm({ ...payment, value: 4n })
    node.nextBeat()
    expect(await held(node, 'pending')).toEqual([
      ['0x0', '0x3'],
      ['0x1', '0x2'],
      ['0x2', '0x4'],
    ])
  })

  test('a send without a nonce took that of one that was asked to leave', async () => {
    const node = newNode()
    const hash = node.preconfirm(payment)
    node.nextBeat()
    node.drop(hash)
    expect(await pendingNonce(node)).toBe('0x1')
    await send(node, {})
    expect(await ask(node, 'txpool_contentFrom', alice)).toMatchObject({
      pending: { 1: { nonce: '0x1' } },
    })
  })
})

describe('a queued transaction whose nonce is gone', () => {
  const stale = async (gasLimit?: bigint) => {
    const node = newNode(gasLimit)
    node.preconfirm(payment)
    if (gasLimit !== undefined) node.nextBeat()
    await send(node, { value: '0x1' })
    node.setNonce({ address: alice, nonce: 7 })
    return node
  }

  test('it was listed as pending', async () => {
    const node = await stale()
    expect(await pendingNonce(node)).toBe('0x7')
    expect(await ask(node, 'eth_pendingTransactions')).toEqual([])
    expect(await ask(node, 'txpool_status')).toEqual({
      pending: '0x0',
      queued: '0x2',
    })
    const reasons = reasonsOf(node)
    node.nextBeat()
    expect(reasons).toEqual(['nonce', 'nonce'])
  })

  test('it could be replaced', async () => {
    const node = await stale()
    expect(
      await send(node, { nonce: '0x0', maxFeePerGas: '0x9' }),
    ).toMatchObject({
      message: 'nonce too low: next nonce 7, tx nonce 0',
    })
  })

  test('it held up its sender while the block had no room', async () => {
    const node = await stale(30_000n)
    const reasons = reasonsOf(node)
    await send(node, { value: '0x2' })
    node.nextBeat()
    expect(reasons).toEqual(['nonce'])
    node.nextBlock()
    node.nextBeat()
    expect(await held(node, 'pending')).toEqual([['0x7', '0x2']])
  })

  test('sent again after setNonce, it was in two blocks', async () => {
    const node = newNode()
    await send(node, {})
    node.nextBlock()
    node.setNonce({ address: alice, nonce: 0 })
    expect(await send(node, {})).toMatchObject({ message: 'already known' })
  })
})
