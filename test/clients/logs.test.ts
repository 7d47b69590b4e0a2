import { BrowserProvider, Contract, id as topicOf } from 'ethers'
import { createMockNode } from 'preseal'
import {
  createPublicClient,
  custom,
  encodeAbiParameters,
  parseAbi,
  parseAbiItem,
} from 'viem'
import {
  afterEach,
  beforeEach,
  describe,
  expect,
  onTestFinished,
  test,
  vi,
} from 'vitest'
import { Web3 } from 'web3'
import { alice, bob, ether, token, word } from '../conformance/actors.js'

const signature =
  'event Transfer(address indexed from, address indexed to, uint256 value)'
const event = parseAbiItem(signature)
const abi = parseAbi([signature])
const transferTopic = topicOf(
  'Transfer(address,address,uint256)',
) as `0x${string}`

function open(clock: 'virtual' | 'ambient' = 'virtual') {
  const node = createMockNode({
    accounts: { [alice]: { balance: ether } },
    clock,
  })
  const viem = createPublicClient({
    chain: node.chain,
    transport: custom(node.provider),
    pollingInterval: 200,
    cacheTime: 0,
  })
  const transfer = (value: bigint, label?: string) =>
    node.preconfirm({
      from: alice,
      to: token,
      label,
      logs: [
        {
          address: token,
          topics: [transferTopic, word(BigInt(alice)), word(BigInt(bob))],
          data: encodeAbiParameters([{ type: 'uint256' }], [value]),
        },
      ],
    })
  return { node, viem, transfer }
}

describe('viem: logs', () => {
  beforeEach(() => {
    vi.useFakeTimers()
  })
  afterEach(() => {
    vi.useRealTimers()
  })

  test('default: getLogs and getContractEvents, sealed and pending', async () => {
    const { node, viem, transfer } = open()
    transfer(1n)
    node.nextBlock()
    transfer(2n)
    node.nextBeat()
    const values = async (more: object) =>
      (await viem.getLogs({ event, ...more })).map(({ args }) => args.value)
    expect(await values({ fromBlock: 0n })).toEqual([1n])
    expect(await values({ fromBlock: 0n, toBlock: 'pending' })).toEqual([
      1n,
      2n,
    ])
    expect(await values({ fromBlock: 'pending', toBlock: 'pending' })).toEqual([
      2n,
    ])
    expect(await values({ fromBlock: 0n, args: { to: alice } })).toEqual([])
    const [one] = await viem.getContractEvents({
      abi,
      address: token,
      eventName: 'Transfer',
      args: { from: [alice, bob] },
      fromBlock: 'earliest',
    })
    expect(one).toMatchObject({ args: { value: 1n }, blockNumber: 1n })
  })

  test('behavior: filters, and their end', async () => {
    const { node, viem, transfer } = open()
    const filter = await viem.createEventFilter({ event })
    const blocks = await viem.createBlockFilter()
    const pending = await viem.createPendingTransactionFilter()
    const hash = transfer(1n)
    node.nextBlock()
    const [log] = await viem.getFilterChanges({ filter })
    expect(log?.args.value).toBe(1n)
    expect(await viem.getFilterLogs({ filter })).toEqual([log])
    expect(await viem.getFilterChanges({ filter: blocks })).toEqual([
      log?.blockHash,
    ])
    expect(await viem.getFilterChanges({ filter: pending })).toEqual([hash])
    expect(await viem.uninstallFilter({ filter })).toBe(true)
    await expect(viem.getFilterChanges({ filter })).rejects.toThrow(
      'filter not found',
    )
  })

  test('behavior: watchEvent tells removed logs after a reorg', async () => {
    const { node, viem, transfer } = open('ambient')
    const seen: [bigint | undefined, boolean][] = []
    const stop = viem.watchEvent({
      event,
      onLogs: (logs) =>
        seen.push(
          ...logs.map(({ args, removed }): [bigint | undefined, boolean] => [
            args.value,
            removed,
          ]),
        ),
      strict: true,
    })
    await vi.advanceTimersByTimeAsync(400)
    transfer(1n, 'one')
    await vi.advanceTimersByTimeAsync(2_000)
    expect(seen).toEqual([[1n, false]])
    node.reorg({ depth: 1, omit: ['one'] })
    await vi.advanceTimersByTimeAsync(400)
    expect(seen).toEqual([
      [1n, false],
      [1n, true],
    ])
    stop()
    await vi.advanceTimersByTimeAsync(400)
  })

  test('behavior: watchPendingTransactions tells each on its arrival', async () => {
    const { viem, transfer } = open('ambient')
    const seen: string[] = []
    const stop = viem.watchPendingTransactions({
      onTransactions: (hashes) => seen.push(...hashes),
    })
    await vi.advanceTimersByTimeAsync(400)
    const hashes = [transfer(1n), transfer(2n)]
    await vi.advanceTimersByTimeAsync(200)
    expect(seen).toEqual(hashes)
    stop()
    await vi.advanceTimersByTimeAsync(400)
  })
})

describe('ethers: logs', () => {
  test('default: getLogs, queryFilter and the events of a contract', async () => {
    const { node, transfer } = open()
    const provider = new BrowserProvider(node.provider, undefined, {
      cacheTimeout: -1,
    })
    onTestFinished(() => provider.destroy())
    transfer(1n)
    node.nextBlock()
    transfer(2n)
    node.nextBlock()
    const contract = new Contract(token, [signature], provider)
    const found = await contract.queryFilter('Transfer', 0, 'latest')
    expect(found.map((log) => 'args' in log && log.args.value)).toEqual([
      1n,
      2n,
    ])
    const logs = await provider.getLogs({
      address: token,
      topics: [[transferTopic, word(1)], null, word(BigInt(bob))],
      fromBlock: 2,
      toBlock: 'latest',
    })
    expect(logs).toHaveLength(1)
    const { blockHash = '' } = logs[0] ?? {}
    expect(await provider.getLogs({ blockHash })).toHaveLength(1)
  })

  test('behavior: listeners poll logs and filters, at their interval', async () => {
    vi.useFakeTimers()
    onTestFinished(() => {
      vi.useRealTimers()
    })
    const { node, transfer } = open('ambient')
    const provider = new BrowserProvider(node.provider, node.chain.id, {
      cacheTimeout: -1,
      pollingInterval: 500,
    })
    onTestFinished(() => provider.destroy())
    const contract = new Contract(token, [signature], provider)
    const values: bigint[] = []
    const hashes: string[] = []
    await contract.on('Transfer', (_from, _to, value) => values.push(value))
    await provider.on('pending', (hash) => hashes.push(hash))
    await vi.advanceTimersByTimeAsync(2_100)
    const hash = transfer(5n)
    await vi.advanceTimersByTimeAsync(3_000)
    expect(values).toEqual([5n])
    expect(hashes).toEqual([hash])
  })
})

describe('web3.js: logs', () => {
  test('default: getPastLogs and getPastEvents', async () => {
    const { node, transfer } = open()
    transfer(1n)
    node.nextBlock()
    transfer(2n)
    node.nextBlock()
    const web3 = new Web3(node.provider)
    const asked = { fromBlock: 'earliest', toBlock: 'latest' }
    expect(
      await web3.eth.getPastLogs({ ...asked, address: token }),
    ).toHaveLength(2)
    const contract = new web3.eth.Contract(abi, token)
    const events = await contract.getPastEvents('Transfer', asked)
    expect(
      events.map((one) => typeof one === 'object' && one.returnValues.value),
    ).toEqual([1n, 2n])
  })
})
