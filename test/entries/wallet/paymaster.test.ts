import { createBundler } from 'preseal/bundler'
import { erc20 } from 'preseal/contracts'
import { evm } from 'preseal/evm'
import { baseAccount } from 'preseal/wallets'
import { encodeFunctionData, erc20Abi } from 'viem'
import { describe, expect, test } from 'vitest'
import { bob, carol, ether, token } from '../../conformance/actors.js'
import { readBalance } from '../../node/reads.js'
import { openApp } from './connect.js'

const paymasterService = { url: 'https://paymaster.example' }
const calls = [
  { to: bob, value: 1n },
  { to: carol, value: 2n },
] as const

function open(engine?: ReturnType<typeof evm>, isServed = true) {
  const contracts = [erc20({ address: token, symbol: 'TOK', decimals: 6 })]
  const options = { ...(engine && { engine }), contracts }
  const opened = openApp({ profile: baseAccount }, options)
  const bundler = isServed ? createBundler(opened.node) : undefined
  return { ...opened, bundler }
}

describe.each([
  ['the native engine', undefined],
  ['the engine of bytecode', evm()],
] as const)('a batch with a paymaster, on %s', (_, engine) => {
  test('costs the account nothing', async () => {
    const { node, bundler, wallet, app } = open(engine)
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
    expect(await readBalance(node, bob)).toBe(1n)
    expect(await readBalance(node, carol)).toBe(2n)
    expect(await readBalance(node, wallet.account)).toBe(ether - 3n)
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
