import FakeTimers from '@sinonjs/fake-timers'
import { createMockNode } from 'preseal'
import { tempo } from 'preseal/chains'
import { erc20 } from 'preseal/contracts'
import { explore, formatFinding, staysFinal } from 'preseal/explore'
import {
  createClient,
  createPublicClient,
  createWalletClient,
  custom,
  erc20Abi,
  hexToBigInt,
  multicall3Abi,
  parseAbiItem,
  publicActions,
  walletActions,
} from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { tempo as tempoOfViem } from 'viem/chains'
import { describe, expect, test } from 'vitest'

const alice = privateKeyToAccount(`0x${'1'.repeat(64)}`)
const shop = '0x0000000000000000000000000000000000000B0b'
const address = '0x20c0000000000000000000000000000000000000'
const pathUsd = erc20({
  address,
  symbol: 'pathUSD',
  decimals: 6,
  balances: { [alice.address]: 5_000_000n },
})
/** What the documentation of Tempo says that `eth_getBalance` returns. */
const placeholder =
  '0x9612084f0316e0ebd5182f398e5195a51b5ca47667d4c9b26c9b26c9b26c9b2'

function start() {
  const node = createMockNode({ profile: tempo(), contracts: [pathUsd] })
  const client = createClient({
    account: alice,
    chain: tempoOfViem,
    transport: custom(node.provider, { retryCount: 0 }),
    pollingInterval: 10,
  })
    .extend(publicActions)
    .extend(walletActions)
  return { node, client }
}

const transfer = {
  address,
  abi: erc20Abi,
  functionName: 'transfer',
  args: [shop, 2_000_000n],
} as const

describe('tempo', () => {
  test("default: viem's own client of Tempo pays a token and reads its receipt", async () => {
    const { node, client } = start()
    const hash = await client.writeContract(transfer)
    expect(await client.getTransaction({ hash })).toMatchObject({
      blockNumber: null,
      from: alice.address.toLowerCase(),
      type: 'eip1559',
    })
    node.nextBlock()
    const receipt = await client.getTransactionReceipt({ hash })
    expect(receipt).toMatchObject({
      status: 'success',
      blockNumber: 1n,
      feeToken: address,
      feePayer: alice.address.toLowerCase(),
      effectiveGasPrice: expect.any(BigInt),
    })
    expect(receipt.effectiveGasPrice).toBeGreaterThanOrEqual(600_000_000n)
    expect(receipt.logs).toHaveLength(1)
    const read = (owner: `0x${string}`) =>
      client.readContract({
        address,
        abi: erc20Abi,
        functionName: 'balanceOf',
        args: [owner],
      })
    expect(await read(shop)).toBe(2_000_000n)
    // Fees are not taken from a token here, as the page says.
    expect(await read(alice.address)).toBe(3_000_000n)
    const block = await client.getBlock({ includeTransactions: true })
    expect(block).toMatchObject({
      number: 1n,
      gasLimit: 500_000_000n,
      baseFeePerGas: 600_000_000n,
      transactions: [{ hash }],
    })
    expect(
      await client.getLogs({
        address,
        event: parseAbiItem(
          'event Transfer(address indexed from, address indexed to, uint256 value)',
        ),
        fromBlock: 0n,
      }),
    ).toMatchObject([{ args: { to: shop, value: 2_000_000n } }])
  })

  test('behavior: a balance ran out where nobody has one', async () => {
    const { node, client } = start()
    const nobody = '0x0000000000000000000000000000000000000abc'
    const balances = [nobody, alice.address] as const
    const read = () =>
      Promise.all(balances.map((address) => client.getBalance({ address })))
    const huge = hexToBigInt(placeholder)
    expect(await read()).toEqual([huge, huge])
    // It is kept for tests of several chains, as `accounts` are.
    node.setBalance({ address: alice.address, value: 5n })
    expect(await read()).toEqual([huge, huge])
    // A contract reads that nobody has a coin.
    const multicall3 = '0xcA11bde05977b3631167028862bE2a173976CA11'
    const asked = client.readContract({
      address: multicall3,
      abi: multicall3Abi,
      functionName: 'getEthBalance',
      args: [alice.address],
    })
    expect(await asked).toBe(0n)
    await client.writeContract(transfer)
    node.nextBlock()
    expect(await read()).toEqual([huge, huge])
    const trace: unknown = await client.request({
      method: 'debug_traceBlockByNumber',
      params: ['latest', { tracer: 'prestateTracer' }],
    } as never)
    expect(JSON.stringify(trace)).not.toContain('-0x')
  })

  test('error: value moved although the chain has no coin', async () => {
    const { node, client } = start()
    const payment = { to: shop, value: 1n } as const
    const refused = {
      details: 'value transfer not allowed',
      cause: { code: -32_000 },
    }
    const gas = { gas: 300_000n, maxFeePerGas: 10n ** 10n }
    const own = await alice.signTransaction({
      ...payment,
      ...gas,
      chainId: 4_217,
      nonce: 0,
      maxPriorityFeePerGas: 0n,
      type: 'eip1559',
    })
    await expect(
      node.provider.request({
        method: 'eth_sendRawTransaction',
        params: [own],
      }),
    ).rejects.toMatchObject({
      code: -32_000,
      message: 'value transfer not allowed',
    })
    await expect(client.call(payment)).rejects.toThrow(refused.details)
    await expect(client.estimateGas(payment)).rejects.toThrow(refused.details)
    await expect(client.sendTransaction(payment)).rejects.toThrow(
      refused.details,
    )
    expect(() => node.preconfirm({ from: alice.address, ...payment })).toThrow(
      'The transaction sends 1 wei on a chain without a coin (value transfer not allowed). Call a token instead',
    )
    node.nextBlock()
    expect((await client.getBlock()).transactions).toEqual([])
  })

  test("error: Tempo's own transaction was refused as one that nobody names", async () => {
    const { client } = start()
    const own = client.sendTransaction({
      calls: [{ to: address, data: '0x' }],
      gas: 300_000n,
      nonce: 0,
      maxFeePerGas: 10n ** 10n,
      maxPriorityFeePerGas: 0n,
    } as never)
    await expect(own).rejects.toThrow(
      "transaction type not supported (transaction type not valid on this chain): 0x76, Tempo's own. Send one of type 0x0, 0x1, 0x2 or 0x4.",
    )
  })

  test('behavior: explore finds who trusts a block that is not finalized', async () => {
    const report = await explore(
      ({ node, watch }) => {
        const transport = custom(node.provider, { retryCount: 0 })
        const client = createWalletClient({
          account: alice,
          chain: tempoOfViem,
          transport,
        }).extend(publicActions)
        let page = 'Sending'
        async function pay() {
          const hash = await client.writeContract(transfer)
          const { status } = await client.waitForTransactionReceipt({ hash })
          page = status === 'success' ? 'Paid' : 'Failed'
        }
        pay().catch(() => {
          page = 'Failed'
        })
        watch('page', () => page, [staysFinal('Paid')])
      },
      {
        node: { profile: tempo(), contracts: [pathUsd] },
        timers: FakeTimers,
      },
    )
    expect(report.findings.length).toBeGreaterThan(0)
    expect(report.findings.map(formatFinding).join()).toContain(
      'the chain dropped the transaction',
    )
  })

  test('behavior: two blocks a second share a timestamp', async () => {
    const { node } = start()
    const client = createPublicClient({ transport: custom(node.provider) })
    node.nextBlock(3)
    const blocks = await Promise.all(
      [0n, 1n, 2n, 3n].map((blockNumber) => client.getBlock({ blockNumber })),
    )
    const [first] = blocks
    expect(
      blocks.map(({ timestamp }) => timestamp - (first?.timestamp ?? 0n)),
    ).toEqual([0n, 0n, 1n, 1n])
    const finalized = await client.getBlock({ blockTag: 'finalized' })
    expect(finalized.number).toBe(2n)
  })
})
