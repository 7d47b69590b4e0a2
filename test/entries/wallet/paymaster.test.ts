import { createMockNode } from 'preseal'
import { createBundler } from 'preseal/bundler'
import { erc20 } from 'preseal/contracts'
import { evm } from 'preseal/evm'
import { createWallet } from 'preseal/wallet'
import { baseAccount } from 'preseal/wallets'
import { createWalletClient, custom, encodeFunctionData, erc20Abi } from 'viem'
import { describe, expect, test } from 'vitest'
import { bob, carol, ether, token } from '../../conformance/actors.js'

const paymasterService = { url: 'https://paymaster.example' }
const calls = [
  { to: bob, value: 1n },
  { to: carol, value: 2n },
] as const

function open(engine?: ReturnType<typeof evm>, isServed = true) {
  const node = createMockNode({
    ...(engine && { engine }),
    contracts: [erc20({ address: token, symbol: 'TOK', decimals: 6 })],
  })
  const bundler = isServed ? createBundler(node) : undefined
  const wallet = createWallet(node, { profile: baseAccount, balance: ether })
  wallet.connect()
  const app = createWalletClient({
    account: wallet.account,
    chain: node.chain,
    transport: custom(wallet.provider),
  })
  const balance = async (address: `0x${string}`) =>
    BigInt(
      await node.provider.request({
        method: 'eth_getBalance',
        params: [address, 'latest'],
      }),
    )
  return { node, bundler, wallet, app, balance }
}

describe.each([
  ['the native engine', undefined],
  ['the engine of bytecode', evm()],
] as const)('a batch with a paymaster, on %s', (_, engine) => {
  test('costs the account nothing', async () => {
    const { node, bundler, wallet, app, balance } = open(engine)
    expect(await app.getCapabilities()).toMatchObject({
      31337: {
        atomic: { status: 'supported' },
        paymasterService: { supported: true },
      },
    })
    const capabilities = { paymasterService }
    const { id } = await app.sendCalls({ calls, capabilities })
    expect(await app.getCallsStatus({ id })).toMatchObject({ statusCode: 100 })
    node.nextBlock()
    expect(await app.getCallsStatus({ id })).toMatchObject({
      statusCode: 200,
      atomic: true,
      receipts: [{ status: 'success' }],
    })
    expect([await balance(bob), await balance(carol)]).toEqual([1n, 2n])
    expect(await balance(wallet.account)).toBe(ether - 3n)
    const again = await app.sendCalls({ calls, capabilities })
    node.nextBlock()
    expect(await app.getCallsStatus({ id: again.id })).toMatchObject({
      statusCode: 200,
    })
    expect(bundler?.operations).toHaveLength(2)
  })
})

test('a batch that is dropped has the status 400', async () => {
  const { bundler, app } = open()
  const { id } = await app.sendCalls({
    calls,
    capabilities: { paymasterService },
  })
  bundler?.drop(id as `0x${string}`)
  expect(await app.getCallsStatus({ id })).toMatchObject({ statusCode: 400 })
})

test('a batch whose calls would revert is refused by the estimate', async () => {
  const { app } = open()
  const data = encodeFunctionData({
    abi: erc20Abi,
    functionName: 'transfer',
    args: [bob, 5n],
  })
  await expect(
    app.sendCalls({
      calls: [{ to: token, data }],
      capabilities: { paymasterService },
    }),
  ).rejects.toThrow(/reverted/)
})

test('without a bundler, the error says what to do', async () => {
  const { app } = open(undefined, false)
  await expect(
    app.sendCalls({ calls, capabilities: { paymasterService } }),
  ).rejects.toThrow(/createBundler\(node\)/)
})
