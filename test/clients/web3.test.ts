import { createMockNode } from 'preseal'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { Web3 } from 'web3'
import { alice, bob, ether, token, word } from '../conformance/actors.js'
import { busy, kindNames, kinds } from '../conformance/stories.js'

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

  test('behavior: what it asks about the node', async () => {
    const node = createMockNode({ chainId: 10 })
    node.nextBlock(3)
    const { eth } = new Web3(node.provider)
    expect(
      await Promise.all([
        eth.getChainId(),
        eth.net.getId(),
        eth.getBlockNumber(),
        eth.getNodeInfo(),
      ]),
    ).toEqual([10n, 10n, 3n, expect.stringMatching(/^preseal\//)])
  })

  test('behavior: storage and code', async () => {
    const node = createMockNode({
      accounts: { [token]: { code: '0x6001', storage: { '0x2': '0x7' } } },
    })
    const { eth } = new Web3(node.provider)
    expect(
      await Promise.all([
        eth.getStorageAt(token, 2),
        eth.getStorageAt(token, '0x3', 'pending'),
        eth.getCode(token),
      ]),
    ).toEqual([word(7), word(0), '0x6001'])
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

  test.each(kindNames)(
    'behavior: getTransaction and getTransactionReceipt of %s',
    async (name) => {
      const node = createMockNode(busy.options)
      const hash = node.preconfirm(kinds[name])
      const { eth } = new Web3(node.provider)
      for (const move of [() => node.nextBeat(), () => node.nextBlock(3)]) {
        move()
        const [transaction, receipt] = await Promise.all([
          eth.getTransaction(hash),
          eth.getTransactionReceipt(hash),
        ])
        expect
          .soft(transaction)
          .toMatchObject({ hash, blockNumber: 1n, transactionIndex: 0n })
        expect.soft(receipt).toMatchObject({
          transactionHash: hash,
          blockNumber: 1n,
          blockHash: transaction.blockHash,
          status: name === 'reverted' ? 0n : 1n,
        })
      }
    },
  )

  test('behavior: contracts, which a handler answers for', async () => {
    const node = createMockNode()
    node.handle('eth_call', ([, block]) => word(block === 'pending' ? 5 : 3))
    const { eth } = new Web3(node.provider)
    const contract = new eth.Contract(
      [
        {
          type: 'function',
          name: 'balanceOf',
          stateMutability: 'view',
          inputs: [{ name: 'owner', type: 'address' }],
          outputs: [{ name: '', type: 'uint256' }],
        },
      ] as const,
      token,
    )
    const { balanceOf } = contract.methods
    expect(
      await Promise.all([
        balanceOf(alice).call(),
        balanceOf(alice).call({}, 'pending'),
      ]),
    ).toEqual([3n, 5n])
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

  test('error: a block that is not there', async () => {
    const node = createMockNode()
    const { eth } = new Web3(node.provider)
    expect(await eth.getBlock(9)).toBeNull()
    await expect(eth.getBalance(bob, 9)).rejects.toMatchObject({
      code: -32001,
      message: expect.stringContaining('block not found: 0x9'),
    })
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
