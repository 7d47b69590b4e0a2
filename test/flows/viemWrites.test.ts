import type { MockNodeOptions } from 'preseal'
import {
  createPublicClient,
  createWalletClient,
  custom,
  erc20Abi,
  getAddress,
  parseEther,
  verifyTypedData,
} from 'viem'
import { describe, expect, test } from 'vitest'
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

function world(options?: MockNodeOptions) {
  const opened = open(options)
  const { node, wallet } = opened
  const client = createPublicClient({
    chain: node.chain,
    transport: custom(node.provider),
    cacheTime: 0,
    pollingInterval: 200,
  })
  const app = createWalletClient({
    chain: node.chain,
    transport: custom(wallet.provider),
  })
  const signer = createWalletClient({
    account: local,
    chain: node.chain,
    transport: custom(node.provider),
    pollingInterval: 200,
  })
  return { ...opened, client, app, signer }
}

describe('viem with a wallet', () => {
  test('connects', async () => {
    const { app } = world()
    expect(await app.getAddresses()).toEqual([])
    expect(await app.requestAddresses()).toEqual([first])
    expect(await app.getAddresses()).toEqual([first])
  })

  test('asks for permissions and reads them', async () => {
    const { app } = world()
    expect(await app.getPermissions()).toEqual([])
    const [permission] = await app.requestPermissions({ eth_accounts: {} })
    expect(permission?.parentCapability).toBe('eth_accounts')
    expect(await app.getPermissions()).toHaveLength(1)
  })

  test('switches the chain', async () => {
    const { app, other } = world()
    await app.switchChain(other.chain)
    expect(await app.getChainId()).toBe(10)
  })

  test('adds a chain', async () => {
    const { app, other } = world()
    await app.addChain({ chain: other.chain })
    expect(await app.getChainId()).toBe(10)
  })

  test('notices that the wallet is on another chain', async () => {
    const { app, wallet } = world()
    const [account] = await app.requestAddresses()
    wallet.switchChain(10)
    await expect(
      app.sendTransaction({ account: account as typeof first, to: bob }),
    ).rejects.toMatchObject({ cause: { name: 'ChainMismatchError' } })
  })

  test('adds a token', async () => {
    const { app } = world()
    const options = { address: usdc, decimals: 6, symbol: 'USDC' }
    expect(await app.watchAsset({ type: 'ERC20', options })).toBe(true)
  })

  test('sends, and waits for the receipt', async () => {
    const { app, client } = world()
    const [account] = await app.requestAddresses()
    const hash = await app.sendTransaction({
      account: account as typeof first,
      to: bob,
      value: 5n,
    })
    const { status } = await soon(client.waitForTransactionReceipt({ hash }))
    expect(status).toBe('success')
    expect(await client.getBalance({ address: bob })).toBe(5n)
  })

  test('writes a contract, and waits', async () => {
    const { app, client } = world()
    const [account] = (await app.requestAddresses()) as [typeof first]
    const { request } = await client.simulateContract({
      ...token,
      account,
      functionName: 'transfer',
      args: [bob, 7n],
    })
    const hash = await app.writeContract(request)
    const { logs } = await soon(client.waitForTransactionReceipt({ hash }))
    expect(logs).toHaveLength(1)
    expect(
      await client.readContract({
        ...token,
        functionName: 'balanceOf',
        args: [bob],
        blockTag: 'pending',
      }),
    ).toBe(7n)
  })

  test('approves, and spends what was approved before it is sealed', async () => {
    const { app, client, signer, wallet } = world()
    const [account] = (await app.requestAddresses()) as [typeof first]
    const approved = await app.writeContract({
      ...token,
      account,
      functionName: 'approve',
      args: [second, 9n],
    })
    await pass(250)
    wallet.switchAccount(second)
    const spent = await app.writeContract({
      ...token,
      account: second,
      functionName: 'transferFrom',
      args: [first, bob, 9n],
    })
    await soon(client.waitForTransactionReceipt({ hash: spent }))
    for (const hash of [approved, spent])
      expect(await client.getTransactionReceipt({ hash })).toMatchObject({
        status: 'success',
        blockNumber: 1n,
      })
    expect(signer.account.address).toBe(first)
  })

  test('signs messages and typed data', async () => {
    const { app } = world()
    const [account] = (await app.requestAddresses()) as [typeof first]
    const message = 'hello world'
    expect(await app.signMessage({ account, message })).toBe(
      await local.signMessage({ message }),
    )
    const data = {
      domain: { name: 'Ether Mail', version: '1', chainId: 1 },
      types: {
        Person: [
          { name: 'name', type: 'string' },
          { name: 'wallet', type: 'address' },
        ],
        Mail: [
          { name: 'from', type: 'Person' },
          { name: 'contents', type: 'string' },
        ],
      },
      primaryType: 'Mail',
      message: { from: { name: 'Cow', wallet: bob }, contents: 'Hello, Bob!' },
    } as const
    const signature = await app.signTypedData({ account, ...data })
    expect(
      await verifyTypedData({ ...data, address: account, signature }),
    ).toBe(true)
  })

  test('signs a transaction, and sends it', async () => {
    const { app, client } = world()
    const [account] = (await app.requestAddresses()) as [typeof first]
    const request = await app.prepareTransactionRequest({
      account,
      to: bob,
      value: 3n,
    })
    const serializedTransaction = await app.signTransaction(request as never)
    const hash = await app.sendRawTransaction({ serializedTransaction })
    await soon(client.waitForTransactionReceipt({ hash }))
    expect(await client.getBalance({ address: bob })).toBe(3n)
  })

  test('sends calls, and waits for them', async () => {
    const { app } = world()
    const [account] = (await app.requestAddresses()) as [typeof first]
    expect(await app.getCapabilities({ account })).toHaveProperty('31337')
    const { id } = await app.sendCalls({
      account,
      calls: [
        { to: bob, value: 1n },
        { ...token, to: usdc, functionName: 'transfer', args: [bob, 2n] },
      ],
    })
    const { status, receipts } = await soon(app.waitForCallsStatus({ id }))
    expect([status, receipts?.length]).toEqual(['success', 2])
    await app.showCallsStatus({ id })
  })

  test('is refused by the user', async () => {
    const { app, wallet } = world()
    wallet.reject()
    await expect(app.requestAddresses()).rejects.toMatchObject({
      name: 'UserRejectedRequestError',
    })
  })

  test('says that there is not enough', async () => {
    const { app } = world()
    const [account] = (await app.requestAddresses()) as [typeof first]
    await expect(
      app.sendTransaction({ account, to: bob, value: parseEther('11') }),
    ).rejects.toMatchObject({ cause: { name: 'InsufficientFundsError' } })
  })
})

describe('viem with a local key', () => {
  test('sends and waits', async () => {
    const { signer, client } = world()
    const hash = await signer.sendTransaction({ to: bob, value: 5n })
    const { status } = await soon(client.waitForTransactionReceipt({ hash }))
    expect(status).toBe('success')
  })

  test('sends and waits in one request', async () => {
    const { signer } = world()
    const receipt = await soon(
      signer.sendTransactionSync({ to: bob, value: 5n }),
    )
    expect(receipt.status).toBe('success')
  })

  test('writes a contract', async () => {
    const { signer, client } = world()
    const hash = await signer.writeContract({
      ...token,
      functionName: 'transfer',
      args: [bob, 7n],
    })
    const receipt = await soon(client.waitForTransactionReceipt({ hash }))
    expect(receipt.logs[0]?.address).toBe(usdc)
  })

  test('sends several, each with the next nonce', async () => {
    const { signer, client } = world()
    const hashes = [
      await signer.sendTransaction({ to: bob, value: 1n }),
      await signer.sendTransaction({ to: bob, value: 2n }),
    ]
    await soon(
      Promise.all(
        hashes.map((hash) => client.waitForTransactionReceipt({ hash })),
      ),
    )
    expect(await client.getBalance({ address: bob })).toBe(3n)
    expect(
      await client.getTransactionCount({ address: first, blockTag: 'pending' }),
    ).toBe(2)
  })

  test('replaces one that is stuck, and is told', async () => {
    const { signer, client } = world({
      faults: [{ type: 'includeLate', beats: 20, times: 1 }],
    })
    const request = await signer.prepareTransactionRequest({
      to: bob,
      value: 1n,
      maxFeePerGas: 10n,
      maxPriorityFeePerGas: 10n,
    })
    const hash = await signer.sendTransaction(request)
    const reasons: string[] = []
    const waiting = client.waitForTransactionReceipt({
      hash,
      onReplaced: ({ reason }) => reasons.push(reason),
    })
    await pass(1_000)
    const faster = await signer.sendTransaction({
      ...request,
      maxFeePerGas: 20n,
      maxPriorityFeePerGas: 20n,
    })
    expect((await soon(waiting)).transactionHash).toBe(faster)
    expect(reasons).toEqual(['repriced'])
  })

  test('of each type', async () => {
    const { signer, client } = world()
    const accessList = [{ address: usdc, storageKeys: [] }]
    const sent = [
      await signer.sendTransaction({ to: bob, type: 'legacy', gasPrice: 5n }),
      await signer.sendTransaction({
        to: bob,
        type: 'eip2930',
        accessList,
        gasPrice: 5n,
      }),
      await signer.sendTransaction({ to: bob, type: 'eip1559' }),
    ]
    await soon(
      Promise.all(
        sent.map((hash) => client.waitForTransactionReceipt({ hash })),
      ),
    )
    const types = await Promise.all(
      sent.map(async (hash) => (await client.getTransaction({ hash })).type),
    )
    expect(types).toEqual(['legacy', 'eip2930', 'eip1559'])
  })

  test('delegates its account (EIP-7702)', async () => {
    const { signer, client } = world()
    const authorization = await signer.signAuthorization({
      contractAddress: usdc,
      executor: 'self',
    })
    const hash = await signer.sendTransaction({
      to: bob,
      authorizationList: [authorization],
    })
    await soon(client.waitForTransactionReceipt({ hash }))
    expect(await client.getCode({ address: first, blockTag: 'pending' })).toBe(
      `0xef0100${usdc.slice(2)}`,
    )
  })

  test('is refused for too low a nonce, too little gas, and the same again', async () => {
    const { signer, client } = world()
    const request = await signer.prepareTransactionRequest({ to: bob })
    const serializedTransaction = await signer.signTransaction(request)
    const hash = await signer.sendRawTransaction({ serializedTransaction })
    await expect(
      soon(signer.sendRawTransaction({ serializedTransaction })),
    ).rejects.toThrow(/already known/)
    await soon(client.waitForTransactionReceipt({ hash }))
    await expect(
      soon(signer.sendTransaction({ to: bob, nonce: 0 })),
    ).rejects.toMatchObject({ cause: { name: 'NonceTooLowError' } })
    await expect(
      soon(signer.sendTransaction({ to: bob, gas: 20_000n })),
    ).rejects.toMatchObject({ cause: { name: 'IntrinsicGasTooLowError' } })
  })
})

test('the addresses of a wallet are checksummed by viem', async () => {
  const { app, wallet } = world()
  const addresses = await app.requestAddresses()
  expect(addresses).toEqual([getAddress(wallet.account)])
})
