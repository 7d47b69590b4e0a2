import type { MockNode } from 'preseal'
import { erc20 } from 'preseal/contracts'
import { evm } from 'preseal/evm'
import type { WalletProfile } from 'preseal/wallet'
import { metaMask, rainbow, safe } from 'preseal/wallets'
import { encodeFunctionData, erc20Abi } from 'viem'
import { describe, expect, test } from 'vitest'
import { bob, carol, token } from '../../conformance/actors.js'
import { readBalance, readBlock, readNonce } from '../../node/reads.js'
import { openApp } from './connect.js'

const engines = [
  ['the native engine', undefined],
  ['the engine of bytecode', evm()],
] as const

const open = (
  profile: WalletProfile,
  engine?: ReturnType<typeof evm> | undefined,
) => {
  const contracts = [erc20({ address: token, symbol: 'TOK', decimals: 6 })]
  return openApp({ profile }, { ...(engine && { engine }), contracts })
}

const pay = [
  { to: bob, value: 1n },
  { to: carol, value: 2n },
] as const

const balance = async (node: MockNode, address: `0x${string}`) =>
  Number(await readBalance(node, address, 'pending'))

describe.each(engines)('atomic, on %s', (_, engine) => {
  test('ready: one transaction upgrades the account and calls all', async () => {
    const { node, wallet, app } = open(metaMask, engine)
    expect(await app.getCapabilities()).toMatchObject({
      31337: {
        atomic: { status: 'ready' },
        auxiliaryFunds: { supported: true },
      },
    })
    const { id } = await app.sendCalls({ calls: pay, forceAtomic: true })
    expect(await app.getCallsStatus({ id })).toMatchObject({
      status: 'pending',
      atomic: true,
    })
    node.nextBlock()
    expect((await readBlock(node, 'latest')).transactions).toHaveLength(1)
    expect(await app.getCallsStatus({ id })).toMatchObject({
      status: 'success',
      statusCode: 200,
      receipts: [{ status: 'success' }],
    })
    expect([await balance(node, bob), await balance(node, carol)]).toEqual([
      1, 2,
    ])
    expect(await app.getCapabilities()).toMatchObject({
      31337: { atomic: { status: 'supported' } },
    })
    await app.sendCalls({ calls: pay })
    node.nextBlock()
    expect(await balance(node, carol)).toBe(4)
    expect(await readNonce(node, wallet.account)).toBe(3)
  })

  test('one call that fails undoes all: 500', async () => {
    const { node, app } = open(metaMask, engine)
    const data = encodeFunctionData({
      abi: erc20Abi,
      functionName: 'transfer',
      args: [bob, 5n],
    })
    const { id } = await app.sendCalls({
      calls: [
        { to: bob, value: 1n },
        { to: token, data },
      ],
    })
    node.nextBlock()
    expect(await app.getCallsStatus({ id })).toMatchObject({
      statusCode: 500,
      status: 'failure',
      receipts: [{ status: 'reverted' }],
    })
    expect(await balance(node, bob)).toBe(0)
  })

  test('a Safe: the owners sign, and execute another transaction', async () => {
    const { node, wallet, app } = open(safe, engine)
    const { id } = await app.sendCalls({ calls: pay })
    wallet.safe?.confirm()
    await wallet.safe?.execute()
    expect(await app.getCallsStatus({ id })).toMatchObject({ statusCode: 100 })
    node.nextBlock()
    expect(await app.getCallsStatus({ id })).toMatchObject({ statusCode: 200 })
    expect([await balance(node, bob), await balance(node, carol)]).toEqual([
      1, 2,
    ])
  })
})

describe.each(engines)('an upgraded account, on %s', (_, engine) => {
  const upgraded = async () => {
    const opened = open(metaMask, engine)
    await opened.app.sendCalls({ calls: pay })
    opened.node.nextBlock()
    return opened
  }

  test.each(['cancel', 'speedUp'] as const)(
    '%s sent what ran out of gas',
    async (button) => {
      const { node, wallet, app, client } = await upgraded()
      await app.sendTransaction({ to: wallet.account, value: 5n })
      const hash = await wallet[button]()
      const again = await wallet[button](hash)
      node.nextBlock()
      const receipt = await client.getTransactionReceipt({ hash: again })
      expect(receipt.status).toBe('success')
    },
  )

  test('a payment to it cost thirty thousand gas more than to others', async () => {
    const { node, wallet, app, client } = await upgraded()
    const hash = await app.sendTransaction({ to: wallet.account, value: 1n })
    node.nextBlock()
    // What an empty receive() of solc takes.
    expect(await client.getTransactionReceipt({ hash })).toMatchObject({
      status: 'success',
      gasUsed: 21_055n,
    })
  })
})

test('an upgraded account could not be paid with the stipend of a transfer', async () => {
  const { node, wallet, app, client } = open(metaMask, evm())
  // call(0, caller(), 1, …), whose result it returns.
  const bytecode = '0x5f5f5f5f6001335ff15f5260205ff3'
  const payer = '0x00000000000000000000000000000000000ee333'
  node.setCode({ address: payer, bytecode })
  node.setBalance({ address: payer, value: 2n })
  const isPaid = async () => {
    const { data } = await client.call({ account: wallet.account, to: payer })
    return BigInt(data ?? 0)
  }
  expect(await isPaid()).toBe(1n)
  await app.sendCalls({ calls: pay })
  node.nextBlock()
  expect(await isPaid()).toBe(1n)
})

describe('statuses', () => {
  test('in turn, one that reverts: 600', async () => {
    const { node, app } = open({ name: 'Test' })
    const data = encodeFunctionData({
      abi: erc20Abi,
      functionName: 'transfer',
      args: [bob, 5n],
    })
    const { id } = await app.sendCalls({
      calls: [
        { to: bob, value: 1n },
        { to: token, data },
      ],
    })
    node.nextBlock()
    expect(await app.getCallsStatus({ id })).toMatchObject({ statusCode: 600 })
  })

  test('replaced by the user before it was included: 400', async () => {
    const { node, wallet, app } = open(metaMask)
    const { id } = await app.sendCalls({ calls: pay })
    await wallet.cancel()
    node.nextBlock()
    expect(await app.getCallsStatus({ id })).toMatchObject({
      statusCode: 400,
      status: 'failure',
    })
    expect(await balance(node, bob)).toBe(0)
  })

  test('cancelled by the owners of a Safe: 400', async () => {
    const { wallet, app } = open(safe)
    const { id } = await app.sendCalls({ calls: pay })
    wallet.safe?.cancel()
    expect(await app.getCallsStatus({ id })).toMatchObject({ statusCode: 400 })
  })

  test('a reorg takes the receipt back: 100 again', async () => {
    const { node, app } = open(metaMask)
    const { id } = await app.sendCalls({ calls: pay })
    node.nextBlock()
    expect(await app.getCallsStatus({ id })).toMatchObject({ statusCode: 200 })
    node.reorg({ depth: 1 })
    const { statusCode } = await app.getCallsStatus({ id })
    expect([100, 200]).toContain(statusCode)
  })
})

describe('refusals', () => {
  const batch = {
    version: '2.0.0',
    chainId: '0x7a69',
    atomicRequired: true,
    calls: [
      { to: bob, value: '0x1' },
      { to: bob, value: '0x1' },
    ],
  }

  test.each([
    [{ ...metaMask, batches: { atomic: 'ready', upgrade: 'refused' } }, 5750],
    [{ name: 'Test', batches: { atomic: 'supported', most: 1 } }, 5740],
    [{ name: 'Test' }, 5760],
    [{ name: 'Test', batches: 'none' }, -32601],
    [rainbow, undefined],
  ] as [WalletProfile, number | undefined][])(
    '%# %o',
    async (profile, code) => {
      const { ask } = open(profile)
      const answer = await ask('wallet_sendCalls', [batch])
      expect((answer as { code?: number }).code).toBe(code)
    },
  )

  test('a version that the wallet does not know', async () => {
    const { ask } = open(metaMask)
    const older = [{ ...batch, version: '1.0' }]
    expect(await ask('wallet_sendCalls', older)).toMatchObject({ code: -32000 })
  })
})
