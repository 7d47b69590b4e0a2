import { createMockNode } from 'preseal'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { Web3 } from 'web3'
import { alice, bob, ether } from '../conformance/actors.js'
import { busy } from '../conformance/stories.js'

const accounts = { [alice]: { balance: ether } }

describe('web3.js: reads', () => {
  test('default: a transfer is pending, then latest', async () => {
    const node = createMockNode({ accounts })
    const { eth } = new Web3(node.provider)
    const read = () =>
      Promise.all([
        eth.getBalance(bob, 'pending'),
        eth.getBalance(bob),
        eth.getTransactionCount(alice, 'pending'),
        eth.getTransactionCount(alice),
      ])
    node.preconfirm({ from: alice, to: bob, value: 5n })
    node.nextBeat()
    expect(await read()).toEqual([5n, 0n, 1n, 0n])
    node.nextBlock()
    expect(await read()).toEqual([5n, 5n, 1n, 1n])
  })

  test.each(['pending', 'latest', 'safe', 'finalized', 'earliest', 1, 5])(
    'behavior: getBlock of %s with its transactions',
    async (tag) => {
      const node = createMockNode(busy.options)
      busy.play(node)
      const { eth } = new Web3(node.provider)
      const full = await eth.getBlock(tag, true)
      const thin = await eth.getBlock(tag, false)
      expect(full.hash).toMatch(/^0x[0-9a-f]{64}$/)
      const transactions = full.transactions as { hash: string }[]
      expect(transactions.map(({ hash }) => hash)).toEqual(thin.transactions)
      expect({ ...full, transactions: [] }).toEqual({
        ...thin,
        transactions: [],
      })
    },
  )

  test('behavior: getBlock by hash', async () => {
    const node = createMockNode(busy.options)
    busy.play(node)
    const { eth } = new Web3(node.provider)
    const block = await eth.getBlock(1)
    expect(await eth.getBlock(block.hash)).toEqual(block)
    expect(block).toMatchObject({ number: 1n, baseFeePerGas: 875n })
  })

  test('error: a fault keeps its code', async () => {
    const node = createMockNode({
      faults: [{ type: 'http', status: 403, body: 'Forbidden' }],
    })
    const { eth } = new Web3(node.provider)
    await expect(eth.getBalance(bob)).rejects.toMatchObject({
      code: -32050,
      status: 403,
    })
    expect(node.answeredRequests).toHaveLength(1)
  })
})

describe('web3.js: on the ambient clock', () => {
  beforeEach(() => {
    vi.useFakeTimers()
  })
  afterEach(() => {
    vi.useRealTimers()
  })

  test('default: 200 ms move what is polled and the chain together', async () => {
    const node = createMockNode({ accounts, clock: 'ambient' })
    const { eth } = new Web3(node.provider)
    const seen: bigint[] = []
    const poll = setInterval(async () => {
      seen.push(await eth.getBalance(bob, 'pending'))
    }, 200)
    for (let beat = 0; beat < 4; beat++) {
      node.preconfirm({ from: alice, to: bob, value: 1n })
      await vi.advanceTimersByTimeAsync(200)
    }
    clearInterval(poll)
    expect(seen).toEqual([1n, 2n, 3n, 4n])
  })
})
