import {
  call,
  connect,
  createConfig,
  disconnect,
  estimateFeesPerGas,
  estimateGas,
  getAccount,
  getBalance,
  getBlock,
  getBlockNumber,
  getCallsStatus,
  getCapabilities,
  getChainId,
  getConnectorClient,
  getFeeHistory,
  getGasPrice,
  getProof,
  getTransaction,
  getTransactionCount,
  getWalletClient,
  injected,
  mock,
  multicall,
  prepareTransactionRequest,
  readContract,
  readContracts,
  reconnect,
  sendCalls,
  sendTransaction,
  signMessage,
  signTypedData,
  simulateContract,
  switchChain,
  verifyMessage,
  waitForCallsStatus,
  waitForTransactionReceipt,
  watchAsset,
  watchBlockNumber,
  watchBlocks,
  watchContractEvent,
  watchPendingTransactions,
  writeContract,
} from '@wagmi/core'
import { custom, erc20Abi, parseEther } from 'viem'
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

const token = { abi: erc20Abi, address: usdc } as const

function world() {
  vi.stubGlobal('window', globalThis)
  const opened = open()
  const { node, other, wallet } = opened
  const { provider } = wallet
  const config = createConfig({
    chains: [node.chain, other.chain],
    transports: {
      [node.chain.id]: custom(node.provider),
      [other.chain.id]: custom(other.provider),
    },
    connectors: [
      injected({ target: { id: 'preseal', name: 'Preseal', provider } }),
    ],
    multiInjectedProviderDiscovery: false,
    pollingInterval: 200,
    storage: null,
  })
  return { ...opened, config }
}

async function connected() {
  const opened = world()
  const [connector] = opened.config.connectors
  if (connector === undefined) throw new Error('There is a connector')
  await soon(connect(opened.config, { connector }))
  return opened
}

describe('wagmi with the injected connector', () => {
  test('connects, and knows who and where', async () => {
    const { config } = await connected()
    expect(getAccount(config)).toMatchObject({
      address: first,
      chainId: 31_337,
      isConnected: true,
    })
    expect(getChainId(config)).toBe(31_337)
  })

  test('connects to another chain', async () => {
    const { config, wallet } = world()
    const [connector] = config.connectors
    if (connector === undefined) throw new Error('There is a connector')
    await soon(connect(config, { connector, chainId: 10 }))
    expect([wallet.chainId, getChainId(config)]).toEqual([10, 10])
  })

  test('connects again after a reload', async () => {
    const { wallet } = await connected()
    const { provider } = wallet
    const { node } = open()
    const config = createConfig({
      chains: [node.chain],
      transports: { [node.chain.id]: custom(node.provider) },
      connectors: [
        injected({ target: { id: 'preseal', name: 'Preseal', provider } }),
      ],
      multiInjectedProviderDiscovery: false,
      storage: null,
    })
    expect(await soon(reconnect(config))).toHaveLength(1)
    expect(getAccount(config).address).toBe(first)
  })

  test('disconnects', async () => {
    const { config, wallet } = await connected()
    await soon(disconnect(config))
    expect(getAccount(config).status).toBe('disconnected')
    expect(wallet.isConnected).toBe(false)
  })

  test('follows the account and the chain of the wallet', async () => {
    const { config, wallet } = await connected()
    wallet.switchAccount(second)
    wallet.switchChain(10)
    expect(getAccount(config)).toMatchObject({ address: second, chainId: 10 })
    wallet.disconnect()
    await pass(10)
    expect(getAccount(config).isConnected).toBe(false)
  })

  test('switches the chain', async () => {
    const { config, wallet } = await connected()
    await soon(switchChain(config, { chainId: 10 }))
    expect(wallet.chainId).toBe(10)
    expect(getChainId(config)).toBe(10)
  })

  test('has a client of viem for it', async () => {
    const { config } = await connected()
    const client = await soon(getConnectorClient(config))
    expect(client.account.address).toBe(first)
    const wallet = await soon(getWalletClient(config))
    expect(wallet.chain?.id).toBe(31_337)
  })

  test('sends and waits', async () => {
    const { config } = await connected()
    const hash = await soon(sendTransaction(config, { to: bob, value: 5n }))
    const { status } = await soon(waitForTransactionReceipt(config, { hash }))
    expect(status).toBe('success')
    expect(await getTransaction(config, { hash })).toMatchObject({ value: 5n })
    expect((await soon(getBalance(config, { address: bob }))).value).toBe(5n)
  })

  test('simulates, writes and waits', async () => {
    const { config } = await connected()
    const { request } = await simulateContract(config, {
      ...token,
      functionName: 'transfer',
      args: [bob, 7n],
    })
    const hash = await soon(writeContract(config, request))
    const { logs } = await soon(waitForTransactionReceipt(config, { hash }))
    expect(logs).toHaveLength(1)
  })

  test('signs a message that it verifies', async () => {
    const { config } = await connected()
    const message = 'hello'
    const signature = await soon(signMessage(config, { message }))
    expect(
      await verifyMessage(config, { address: first, message, signature }),
    ).toBe(true)
  })

  test('signs typed data', async () => {
    const { config } = await connected()
    const data = {
      domain: { name: 'App', chainId: 31_337 },
      types: { Order: [{ name: 'amount', type: 'uint256' }] },
      primaryType: 'Order',
      message: { amount: 3n },
    } as const
    expect(await soon(signTypedData(config, data))).toBe(
      await local.signTypedData(data),
    )
  })

  test('sends calls', async () => {
    const { config } = await connected()
    expect(await getCapabilities(config, { chainId: 31_337 })).toEqual({
      atomic: { status: 'unsupported' },
    })
    const { id } = await soon(
      sendCalls(config, {
        calls: [
          { to: bob, value: 1n },
          { to: bob, value: 2n },
        ],
      }),
    )
    expect((await getCallsStatus(config, { id })).status).toBe('pending')
    const { status } = await soon(waitForCallsStatus(config, { id }))
    expect(status).toBe('success')
  })

  test('adds a token', async () => {
    const { config } = await connected()
    const options = { address: usdc, decimals: 6, symbol: 'USDC' }
    expect(await soon(watchAsset(config, { type: 'ERC20', options }))).toBe(
      true,
    )
  })

  test('says who refused, and what is missing', async () => {
    const { config, wallet } = await connected()
    wallet.reject()
    await expect(
      soon(sendTransaction(config, { to: bob })),
    ).rejects.toMatchObject({ cause: { name: 'UserRejectedRequestError' } })
    await expect(
      soon(sendTransaction(config, { to: bob, value: parseEther('11') })),
    ).rejects.toMatchObject({ cause: { name: 'InsufficientFundsError' } })
    wallet.reject({ methods: ['wallet_switchEthereumChain'] })
    await expect(
      soon(switchChain(config, { chainId: 10 })),
    ).rejects.toMatchObject({ name: 'UserRejectedRequestError' })
  })

  test('prepares a transaction', async () => {
    const { config } = await connected()
    expect(
      await prepareTransactionRequest(config, { to: bob, value: 1n }),
    ).toMatchObject({ gas: 21_000n, nonce: 0 })
  })
})

describe('wagmi with the mock connector', () => {
  // It sends to the chain's URL by the global fetch.
  function mocked() {
    const opened = open()
    const { node } = opened
    vi.stubGlobal('fetch', node.fetch)
    const config = createConfig({
      chains: [node.chain],
      transports: { [node.chain.id]: custom(node.provider) },
      connectors: [mock({ accounts: [first, second] })],
      pollingInterval: 200,
      storage: null,
    })
    const [connector] = config.connectors
    if (connector === undefined) throw new Error('There is a connector')
    return { ...opened, config, connector }
  }

  test('connects and disconnects', async () => {
    const { config, connector } = mocked()
    const { accounts } = await soon(connect(config, { connector }))
    expect(accounts).toEqual([first, second])
    await soon(disconnect(config))
    expect(getAccount(config).isConnected).toBe(false)
  })

  test('sends and waits', async () => {
    const { config, connector } = mocked()
    await soon(connect(config, { connector }))
    const hash = await soon(sendTransaction(config, { to: bob, value: 5n }))
    const { status } = await soon(waitForTransactionReceipt(config, { hash }))
    expect(status).toBe('success')
  })

  test('writes a contract', async () => {
    const { config, connector } = mocked()
    await soon(connect(config, { connector }))
    const hash = await soon(
      writeContract(config, {
        ...token,
        functionName: 'transfer',
        args: [bob, 7n],
      }),
    )
    const { logs } = await soon(waitForTransactionReceipt(config, { hash }))
    expect(logs).toHaveLength(1)
  })

  test('sends calls one after the other', async () => {
    const { config, connector } = mocked()
    await soon(connect(config, { connector }))
    const { id } = await soon(
      sendCalls(config, { calls: [{ to: bob, value: 1n }] }),
    )
    const { status } = await soon(waitForCallsStatus(config, { id }))
    expect(status).toBe('success')
  })
})

describe('wagmi reads and watches', () => {
  test('a balance, of a token too', async () => {
    const { config } = world()
    const { value, symbol } = await soon(getBalance(config, { address: first }))
    expect([value, symbol]).toEqual([parseEther('10'), 'ETH'])
    expect(
      await soon(
        readContract(config, {
          ...token,
          functionName: 'balanceOf',
          args: [first],
        }),
      ),
    ).toBe(100_000_000n)
  })

  test('several contracts', async () => {
    const { config } = world()
    const contracts = [
      { ...token, functionName: 'symbol' },
      { ...token, functionName: 'decimals' },
    ] as const
    const read = await soon(readContracts(config, { contracts }))
    expect(read.map(({ result }) => result)).toEqual(['USDC', 6])
    const multicallAddress = '0xcA11bde05977b3631167028862bE2a173976CA11'
    expect(
      await soon(
        multicall(config, { contracts, multicallAddress, allowFailure: false }),
      ),
    ).toEqual(['USDC', 6])
  })

  test('blocks, counts and fees', async () => {
    const { config } = world()
    await pass(2_000)
    expect(await soon(getBlockNumber(config))).toBe(1n)
    expect((await soon(getBlock(config, { blockNumber: 1n }))).number).toBe(1n)
    expect(await soon(getTransactionCount(config, { address: first }))).toBe(0)
    expect(await soon(getGasPrice(config))).toBeTypeOf('bigint')
    expect(await soon(estimateFeesPerGas(config))).toHaveProperty(
      'maxFeePerGas',
    )
    expect(
      await soon(
        getFeeHistory(config, { blockCount: 1, rewardPercentiles: [50] }),
      ),
    ).toHaveProperty('reward')
    expect(await soon(estimateGas(config, { account: first, to: bob }))).toBe(
      21_000n,
    )
    expect(
      await soon(
        getProof(config, {
          address: first,
          storageKeys: [],
          blockNumber: 1n,
        }),
      ),
    ).toMatchObject({ balance: parseEther('10') })
    expect(
      await soon(call(config, { to: usdc, data: '0x95d89b41' })),
    ).toHaveProperty('data')
  })

  test('blocks as they come', async () => {
    const { config } = world()
    const numbers: bigint[] = []
    const blocks: (bigint | null)[] = []
    const stops = [
      watchBlockNumber(config, { onBlockNumber: (one) => numbers.push(one) }),
      watchBlocks(config, {
        blockTag: 'latest',
        onBlock: ({ number }) => blocks.push(number),
      }),
    ]
    await pass(4_500)
    for (const stop of stops) stop()
    expect([numbers, blocks]).toEqual([
      [0n, 1n, 2n],
      [0n, 1n, 2n],
    ])
  })

  test('pending transactions and events', async () => {
    const { node, config } = world()
    const hashes: string[] = []
    const values: unknown[] = []
    const stops = [
      watchPendingTransactions(config, {
        onTransactions: (some) => hashes.push(...some),
      }),
      watchContractEvent(config, {
        ...token,
        eventName: 'Transfer',
        onLogs: (logs) => values.push(...logs.map(({ args }) => args.value)),
      }),
    ]
    await pass(500)
    const hash = node.preconfirm({
      from: first,
      to: usdc,
      data: `0xa9059cbb${bob.slice(2).padStart(64, '0')}${'7'.padStart(64, '0')}`,
      execute: true,
    })
    await pass(4_500)
    for (const stop of stops) stop()
    expect([hashes, values]).toEqual([[hash], [7n]])
  })
})
