import { createMockNode, type MockNode, type MockNodeOptions } from 'preseal'
import { evm } from 'preseal/evm'
import { parseFork, recordFork } from 'preseal/fork'
import { createWallet } from 'preseal/wallet'
import { encodeFunctionData, erc20Abi, pad, toHex } from 'viem'
import { describe, expect, test } from 'vitest'
import { createLive } from './live.js'
import { alice, bob, counter, gone, sampleRecord, word } from './sample.js'

const forked = (options: MockNodeOptions = {}) =>
  createMockNode({ fork: parseFork(sampleRecord()), engine: evm(), ...options })

const told = ({ provider }: MockNode, blockTag: 'latest' | 'pending') =>
  provider.request({
    method: 'eth_call',
    params: [{ from: alice, to: counter }, blockTag],
  })

describe('what a node does, on a fork', () => {
  test('behavior: a drop takes back what ran on the record', async () => {
    const node = forked()
    const hash = node.preconfirm({ from: alice, to: counter, data: '0x01' })
    node.nextBeat()
    expect(await told(node, 'pending')).toBe(word(42))
    node.drop(hash)
    node.nextBeat()
    expect(await told(node, 'pending')).toBe(word(41))
    node.nextBlock()
    expect(await told(node, 'latest')).toBe(word(41))
  })

  test('behavior: snapshots and seeking go back to it', async () => {
    const node = forked()
    const snapshot = node.snapshot()
    node.preconfirm({ from: alice, to: counter, data: '0x01' })
    node.nextBlock()
    expect(await told(node, 'latest')).toBe(word(42))
    node.revert(snapshot)
    expect(await told(node, 'latest')).toBe(word(41))
  })

  test('behavior: a range of logs crosses its block', async () => {
    const record = sampleRecord()
    const recorded = (number: number) => ({
      address: counter,
      topics: [word(number)],
      data: '0x',
      blockNumber: toHex(number),
    })
    const covered = { addresses: [counter], topics: [], fromBlock: 90 }
    const history = [
      { ...covered, toBlock: 100, logs: [98, 100].map(recorded) },
    ]
    const fork = parseFork({
      ...record,
      history: { ...record.history, logs: history },
    })
    const node = createMockNode({ fork })
    for (const number of [101, 102, 103]) {
      const logs = [{ address: counter, topics: [word(number)] } as const]
      node.preconfirm({ from: alice, to: bob, logs })
      if (number < 103) node.nextBlock()
      else node.nextBeat()
    }
    const numbers = async (range: object) => {
      const logs = await node.provider.request({
        method: 'eth_getLogs',
        params: [{ address: counter, ...range } as never],
      })
      return logs.map(({ topics }) => Number(topics[0]))
    }
    const range = (from: number | string, to: number | string) =>
      numbers({
        fromBlock: typeof from === 'number' ? toHex(from) : from,
        toBlock: typeof to === 'number' ? toHex(to) : to,
      })
    expect(await range(95, 'pending')).toEqual([98, 100, 101, 102, 103])
    expect(await range(99, 'latest')).toEqual([100, 101, 102])
    expect(await range(100, 101)).toEqual([100, 101])
    expect(await range(98, 100)).toEqual([98, 100])
    expect(await range(101, 102)).toEqual([101, 102])
    expect(await numbers({ blockHash: record.block.hash })).toEqual([100])
    await expect(range(89, 101)).rejects.toThrow('record')
  })

  test('a look-up by sender and nonce failed for a sender that is not recorded', async () => {
    const params = ['0x00000000000000000000000000000000000ca401', '0x0']
    const request = { method: 'eth_getTransactionBySenderAndNonce', params }
    expect(await forked().provider.request(request as never)).toBe(null)
  })

  test('behavior: faults act before it', async () => {
    const node = forked()
    node.fault({ type: 'rpc', code: -32603, message: 'down', times: 1 })
    await expect(told(node, 'latest')).rejects.toMatchObject({ code: -32603 })
    expect(await told(node, 'latest')).toBe(word(41))
  })

  test('behavior: contracts that are functions stand beside its code', async () => {
    const token = '0x000000000000000000000000000000000070cced'
    const node = forked({
      contracts: [
        {
          type: 'erc20',
          address: token,
          symbol: 'T',
          balances: { [alice]: 5n },
        },
      ],
    })
    const data = encodeFunctionData({
      abi: erc20Abi,
      functionName: 'balanceOf',
      args: [alice],
    })
    const call = { from: alice, to: token, data } as const
    expect(
      await node.provider.request({
        method: 'eth_call',
        params: [call, 'latest'],
      }),
    ).toBe(pad(toHex(5)))
    expect(await told(node, 'latest')).toBe(word(41))
  })

  test('behavior: a wallet in front of it sends to its code', async () => {
    const send = async (fork: ReturnType<typeof parseFork>) => {
      const node = createMockNode({ fork, engine: evm() })
      const { request } = createWallet(node, { balance: 10n ** 18n }).provider
      const [from] = await request({ method: 'eth_requestAccounts' })
      await request({
        method: 'eth_sendTransaction',
        params: [{ from, to: counter, gas: '0x186a0' }],
      } as never)
      node.nextBlock()
      return told(node, 'latest')
    }
    const fork = await recordFork({ from: createLive().provider, run: send })
    expect(await send(fork)).toBe(word(42))
  })
})

describe('what a recording takes along', () => {
  test('behavior: three runs do for calls and a transaction', async () => {
    const runs: number[] = []
    await recordFork({
      from: createLive().provider,
      async run(fork) {
        const node = createMockNode({ fork, engine: evm() })
        await told(node, 'latest')
        node.preconfirm({ from: alice, to: counter, data: '0x01' })
        node.nextBlock()
        expect(await told(node, 'latest')).toBe(word(42))
      },
      onProgress: ({ rounds }) => runs.push(rounds),
    })
    expect(runs.length).toBeLessThanOrEqual(3)
  })

  test('behavior: the hash of a block that code asks for', async () => {
    const live = createLive()
    // PUSH1 1 BLOCKHASH PUSH0 MSTORE RETURN(0, 32)
    const code = '0x6001405f5260205ff3'
    const ask = ({ provider }: MockNode) =>
      provider.request({
        method: 'eth_call',
        params: [{ from: alice, to: gone }, 'latest', { [gone]: { code } }],
      } as never)
    const fork = await recordFork({
      from: live.provider,
      run: (fork) => ask(createMockNode({ fork, engine: evm() })),
    })
    expect(Object.keys(fork.record.blockHashes)).toEqual(['1'])
    expect(await ask(createMockNode({ fork, engine: evm() }))).toBe(
      await ask(live),
    )
  })

  test('behavior: what fees on an OP chain depend on', async () => {
    const l1Attributes = {
      number: 7n,
      baseFeePerGas: 3_000_000_000n,
      blobBaseFee: 5n,
      baseFeeScalar: 1_000,
      blobBaseFeeScalar: 2_000,
    }
    const live = createMockNode({
      chainId: 10,
      l1Attributes,
      engine: evm(),
      accounts: { [alice]: { balance: 10n ** 18n } },
    })
    live.nextBlock()
    const pay = async (node: MockNode) => {
      const hash = node.preconfirm({
        ...{ from: alice, to: bob, value: 1n },
        ...{ execute: true, gas: 21_000n },
      })
      node.nextBlock()
      const receipt = await node.provider.request({
        method: 'eth_getTransactionReceipt',
        params: [hash],
      })
      const { l1Fee, l1GasPrice, l1BaseFeeScalar } = Object(receipt)
      return { l1Fee, l1GasPrice, l1BaseFeeScalar }
    }
    const fork = await recordFork({
      from: live.provider,
      run: (fork) => pay(createMockNode({ fork, engine: evm() })),
    })
    const own = await pay(createMockNode({ fork, engine: evm() }))
    expect(own).toEqual(await pay(live))
    expect(BigInt(own.l1Fee)).toBeGreaterThan(0n)
  })
})
