import {
  connect,
  createConfig,
  getBalance,
  getBlockNumber,
  injected,
  readContract,
  readContracts,
  unstable_connector,
  waitForTransactionReceipt,
  watchBlockNumber,
} from '@wagmi/core'
import { createMockNode, type MockNode } from 'preseal'
import { custom, getAddress, parseAbi } from 'viem'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { alice, bob, ether, token, word } from '../conformance/actors.js'

const accounts = { [alice]: { balance: ether } }

function configOf(node: MockNode, batch?: { multicall: false }) {
  return createConfig({
    chains: [node.chain],
    ...(batch && { batch }),
    transports: { [node.chain.id]: custom(node.provider) },
    pollingInterval: 200,
  })
}

/** A wallet in the browser, which the node answers for. */
function connectedConfigOf(node: MockNode) {
  vi.stubGlobal('window', globalThis)
  const target = { id: 'preseal', name: 'preseal', provider: node.provider }
  const connector = injected({ target: { ...target } })
  return createConfig({
    chains: [node.chain],
    connectors: [connector],
    transports: { [node.chain.id]: unstable_connector(injected) },
    multiInjectedProviderDiscovery: false,
    storage: null,
  })
}

describe('wagmi: reads', () => {
  test('default: a transfer is pending, then latest', async () => {
    const node = createMockNode({ accounts })
    const config = configOf(node)
    const read = async () => {
      const [latest, pending] = await Promise.all([
        getBalance(config, { address: bob, blockTag: 'latest' }),
        getBalance(config, { address: bob, blockTag: 'pending' }),
      ])
      return [latest.value, pending.value]
    }
    node.preconfirm({ from: alice, to: bob, value: 5n })
    node.nextBeat()
    expect(await read()).toEqual([0n, 5n])
    node.nextBlock()
    expect(await read()).toEqual([5n, 5n])
  })

  const balanceOf = {
    abi: parseAbi(['function balanceOf(address) view returns (uint256)']),
    address: token,
    functionName: 'balanceOf',
    args: [alice],
  } as const

  test('behavior: a call that a handler answers for, in no batch', async () => {
    const node = createMockNode()
    node.handle('eth_call', () => word(5))
    const config = configOf(node, { multicall: false })
    expect(await readContract(config, balanceOf)).toBe(5n)
  })

  test('behavior: many contracts and balances by one call', async () => {
    const node = createMockNode({
      accounts,
      contracts: [
        {
          type: 'erc20',
          address: token,
          symbol: 'T',
          balances: { [alice]: 5n },
        },
      ],
    })
    const config = configOf(node)
    const contracts = [balanceOf, { ...balanceOf, args: [bob] }] as const
    const [balances, { value }] = await Promise.all([
      readContracts(config, { contracts }),
      getBalance(config, { address: alice }),
    ])
    expect(balances.map(({ result }) => result)).toEqual([5n, 0n])
    expect(value).toBe(ether)
    const calls = node.answeredRequests.map(({ method }) => method)
    expect(new Set(calls)).toEqual(new Set(['eth_call']))
  })
})

describe('wagmi: a connector over the provider', () => {
  beforeEach(() => {
    vi.useFakeTimers()
  })
  afterEach(() => {
    vi.unstubAllGlobals()
    vi.useRealTimers()
  })

  test('default: connects and reads through it', async () => {
    const node = createMockNode({ accounts })
    node.handle('eth_requestAccounts', () => [alice])
    node.handle('eth_accounts', () => [alice])
    const config = connectedConfigOf(node)
    const [connector] = config.connectors
    if (!connector) throw new Error('There is a connector')
    const connected = await connect(config, { connector })
    expect(connected).toEqual({
      accounts: [getAddress(alice)],
      chainId: 31_337,
    })
    node.preconfirm({ from: alice, to: bob, value: 7n })
    node.nextBeat()
    const balance = getBalance(config, { address: bob, blockTag: 'pending' })
    // viem waits that long for more to read by the same Multicall3 call.
    await vi.advanceTimersByTimeAsync(0)
    expect((await balance).value).toBe(7n)
  })
})

describe('wagmi: on the ambient clock', () => {
  beforeEach(() => {
    vi.useFakeTimers()
  })
  afterEach(() => {
    vi.useRealTimers()
  })

  test('default: 200 ms move polling and chain together', async () => {
    const node = createMockNode({ accounts, clock: 'ambient' })
    const config = configOf(node)
    const numbers: bigint[] = []
    const unwatch = watchBlockNumber(config, {
      onBlockNumber: (number) => numbers.push(number),
    })
    await vi.advanceTimersByTimeAsync(6_400)
    unwatch()
    expect(numbers).toEqual([0n, 1n, 2n, 3n])
    await vi.advanceTimersByTimeAsync(1_000)
    expect(vi.getTimerCount()).toBe(0)
  })

  test('behavior: waitForTransactionReceipt resolves on the pre-confirmed receipt', async () => {
    const node = createMockNode({ accounts, clock: 'ambient' })
    const config = configOf(node)
    const hash = node.preconfirm({ from: alice, to: bob, value: 1n })
    await vi.advanceTimersByTimeAsync(200)
    const receipt = await waitForTransactionReceipt(config, { hash })
    expect([receipt.blockNumber, await getBlockNumber(config)]).toEqual([
      1n,
      0n,
    ])
  })
})
