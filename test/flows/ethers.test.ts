import {
  BrowserProvider,
  Contract,
  type Eip1193Provider,
  getAddress,
  isError,
  JsonRpcSigner,
  parseEther,
  TypedDataEncoder,
  verifyMessage,
  verifyTypedData,
  Wallet,
} from 'ethers'
import { describe, expect, onTestFinished, test } from 'vitest'
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
  'function balanceOf(address) view returns (uint256)',
  'function symbol() view returns (string)',
  'function transfer(address to, uint256 value) returns (bool)',
  'event Transfer(address indexed from, address indexed to, uint256 value)',
]

function world() {
  // With a base fee ethers sends by EIP-1559.
  const opened = open({ header: { initialBaseFeePerGas: 1n } })
  const providerOf = (given: unknown) => {
    const provider = new BrowserProvider(given as Eip1193Provider, 31_337, {
      cacheTimeout: -1,
    })
    provider.pollingInterval = 200
    onTestFinished(() => provider.destroy())
    return provider
  }
  return {
    ...opened,
    browser: providerOf(opened.wallet.provider),
    reader: providerOf(opened.node.provider),
    signer: new Wallet(key, providerOf(opened.node.provider)),
  }
}

describe('ethers with a wallet', () => {
  test('connects when a signer is asked for', async () => {
    const { browser, wallet } = world()
    expect(await soon(browser.listAccounts())).toEqual([])
    const signer = await soon(browser.getSigner())
    expect(signer).toBeInstanceOf(JsonRpcSigner)
    expect(signer.address).toBe(first)
    expect(wallet.isConnected).toBe(true)
  })

  test('connects by the request itself', async () => {
    const { browser } = world()
    expect(await soon(browser.send('eth_requestAccounts', []))).toEqual([
      first.toLowerCase(),
    ])
    expect(await soon(browser.hasSigner(first))).toBe(true)
  })

  test('is refused', async () => {
    const { browser, wallet } = world()
    wallet.reject()
    const failed = await soon(
      browser.getSigner().then(undefined, (error: Error) => error),
    )
    expect(isError(failed, 'ACTION_REJECTED')).toBe(true)
  })

  test('sends and waits', async () => {
    const { browser, reader } = world()
    const signer = await soon(browser.getSigner())
    const sent = await soon(signer.sendTransaction({ to: bob, value: 5n }))
    const receipt = await soon(sent.wait())
    expect(receipt?.status).toBe(1)
    expect(await soon(reader.getBalance(bob, 'pending'))).toBe(5n)
  })

  test('writes a contract and waits', async () => {
    const { browser } = world()
    const signer = await soon(browser.getSigner())
    const token = new Contract(usdc, abi, signer)
    const sent = await soon(token.getFunction('transfer')(bob, 7n))
    const receipt = await soon<{ logs: unknown[] }>(sent.wait())
    expect(receipt.logs).toHaveLength(1)
    expect(
      await soon(token.getFunction('balanceOf')(bob, { blockTag: 'pending' })),
    ).toBe(7n)
  })

  test('signs a message that ethers verifies', async () => {
    const { browser } = world()
    const signer = await soon(browser.getSigner())
    const signature = await soon(signer.signMessage('hello'))
    expect(verifyMessage('hello', signature)).toBe(first)
  })

  test('signs typed data that ethers verifies', async () => {
    const { browser } = world()
    const signer = await soon(browser.getSigner())
    const domain = { name: 'App', chainId: 31_337 }
    const types = { Order: [{ name: 'amount', type: 'uint256' }] }
    const value = { amount: 3n }
    const signature = await soon(signer.signTypedData(domain, types, value))
    expect(verifyTypedData(domain, types, value, signature)).toBe(first)
    expect(TypedDataEncoder.hash(domain, types, value)).toHaveLength(66)
  })

  test('switches account and chain', async () => {
    const { browser, wallet } = world()
    await soon(browser.getSigner())
    wallet.switchAccount(second)
    expect((await soon(browser.getSigner())).address).toBe(second)
    await soon(browser.send('wallet_switchEthereumChain', [{ chainId: '0xa' }]))
    expect(wallet.chainId).toBe(10)
  })

  test('says that there is not enough', async () => {
    const { browser } = world()
    const signer = await soon(browser.getSigner())
    const value = parseEther('11')
    const failed = await soon(
      signer
        .sendTransaction({ to: bob, value })
        .then(undefined, (error: Error) => error),
    )
    expect(isError(failed, 'INSUFFICIENT_FUNDS')).toBe(true)
  })
})

describe('ethers with a local key', () => {
  test('sends and waits', async () => {
    const { signer } = world()
    const sent = await soon(signer.sendTransaction({ to: bob, value: 5n }))
    const receipt = await soon(sent.wait())
    expect([receipt?.status, sent.type]).toEqual([1, 2])
  })

  test('sends two, with nonces one after the other', async () => {
    const { signer } = world()
    const one = await soon(signer.sendTransaction({ to: bob, value: 1n }))
    const two = await soon(signer.sendTransaction({ to: bob, value: 2n }))
    expect([one.nonce, two.nonce]).toEqual([0, 1])
    await soon(two.wait())
  })

  test('waits for more confirmations', async () => {
    const { signer } = world()
    const sent = await soon(signer.sendTransaction({ to: bob, value: 5n }))
    const receipt = await soon(sent.wait(2))
    if (receipt === null) throw new Error('It is sealed')
    expect(await soon(receipt.confirmations())).toBeGreaterThanOrEqual(2)
  })

  test('writes a contract', async () => {
    const { signer } = world()
    const token = new Contract(usdc, abi, signer)
    const sent = await soon(token.getFunction('transfer')(bob, 7n))
    expect((await soon<{ status: number }>(sent.wait())).status).toBe(1)
  })

  test('signs a transaction, which is broadcast', async () => {
    const { signer, reader } = world()
    const filled = await soon(
      signer.populateTransaction({ to: bob, value: 1n }),
    )
    const raw = await signer.signTransaction(filled)
    const sent = await soon(reader.broadcastTransaction(raw))
    expect((await soon(sent.wait()))?.status).toBe(1)
  })
})

describe('ethers reads and watches', () => {
  test('network, block, fees, balance, nonce, code, storage', async () => {
    const { reader } = world()
    await pass(2_000)
    expect((await soon(reader.getNetwork())).chainId).toBe(31_337n)
    expect(await soon(reader.getBlockNumber())).toBe(1)
    expect((await soon(reader.getBlock('latest')))?.number).toBe(1)
    expect(await soon(reader.getFeeData())).toMatchObject({
      gasPrice: expect.any(BigInt),
      maxFeePerGas: expect.any(BigInt),
    })
    expect(await soon(reader.getBalance(first))).toBe(parseEther('10'))
    expect(await soon(reader.getTransactionCount(first))).toBe(0)
    expect(await soon(reader.getCode(first))).toBe('0x')
    expect(await soon(reader.getStorage(usdc, 0))).toHaveLength(66)
  })

  test('a contract, an estimate and a static call', async () => {
    const { reader } = world()
    const token = new Contract(usdc, abi, reader)
    expect(await soon(token.getFunction('symbol')())).toBe('USDC')
    const transfer = token.getFunction('transfer')
    expect(
      await soon(transfer.estimateGas(bob, 1n, { from: first })),
    ).toBeGreaterThan(21_000n)
    expect(await soon(transfer.staticCall(bob, 1n, { from: first }))).toBe(true)
    const failed = await soon(
      transfer
        .staticCall(first, 1n, { from: bob })
        .then(undefined, (error: Error) => error),
    )
    expect(isError(failed, 'CALL_EXCEPTION')).toBe(true)
  })

  test('names, on a chain without a resolver', async () => {
    const { reader } = world()
    const failed = await soon(
      reader
        .resolveName('vitalik.eth')
        .then(undefined, (error: Error) => error),
    )
    expect(isError(failed, 'UNSUPPORTED_OPERATION')).toBe(true)
  })

  test('blocks as they come', async () => {
    const { reader } = world()
    const seen: number[] = []
    await soon(reader.on('block', (number: number) => seen.push(number)))
    await pass(6_500)
    await soon(reader.removeAllListeners())
    expect(seen).toEqual([1, 2, 3])
  })

  test('pending transactions', async () => {
    const { reader, node } = world()
    const seen: string[] = []
    await soon(reader.on('pending', (hash: string) => seen.push(hash)))
    await pass(1_000)
    const hash = node.preconfirm({ from: first, to: bob, value: 1n })
    await pass(6_000)
    await soon(reader.removeAllListeners())
    expect(seen).toEqual([hash])
  })

  test('events of a contract, to come and past', async () => {
    const { reader, signer } = world()
    const token = new Contract(usdc, abi, reader)
    const seen: unknown[] = []
    await soon(
      token.on('Transfer', (_from, to, value) => seen.push([to, value])),
    )
    await pass(1_000)
    const writing = new Contract(usdc, abi, signer).getFunction('transfer')
    await soon(writing(bob, 7n))
    await pass(6_000)
    await soon(token.removeAllListeners())
    expect(seen).toEqual([[getAddress(bob), 7n]])
    const past = await soon(token.queryFilter('Transfer', 0))
    expect(past).toHaveLength(1)
  })
})
