import { describe, expect, test } from 'vitest'
import { Web3 } from 'web3'
import {
  bob,
  first,
  key,
  onOneClock,
  open,
  pass,
  second,
  soon,
  usdc,
} from './world.js'

onOneClock()

const abi = [
  {
    type: 'function',
    name: 'balanceOf',
    stateMutability: 'view',
    inputs: [{ name: 'owner', type: 'address' }],
    outputs: [{ name: '', type: 'uint256' }],
  },
  {
    type: 'function',
    name: 'transfer',
    stateMutability: 'nonpayable',
    inputs: [
      { name: 'to', type: 'address' },
      { name: 'value', type: 'uint256' },
    ],
    outputs: [{ name: '', type: 'bool' }],
  },
  {
    type: 'event',
    name: 'Transfer',
    anonymous: false,
    inputs: [
      { name: 'from', type: 'address', indexed: true },
      { name: 'to', type: 'address', indexed: true },
      { name: 'value', type: 'uint256', indexed: false },
    ],
  },
] as const

function world() {
  const opened = open()
  const browser = new Web3(opened.wallet.provider as never)
  const reader = new Web3(opened.node.provider)
  const local = new Web3(opened.node.provider)
  for (const { eth } of [browser, reader, local])
    eth.transactionPollingInterval = 200
  local.eth.accounts.wallet.add(key)
  return { ...opened, browser, reader, local }
}

describe('web3.js with a wallet', () => {
  test('connects', async () => {
    const { browser } = world()
    expect(await soon(browser.eth.getAccounts())).toEqual([])
    expect(await soon(browser.eth.requestAccounts())).toEqual([
      first.toLowerCase(),
    ])
    expect(await soon(browser.eth.getAccounts())).toEqual([first])
  })

  test('sends and waits', async () => {
    const { browser, reader } = world()
    await soon(browser.eth.requestAccounts())
    const receipt = await soon(
      Promise.resolve(
        browser.eth.sendTransaction({ from: first, to: bob, value: 5n }),
      ),
    )
    expect(receipt.status).toBe(1n)
    expect(await soon(reader.eth.getBalance(bob, 'pending'))).toBe(5n)
  })

  test('writes a contract', async () => {
    const { browser } = world()
    await soon(browser.eth.requestAccounts())
    const token = new browser.eth.Contract(abi, usdc)
    const receipt = await soon(
      Promise.resolve(token.methods.transfer(bob, 7n).send({ from: first })),
    )
    expect(receipt.events?.Transfer?.returnValues.value).toBe(7n)
  })

  test('signs', async () => {
    const { browser } = world()
    await soon(browser.eth.requestAccounts())
    const signature = await soon(
      browser.eth.personal.sign('0x68656c6c6f', first, ''),
    )
    expect(browser.eth.accounts.recover('hello', signature)).toBe(first)
    expect(await soon(browser.eth.sign('0x68656c6c6f', first))).toBe(signature)
  })

  test('signs typed data', async () => {
    const { browser, wallet } = world()
    await soon(browser.eth.requestAccounts())
    const data = {
      types: {
        EIP712Domain: [{ name: 'name', type: 'string' }],
        Order: [{ name: 'amount', type: 'uint256' }],
      },
      primaryType: 'Order',
      domain: { name: 'App' },
      message: { amount: '3' },
    }
    expect(await soon(browser.eth.signTypedData(first, data))).toBe(
      await wallet.provider.request({
        method: 'eth_signTypedData_v4',
        params: [wallet.account, JSON.stringify(data)],
      }),
    )
  })

  test('follows account and chain', async () => {
    const { browser, wallet } = world()
    await soon(browser.eth.requestAccounts())
    wallet.switchAccount(second)
    wallet.switchChain(10)
    expect(await soon(browser.eth.getAccounts())).toEqual([second])
    expect(await soon(browser.eth.getChainId())).toBe(10n)
  })

  test('is refused', async () => {
    const { browser, wallet } = world()
    wallet.reject()
    await expect(soon(browser.eth.requestAccounts())).rejects.toMatchObject({
      code: 4001,
    })
  })
})

describe('web3.js with a local key', () => {
  test('sends and waits', async () => {
    const { local } = world()
    const receipt = await soon(
      Promise.resolve(
        local.eth.sendTransaction({ from: first, to: bob, value: 5n }),
      ),
    )
    expect(receipt.status).toBe(1n)
  })

  test('signs a transaction, which is sent', async () => {
    const { local, reader } = world()
    const transaction = {
      from: first,
      to: bob,
      value: 5n,
      gas: 21_000n,
      maxFeePerGas: 1n,
      maxPriorityFeePerGas: 1n,
      nonce: 0n,
      chainId: 31_337n,
    }
    const { rawTransaction } = await soon(
      local.eth.accounts.signTransaction(transaction, key),
    )
    const receipt = await soon(
      Promise.resolve(reader.eth.sendSignedTransaction(rawTransaction)),
    )
    expect(receipt.status).toBe(1n)
  })
})

describe('web3.js reads', () => {
  test('chain, block, fees, balance, nonce, code and storage', async () => {
    const { reader } = world()
    await pass(2_000)
    const { eth } = reader
    expect(await soon(eth.getChainId())).toBe(31_337n)
    expect(await soon(eth.getBlockNumber())).toBe(1n)
    expect((await soon(eth.getBlock('latest'))).number).toBe(1n)
    expect(await soon(eth.getGasPrice())).toBeTypeOf('bigint')
    expect(await soon(eth.calculateFeeData())).toHaveProperty('maxFeePerGas')
    expect(await soon(eth.getFeeHistory(1, 'latest', [50]))).toHaveProperty(
      'baseFeePerGas',
    )
    expect(await soon(eth.getBalance(first))).toBe(10n ** 19n)
    expect(await soon(eth.getTransactionCount(first))).toBe(0n)
    expect(await soon(eth.getCode(first))).toBe('0x')
    expect(await soon(eth.getStorageAt(usdc, 0))).toHaveLength(66)
    expect(await soon(eth.isSyncing())).toBe(false)
  })

  test('a contract, an estimate, a proof', async () => {
    const { reader } = world()
    const token = new reader.eth.Contract(abi, usdc)
    expect(await soon(token.methods.balanceOf(first).call())).toBe(100_000_000n)
    expect(
      await soon(token.methods.transfer(bob, 1n).estimateGas({ from: first })),
    ).toBeGreaterThan(21_000n)
    await pass(2_000)
    expect(await soon(reader.eth.getProof(first, []))).toMatchObject({
      balance: 10n ** 19n,
    })
  })

  test('past events', async () => {
    const { reader, local } = world()
    const token = new local.eth.Contract(abi, usdc)
    await soon(
      Promise.resolve(token.methods.transfer(bob, 7n).send({ from: first })),
    )
    await pass(2_000)
    const read = new reader.eth.Contract(abi, usdc)
    const past = read.getPastEvents('Transfer', { fromBlock: 0 })
    expect(await soon(Promise.resolve(past))).toHaveLength(1)
    expect(
      await soon(reader.eth.getPastLogs({ address: usdc, fromBlock: '0x0' })),
    ).toHaveLength(1)
  })

  test('names, on a chain without a resolver', async () => {
    const { reader } = world()
    await expect(
      soon(reader.eth.ens.getAddress('vitalik.eth')),
    ).rejects.toBeInstanceOf(Error)
  })
})

describe('web3.js subscribes', () => {
  test('to heads, logs, pending transactions and whether the node is behind', async () => {
    const { reader, local } = world()
    const told: unknown[] = []
    const heads = await soon(reader.eth.subscribe('newBlockHeaders'))
    heads.on('data', ({ number }) => void told.push(['head', number]))
    const logs = await soon(reader.eth.subscribe('logs', { address: usdc }))
    logs.on('data', ({ logIndex }) => void told.push(['log', logIndex]))
    const sent = await soon(reader.eth.subscribe('pendingTransactions'))
    sent.on('data', (hash) => void told.push(['sent', hash]))
    const behind = await soon(reader.eth.subscribe('syncing'))
    behind.on('data', () => void told.push('behind'))
    const token = new reader.eth.Contract(abi, usdc)
    const events = token.events.Transfer({ filter: { to: bob } })
    events.on('data', ({ returnValues }) => {
      told.push(['event', returnValues.value])
    })
    await pass(50)
    const writing = new local.eth.Contract(abi, usdc).methods.transfer(bob, 7n)
    const { transactionHash } = await soon(
      Promise.resolve(writing.send({ from: first })),
    )
    await pass(2_000)
    await soon(heads.unsubscribe())
    await pass(2_000)
    expect(told).toEqual([
      ['sent', transactionHash],
      ['head', 1n],
      ['log', 0n],
      ['event', 7n],
    ])
  })
})
