import { createMockNode, type MockNode, type MockNodeOptions } from 'preseal'
import { describe, expect, test } from 'vitest'

const alice = '0x00000000000000000000000000000000000a11ce'
const bob = '0x0000000000000000000000000000000000000b0b'
const topic = `0x${'7'.repeat(64)}` as const
const accounts = { [alice]: { balance: 10n } }

function nodeWith(answers: MockNodeOptions['answers']) {
  return createMockNode({ accounts, answers })
}

const ask = (node: MockNode, method: string, ...params: unknown[]) =>
  node.provider.request({ method, params } as never).catch((error) => ({
    code: error.code,
    message: error.message,
  })) as Promise<unknown>

const pay = (node: MockNode) =>
  node.preconfirm({
    from: alice,
    to: bob,
    value: 1n,
    logs: [{ address: bob, topics: [topic] }],
  })

describe('answers.receipts', () => {
  test("options: 'atSeal', and a transaction waits until then", async () => {
    const node = nodeWith({ receipts: 'atSeal' })
    const hash = pay(node)
    node.nextBeat()
    expect(await ask(node, 'eth_getTransactionReceipt', hash)).toBe(null)
    expect(await ask(node, 'eth_getTransactionByHash', hash)).toMatchObject({
      hash,
      blockHash: null,
      blockNumber: null,
      transactionIndex: null,
    })
    expect(await ask(node, 'eth_getBalance', bob, 'pending')).toBe('0x1')
    node.nextBlock()
    expect(await ask(node, 'eth_getTransactionReceipt', hash)).toMatchObject({
      blockNumber: '0x1',
    })
    expect(await ask(node, 'eth_getTransactionByHash', hash)).toMatchObject({
      blockNumber: '0x1',
    })
  })

  test("options: 'atSeal', and viem reads at latest", () => {
    const time = 'experimental_preconfirmationTime'
    expect(nodeWith({ receipts: 'atSeal' }).chain).not.toHaveProperty(time)
    expect(nodeWith({}).chain).toHaveProperty(time, 200)
    expect(createMockNode({ beatsSeenBy: 'none' }).chain).not.toHaveProperty(
      time,
    )
  })
})

describe('answers.receiptFields', () => {
  test('error: what JSON cannot hold', () => {
    expect(() => nodeWith({ receiptFields: { l1: 1n } })).toThrow(
      'Option "answers.receiptFields.l1" is 1n, expected a value that JSON can hold.',
    )
  })
})

describe('answers.blockNumberAcceptsTag', () => {
  test('options: true', async () => {
    const node = nodeWith({ blockNumberAcceptsTag: true })
    node.nextBlock()
    expect(await ask(node, 'eth_blockNumber')).toBe('0x1')
    expect(await ask(node, 'eth_blockNumber', 'latest')).toBe('0x1')
    expect(await ask(node, 'eth_blockNumber', 'pending')).toBe('0x2')
    expect(await ask(node, 'eth_blockNumber', 'earliest')).toBe('0x0')
    expect(await ask(node, 'eth_blockNumber', 'next')).toMatchObject({
      code: -32602,
    })
  })

  test('default: false', async () => {
    expect(await ask(nodeWith({}), 'eth_blockNumber', 'pending')).toEqual({
      code: -32602,
      message: 'Surplus parameter 1: given "pending", expected no parameters',
    })
  })
})

describe('answers.subscriptions', () => {
  test('options: refused with a code, or served', async () => {
    const node = nodeWith({
      subscriptions: {
        newFlashblocks: -32602,
        syncing: -32601,
        logs: 7,
        newPendingTransactions: 'served',
      },
    })
    const told: unknown[] = []
    node.provider.on('message', (message) => told.push(message.data))
    const subscribe = (name: string) => ask(node, 'eth_subscribe', name)
    expect(await subscribe('newFlashblocks')).toEqual({
      code: -32602,
      message: 'Invalid params',
    })
    expect(await subscribe('syncing')).toEqual({
      code: -32601,
      message: 'no "syncing" subscription in eth namespace',
    })
    expect(await subscribe('logs')).toEqual({
      code: 7,
      message: 'logs is not served',
    })
    const served = await subscribe('newPendingTransactions')
    const hash = pay(node)
    node.nextBlock()
    expect(told).toEqual([{ subscription: served, result: hash }])
  })

  test('error: no answer at all', () => {
    const subscriptions = { logs: 'no' } as never
    expect(() => nodeWith({ subscriptions })).toThrow(
      'Option "answers.subscriptions.logs" is "no", expected "served", or the code of an error.',
    )
  })
})
