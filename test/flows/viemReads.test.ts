import {
  createPublicClient,
  custom,
  erc20Abi,
  getAddress,
  getContract,
  http,
  parseAbiItem,
  parseEther,
} from 'viem'
import { describe, expect, test, vi } from 'vitest'
import {
  bob,
  first,
  local,
  onOneClock,
  open,
  pass,
  second,
  soon,
  usdc,
} from './world.js'

onOneClock()

function world() {
  const opened = open()
  const { chain, provider } = opened.node
  const client = createPublicClient({
    chain,
    transport: custom(provider),
    cacheTime: 0,
    pollingInterval: 200,
  })
  return { ...opened, client }
}

const token = { abi: erc20Abi, address: usdc } as const
const transferred = parseAbiItem(
  'event Transfer(address indexed from, address indexed to, uint256 value)',
)

describe('viem reads', () => {
  test('the chain and its fees', async () => {
    const { client } = world()
    expect(await client.getChainId()).toBe(31_337)
    expect(await client.getBlockNumber()).toBe(0n)
    expect(await client.getGasPrice()).toBeTypeOf('bigint')
    expect(await client.estimateMaxPriorityFeePerGas()).toBeTypeOf('bigint')
    expect(await client.estimateFeesPerGas()).toMatchObject({
      maxFeePerGas: expect.any(BigInt),
    })
    const history = await client.getFeeHistory({
      blockCount: 1,
      rewardPercentiles: [25, 75],
    })
    expect(history.baseFeePerGas).toHaveLength(2)
    expect(await client.getBlobBaseFee()).toBeTypeOf('bigint')
  })

  test('an account: balance, nonce, code, storage', async () => {
    const { client } = world()
    expect(await client.getBalance({ address: first })).toBe(parseEther('10'))
    expect(await client.getTransactionCount({ address: first })).toBe(0)
    expect(await client.getCode({ address: first })).toBe(undefined)
    expect(await client.getCode({ address: usdc })).toMatch(/^0xfe/)
    expect(
      await client.getStorageAt({ address: usdc, slot: '0x0' }),
    ).toHaveLength(66)
  })

  test('a proof of an account', async () => {
    const { client } = world()
    // What is set becomes part of the next block's root.
    await pass(2_000)
    const proof = await client.getProof({
      address: first,
      storageKeys: [],
      blockTag: 'latest',
    })
    expect(proof.balance).toBe(parseEther('10'))
    expect(proof.accountProof.length).toBeGreaterThan(0)
  })

  test('a block, by tag, number and hash', async () => {
    const { client } = world()
    await pass(4_000)
    const latest = await client.getBlock({ blockTag: 'latest' })
    expect(latest.number).toBe(2n)
    const { hash, number } = latest
    if (hash === null) throw new Error('It is sealed')
    expect((await client.getBlock({ blockHash: hash })).number).toBe(2n)
    expect((await client.getBlock({ blockNumber: number })).hash).toBe(hash)
    expect(await client.getBlockTransactionCount({ blockHash: hash })).toBe(0)
  })

  test('a contract', async () => {
    const { client } = world()
    expect(
      await client.readContract({
        ...token,
        functionName: 'balanceOf',
        args: [first],
      }),
    ).toBe(100_000_000n)
    const contract = getContract({ ...token, client })
    expect(await contract.read.symbol()).toBe('USDC')
  })

  test('many contracts by multicall, and a balance among them', async () => {
    const { client } = world()
    const results = await client.multicall({
      contracts: [
        { ...token, functionName: 'decimals' },
        { ...token, functionName: 'name' },
        { ...token, functionName: 'balanceOf', args: [bob] },
      ],
      multicallAddress: '0xcA11bde05977b3631167028862bE2a173976CA11',
    })
    expect(results.map(({ result }) => result)).toEqual([6, 'USD Coin', 0n])
  })

  test('reads that viem batches into a multicall', async () => {
    const { node } = open()
    const client = createPublicClient({
      chain: {
        ...node.chain,
        contracts: {
          multicall3: { address: '0xcA11bde05977b3631167028862bE2a173976CA11' },
        },
      },
      transport: custom(node.provider),
      batch: { multicall: true },
    })
    const read = (address: `0x${string}`) =>
      client.readContract({
        ...token,
        functionName: 'balanceOf',
        args: [address],
      })
    expect(await soon(Promise.all([read(first), read(bob)]))).toEqual([
      100_000_000n,
      0n,
    ])
    expect(
      node.answeredRequests.filter(({ method }) => method === 'eth_call'),
    ).toHaveLength(1)
  })

  test('a call that reverts, named', async () => {
    const { client } = world()
    const simulated = client.simulateContract({
      ...token,
      account: bob,
      functionName: 'transfer',
      args: [first, 1n],
    })
    await expect(soon(simulated)).rejects.toMatchObject({
      name: 'ContractFunctionExecutionError',
    })
  })

  test('a simulation', async () => {
    const { client } = world()
    const { result, request } = await client.simulateContract({
      ...token,
      account: first,
      functionName: 'transfer',
      args: [bob, 1n],
    })
    expect(result).toBe(true)
    expect(request.functionName).toBe('transfer')
  })

  test('an estimate of gas, plain and of a contract', async () => {
    const { client } = world()
    expect(
      await client.estimateGas({ account: first, to: bob, value: 1n }),
    ).toBe(21_000n)
    expect(
      await client.estimateContractGas({
        ...token,
        account: first,
        functionName: 'transfer',
        args: [bob, 1n],
      }),
    ).toBeGreaterThan(21_000n)
  })

  test('an access list', async () => {
    const { client } = world()
    const { accessList, gasUsed } = await client.createAccessList({
      account: first,
      to: usdc,
      data: '0x95d89b41',
    })
    expect(accessList).toBeInstanceOf(Array)
    expect(gasUsed).toBeGreaterThan(21_000n)
  })

  test('blocks that are simulated', async () => {
    const { client } = world()
    const [block] = await client.simulateBlocks({
      blocks: [{ calls: [{ account: first, to: bob, value: 1n }] }],
    })
    expect(block?.calls[0]?.status).toBe('success')
  })

  test('calls that are simulated, with what they change', async () => {
    const { client } = world()
    const { results } = await client.simulateCalls({
      account: first,
      calls: [{ to: bob, value: 1n }],
    })
    expect(results[0]?.status).toBe('success')
  })

  test('a request that is prepared', async () => {
    const { client } = world()
    expect(
      await client.prepareTransactionRequest({
        account: local,
        to: bob,
        value: 1n,
      }),
    ).toMatchObject({
      gas: 21_000n,
      nonce: 0,
      type: 'eip1559',
      chainId: 31_337,
    })
  })

  test('messages and typed data that are verified', async () => {
    const { client } = world()
    const message = 'hello'
    const signature = await local.signMessage({ message })
    const { address } = local
    expect(await client.verifyMessage({ address, message, signature })).toBe(
      true,
    )
    expect(
      await client.verifyMessage({ address: bob, message, signature }),
    ).toBe(false)
  })

  test('names, on a chain without a resolver', async () => {
    const { client } = world()
    await expect(
      client.getEnsAddress({ name: 'vitalik.eth' }),
    ).rejects.toMatchObject({ name: expect.stringMatching(/Chain/) })
    expect(
      await client
        .getEnsAddress({
          name: 'vitalik.eth',
          universalResolverAddress: second,
        })
        .catch((error: Error) => error.name),
    ).toMatchInlineSnapshot(`"ContractFunctionExecutionError"`)
  })

  test('over HTTP, in a batch', async () => {
    const { node } = open()
    const client = createPublicClient({
      chain: node.chain,
      transport: http('http://node.test', { fetchFn: node.fetch, batch: true }),
    })
    expect(
      await soon(
        Promise.all([client.getChainId(), client.getBalance({ address: bob })]),
      ),
    ).toEqual([31_337, 0n])
  })
})

describe('viem watches', () => {
  test('block numbers', async () => {
    const { client } = world()
    const seen: bigint[] = []
    const stop = client.watchBlockNumber({
      onBlockNumber: (number) => seen.push(number),
    })
    await pass(6_500)
    stop()
    expect(seen).toEqual([0n, 1n, 2n, 3n])
  })

  test('blocks', async () => {
    const { client } = world()
    const seen: (bigint | null)[] = []
    const stop = client.watchBlocks({
      blockTag: 'latest',
      onBlock: ({ number }) => seen.push(number),
    })
    await pass(4_500)
    stop()
    expect(seen).toEqual([0n, 1n, 2n])
  })

  test('pending transactions', async () => {
    const { node, client } = world()
    const seen: string[] = []
    const stop = client.watchPendingTransactions({
      onTransactions: (hashes) => seen.push(...hashes),
    })
    await pass(300)
    const hash = node.preconfirm({ from: first, to: bob, value: 1n })
    await pass(1_000)
    stop()
    expect(seen).toEqual([hash])
  })

  test('events of a contract, as logs and as the contract’s', async () => {
    const { node, client } = world()
    const seen: unknown[] = []
    const stopEvent = client.watchEvent({
      address: usdc,
      event: transferred,
      onLogs: (logs) => seen.push(...logs.map(({ args }) => args.value)),
    })
    const stopContract = client.watchContractEvent({
      ...token,
      eventName: 'Transfer',
      onLogs: (logs) => seen.push(...logs.map(({ args }) => args.to)),
    })
    await pass(500)
    node.preconfirm({
      from: first,
      to: usdc,
      data: `0xa9059cbb${bob.slice(2).padStart(64, '0')}${'7'.padStart(64, '0')}`,
      execute: true,
    })
    await pass(4_500)
    stopEvent()
    stopContract()
    expect(seen).toEqual(expect.arrayContaining([7n, getAddress(bob)]))
  })

  test('logs of the past', async () => {
    const { node, client } = world()
    node.preconfirm({
      from: first,
      to: usdc,
      data: `0xa9059cbb${bob.slice(2).padStart(64, '0')}${'7'.padStart(64, '0')}`,
      execute: true,
    })
    await pass(2_500)
    const logs = await client.getLogs({
      address: usdc,
      event: transferred,
      args: { to: bob },
      fromBlock: 0n,
    })
    expect(logs.map(({ args }) => args)).toEqual([
      { from: first, to: getAddress(bob), value: 7n },
    ])
    expect(
      await client.getContractEvents({
        ...token,
        eventName: 'Transfer',
        fromBlock: 0n,
      }),
    ).toHaveLength(1)
  })

  test('filters', async () => {
    const { node, client } = world()
    const filter = await client.createBlockFilter()
    const pending = await client.createPendingTransactionFilter()
    const events = await client.createEventFilter({ address: usdc })
    const contract = await client.createContractEventFilter(token)
    const hash = node.preconfirm({ from: first, to: bob, value: 1n })
    await pass(2_500)
    expect(await client.getFilterChanges({ filter })).toHaveLength(1)
    expect(await client.getFilterChanges({ filter: pending })).toEqual([hash])
    expect(await client.getFilterChanges({ filter: events })).toEqual([])
    expect(await client.getFilterLogs({ filter: contract })).toEqual([])
    expect(await client.uninstallFilter({ filter })).toBe(true)
  })

  test('a receipt', async () => {
    const { node, client } = world()
    const hash = node.preconfirm({ from: first, to: bob, value: 1n })
    const onReplaced = vi.fn()
    const { status } = await soon(
      client.waitForTransactionReceipt({ hash, onReplaced }),
    )
    expect(status).toBe('success')
    expect(await client.getTransaction({ hash })).toMatchObject({ value: 1n })
    expect(await client.getTransactionConfirmations({ hash })).toBeTypeOf(
      'bigint',
    )
    expect(onReplaced).not.toHaveBeenCalled()
  })
})
