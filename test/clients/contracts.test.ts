import { BrowserProvider, Contract } from 'ethers'
import { createMockNode, type Native } from 'preseal'
import { contract, erc20, slotOf } from 'preseal/contracts'
import { evm } from 'preseal/evm'
import {
  createPublicClient,
  createWalletClient,
  custom,
  encodeFunctionData,
  erc20Abi,
  getAddress,
  parseAbi,
  toHex,
} from 'viem'
import { describe, expect, test, vi } from 'vitest'
import { alice, bob, carol, ether, token } from '../conformance/actors.js'
import { assemble } from '../entries/evm/assemble.js'

const balanceOf = (owner: `0x${string}`) =>
  ({
    address: token,
    abi: erc20Abi,
    functionName: 'balanceOf',
    args: [owner],
  }) as const

function create(options: Parameters<typeof createMockNode>[0] = {}) {
  const node = createMockNode({
    accounts: { [alice]: { balance: ether } },
    contracts: [
      erc20({
        address: token,
        symbol: 'USDC',
        decimals: 6,
        balances: { [alice]: 100n },
      }),
    ],
    ...options,
  })
  const transport = custom(node.provider, { retryCount: 0 })
  const { chain } = node
  const client = createPublicClient({ chain, transport })
  const wallet = createWalletClient({ chain, transport, account: alice })
  return { node, client, wallet }
}

describe('viem', () => {
  test('multicall, with what fails in it', async () => {
    const { client, node } = create()
    const results = await client.multicall({
      contracts: [
        balanceOf(alice),
        { ...balanceOf(bob), functionName: 'name', args: undefined },
        {
          address: token,
          abi: parseAbi(['function paused() view returns (bool)']),
          functionName: 'paused',
        },
      ] as const,
    })
    expect(results.map(({ result }) => result)).toEqual([
      100n,
      'USDC',
      undefined,
    ])
    expect(node.answeredRequests.map(({ method }) => method)).toEqual([
      'eth_call',
    ])
  })

  test('a transfer, simulated, sent, watched and dropped', async () => {
    vi.useFakeTimers()
    try {
      const { client, wallet, node } = create({ clock: 'ambient' })
      const { request } = await client.simulateContract({
        ...{ account: alice, address: token, abi: erc20Abi },
        ...{ functionName: 'transfer', args: [bob, 10n] },
      })
      const seen: unknown[] = []
      const unwatch = client.watchContractEvent({
        ...{ address: token, abi: erc20Abi, eventName: 'Transfer' },
        pollingInterval: 200,
        onLogs: (logs) => seen.push(...logs.map(({ args }) => args)),
      })
      await vi.advanceTimersByTimeAsync(100)
      const hash = await wallet.writeContract(request)
      await vi.advanceTimersByTimeAsync(300)
      const held = (blockTag: 'pending' | 'latest') =>
        client.readContract({ ...balanceOf(bob), blockTag })
      expect(await held('pending')).toBe(10n)
      expect(await held('latest')).toBe(0n)
      await vi.advanceTimersByTimeAsync(2_200)
      unwatch()
      expect(seen).toEqual([
        { from: getAddress(alice), to: getAddress(bob), value: 10n },
      ])
      expect(await held('latest')).toBe(10n)
      node.reorg({ omit: [hash] })
      expect(await held('latest')).toBe(0n)
    } finally {
      vi.useRealTimers()
    }
  })
})

describe('ethers', () => {
  test('reads, and the error of a transfer', async () => {
    const { node } = create()
    const provider = new BrowserProvider(node.provider)
    const abi = [
      'function symbol() view returns (string)',
      'function balanceOf(address) view returns (uint256)',
      'function transfer(address, uint256) returns (bool)',
      'error ERC20InsufficientBalance(address, uint256, uint256)',
    ]
    const usdc = new Contract(token, abi, provider) as unknown as {
      symbol(): Promise<string>
      balanceOf(owner: string): Promise<bigint>
      transfer: { staticCall(...args: unknown[]): Promise<boolean> }
    }
    expect(await usdc.symbol()).toBe('USDC')
    expect(await usdc.balanceOf(alice)).toBe(100n)
    const transfer = (amount: bigint) =>
      usdc.transfer.staticCall(bob, amount, { from: alice })
    expect(await transfer(100n)).toBe(true)
    await expect(transfer(101n)).rejects.toMatchObject({
      code: 'CALL_EXCEPTION',
      revert: { name: 'ERC20InsufficientBalance' },
    })
    provider.destroy()
  })
})

describe('what runs a contract', () => {
  const proxy = '0x0000000000000000000000000000000000009707'

  test('a proxy of bytecode keeps its own storage', async () => {
    const code = assemble(`
      CALLDATASIZE PUSH0 PUSH0 CALLDATACOPY
      PUSH0 PUSH0 CALLDATASIZE PUSH0 ${token} GAS DELEGATECALL POP
      RETURNDATASIZE PUSH0 PUSH0 RETURNDATACOPY RETURNDATASIZE PUSH0 RETURN`)
    const { client } = create({
      engine: evm(),
      accounts: {
        [proxy]: { code, storage: { [slotOf(0, alice)]: toHex(7n) } },
      },
    })
    const ofProxy = { ...balanceOf(alice), address: proxy } as const
    expect(await client.readContract(ofProxy)).toBe(7n)
    expect(await client.readContract(balanceOf(alice))).toBe(100n)
  })

  test('the code that is there, at each instant', async () => {
    const { client, node } = create()
    const answering = (answer: bigint) =>
      contract({
        address: token,
        abi: erc20Abi,
        functions: { balanceOf: () => answer },
      })
    const read = () => client.readContract(balanceOf(alice))
    const before = node.snapshot()
    node.advance(1)
    node.setContract(answering(1n))
    node.advance(1)
    node.setContract(answering(2n))
    expect(await read()).toBe(2n)
    node.seek(1)
    expect(await read()).toBe(1n)
    node.revert(before)
    expect(await read()).toBe(100n)
    node.setCode({ address: token, bytecode: '0x' })
    await expect(read()).rejects.toThrow('has no code')
  })

  test('a function without an ABI, and what it throws', async () => {
    const { client, node } = create()
    const native: Native = ({ input, environment }) => {
      if (input === '0x') throw new TypeError('no input')
      const { number } = environment
      const output = toHex(number, { size: 32 })
      return { status: 'success', output, gasUsed: 0n }
    }
    node.setContract({ type: 'native', address: carol, native })
    node.nextBlock()
    const { data } = await client.call({ to: carol, data: '0x01' })
    expect(BigInt(data ?? 0)).toBe(2n)
    await expect(client.call({ to: carol })).rejects.toThrow(
      `The native contract ${carol} threw TypeError: no input. To revert instead`,
    )
  })

  test('a copy of the code, elsewhere', async () => {
    const { client, node } = create()
    const code = await client.getCode({ address: token })
    if (code === undefined) throw new Error('A token has code')
    node.setCode({ address: carol, bytecode: code })
    const copied = { ...balanceOf(alice), address: carol } as const
    expect(await client.readContract(copied)).toBe(0n)
  })

  test('Multicall3, unless the state has code of its own', async () => {
    const { client, node } = create()
    const address = node.chain.contracts?.multicall3?.address as `0x${string}`
    const abi = parseAbi(['function getChainId() view returns (uint256)'])
    const read = () =>
      client.readContract({ address, abi, functionName: 'getChainId' })
    expect(await read()).toBe(31_337n)
    expect(await client.getCode({ address })).toBe(undefined)
    node.setContract(
      contract({ address, abi, functions: { getChainId: () => 5n } }),
    )
    expect(await read()).toBe(5n)
  })

  test('hashes are the same with and without calls', async () => {
    const hashOf = async (isCalled: boolean) => {
      const { client, node } = create()
      if (isCalled)
        await client.call({
          to: token,
          data: encodeFunctionData(balanceOf(alice)),
        })
      node.nextBlock()
      return (await client.getBlock()).hash
    }
    expect(await hashOf(true)).toBe(await hashOf(false))
  })
})
