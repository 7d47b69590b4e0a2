import { Transaction } from 'ethers'
import { createMockNode } from 'preseal'
import { createWallet } from 'preseal/wallet'
import {
  createWalletClient,
  custom,
  type Hex,
  InsufficientFundsError,
  parseEther,
  parseTransaction,
  recoverTransactionAddress,
  SwitchChainError,
  UserRejectedRequestError,
} from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { describe, expect, test } from 'vitest'
import { bob, carol, ether, token } from '../../conformance/actors.js'
import { openApp } from './connect.js'

// The first of the well-known mnemonic.
const local = privateKeyToAccount(
  '0xac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80',
)

const causes = async (failing: Promise<unknown>) => {
  const error = await failing.then(
    () => undefined,
    (thrown: Error) => thrown,
  )
  const found: Error[] = []
  for (let cause: unknown = error; cause instanceof Error; cause = cause.cause)
    found.push(cause)
  return found
}

describe('eth_sendTransaction', () => {
  test('default: signed, sent raw, pending at the next beat, then sealed', async () => {
    const { node, wallet, app, client } = openApp()
    const hash = await app.sendTransaction({ to: bob, value: 5n })
    const asked = node.answeredRequests.map(({ method }) => method)
    expect(asked).toContain('eth_sendRawTransaction')
    node.nextBeat()
    expect(await client.getTransactionReceipt({ hash })).toMatchObject({
      from: wallet.account,
      to: bob,
      status: 'success',
      gasUsed: 21_000n,
      type: 'eip1559',
    })
    expect(await client.getBalance({ address: bob })).toBe(5n)
    node.nextBlock()
    const latest = { address: bob, blockTag: 'latest' } as const
    expect(await client.getBalance(latest)).toBe(5n)
  })

  test('behavior: several at once have nonces one after the other', async () => {
    const { node, app, client, wallet } = openApp()
    const hashes = await Promise.all(
      [1n, 2n, 3n].map((value) => app.sendTransaction({ to: bob, value })),
    )
    node.nextBeat()
    const transactions = await Promise.all(
      hashes.map((hash) => client.getTransaction({ hash })),
    )
    expect(transactions.map(({ nonce }) => nonce)).toEqual([0, 1, 2])
    const { account: address } = wallet
    expect(
      await client.getTransactionCount({ address, blockTag: 'pending' }),
    ).toBe(3)
  })

  test('behavior: what is given is kept', async () => {
    const { node, app, client } = openApp()
    const hash = await app.sendTransaction({
      to: bob,
      nonce: 0,
      gas: 30_000n,
      maxFeePerGas: 7n,
      maxPriorityFeePerGas: 3n,
      data: '0x01',
      accessList: [{ address: token, storageKeys: [] }],
    })
    node.nextBeat()
    expect(await client.getTransaction({ hash })).toMatchObject({
      gas: 30_000n,
      maxFeePerGas: 7n,
      maxPriorityFeePerGas: 3n,
      input: '0x01',
      accessList: [{ address: token, storageKeys: [] }],
    })
  })

  test('behavior: fees of twice the base fee and a tip', async () => {
    const { node, app, client } = openApp(
      {},
      {
        header: { initialBaseFeePerGas: 1_000n },
      },
    )
    const hash = await app.sendTransaction({ to: bob })
    node.nextBeat()
    const { baseFeePerGas } = await client.getBlock({ blockTag: 'latest' })
    const tip = await client.estimateMaxPriorityFeePerGas()
    expect(await client.getTransaction({ hash })).toMatchObject({
      maxFeePerGas: 2n * (baseFeePerGas ?? 0n) + tip,
      maxPriorityFeePerGas: tip,
    })
  })

  test('behavior: on the chain that is current', async () => {
    const nodes = [createMockNode(), createMockNode({ chainId: 10 })] as const
    const wallet = createWallet(nodes, { balance: ether })
    wallet.connect()
    wallet.switchChain(10)
    const app = createWalletClient({
      account: wallet.account,
      chain: nodes[1].chain,
      transport: custom(wallet.provider),
    })
    const hash = await app.sendTransaction({ to: bob, value: 1n })
    nodes[1].nextBeat()
    const { provider } = nodes[1]
    expect(
      await provider.request({
        method: 'eth_getTransactionReceipt',
        params: [hash],
      }),
    ).toMatchObject({ status: '0x1' })
  })
})

describe('eth_sendTransaction: error', () => {
  test('default: viem’s classes', async () => {
    const { wallet, app } = openApp({ balance: 0n })
    const poor = await causes(app.sendTransaction({ to: bob, value: 1n }))
    expect(poor.some((error) => error instanceof InsufficientFundsError)).toBe(
      true,
    )
    wallet.reject()
    const refused = await causes(app.sendTransaction({ to: bob, value: 1n }))
    expect(
      refused.some((error) => error instanceof UserRejectedRequestError),
    ).toBe(true)
    const elsewhere = await causes(app.switchChain({ id: 5 }))
    expect(elsewhere[0]).toBeInstanceOf(SwitchChainError)
  })

  const malformed = (reason: string) => ({
    code: -32602,
    message: `Invalid parameter 1 "transaction": ${reason}`,
  })

  test.each([
    [undefined, malformed('transaction is nothing, expected an object')],
    [
      { to: '0x1' },
      malformed(
        'transaction.to is "0x1", expected a 20-byte address as 0x and 40 hex digits',
      ),
    ],
    [
      { value: 1 },
      malformed(
        'transaction.value is 1, expected a hexadecimal integer of at most 32 bytes',
      ),
    ],
    [
      { value: '0x1' },
      malformed(
        'transaction.to is missing, expected an address, or "data" that creates a contract',
      ),
    ],
    [
      { to: null, data: '0x' },
      malformed(
        'transaction.to is missing, expected an address, or "data" that creates a contract',
      ),
    ],
    [
      { type: '0x3' },
      malformed(
        'transaction.type is "0x3", expected one that the wallet signs: 0x0, 0x1, 0x2, 0x4',
      ),
    ],
    [
      { gasPrice: '0x1', maxFeePerGas: '0x1' },
      malformed(
        'transaction.gasPrice is given beside "maxFeePerGas", expected one of the two',
      ),
    ],
    [
      { data: '0x', input: '0x01' },
      malformed(
        'transaction.data is another than "input", expected one of the two',
      ),
    ],
    [
      { to: bob, chainId: '0x1' },
      {
        code: -32602,
        message:
          'The transaction is for the chain id 1, but the wallet is on 31337. Ask for "wallet_switchEthereumChain" first.',
      },
    ],
    [
      { to: bob, from: carol },
      {
        code: 4100,
        message: `The account ${carol} is not connected. The wallet has no key of it.`,
      },
    ],
  ])('default: %j', async (transaction, error) => {
    const { ask } = openApp()
    expect(await ask('eth_sendTransaction', [transaction])).toEqual(error)
  })
})

describe('eth_signTransaction', () => {
  test('default: complete, and of nobody known yet', async () => {
    const { node, app, client } = openApp()
    const raw = await app.signTransaction({
      to: bob,
      value: 1n,
      type: 'eip1559',
      gas: 21_000n,
    })
    expect(parseTransaction(raw)).toMatchObject({
      chainId: 31_337,
      to: bob,
      gas: 21_000n,
    })
    const { account } = app
    expect(account.address).toBe(
      (
        await recoverTransactionAddress({ serializedTransaction: raw })
      ).toLowerCase(),
    )
    expect(await client.getBlock({ blockTag: 'pending' })).toMatchObject({
      transactions: [],
    })
    const hash = await client.sendRawTransaction({ serializedTransaction: raw })
    node.nextBeat()
    expect(await client.getTransactionReceipt({ hash })).toMatchObject({
      status: 'success',
    })
  })

  const base = {
    chainId: 31_337,
    nonce: 7,
    gas: 90_000n,
    to: bob,
    value: parseEther('1'),
    data: '0x1234',
  } as const
  const fees = { maxFeePerGas: 10n, maxPriorityFeePerGas: 2n } as const
  const accessList = [
    { address: token, storageKeys: [`0x${'11'.repeat(32)}`] },
  ] as const

  test.each([
    { ...base, type: 'legacy', gasPrice: 5n },
    { ...base, type: 'eip2930', gasPrice: 5n, accessList },
    { ...base, type: 'eip1559', ...fees, accessList },
    { ...base, type: 'eip1559', ...fees, nonce: 0, value: 0n, data: '0x' },
  ] as const)(
    'behavior: the bytes that the key signs elsewhere: %#',
    async (given) => {
      const { ask, wallet } = openApp()
      const { type, ...fields } = given
      const wire = Object.fromEntries(
        Object.entries({ ...fields, from: wallet.account }).map(
          ([name, value]) => [
            name,
            typeof value === 'bigint' || typeof value === 'number'
              ? `0x${value.toString(16)}`
              : value,
          ],
        ),
      )
      const raw = (await ask('eth_signTransaction', [wire])) as Hex
      expect(raw).toBe(await local.signTransaction(given as never))
      expect(Transaction.from(raw).from?.toLowerCase()).toBe(wallet.account)
    },
  )

  test('behavior: a delegation that somebody signed', async () => {
    const { ask, wallet } = openApp()
    const authorization = await local.signAuthorization({
      address: token,
      chainId: 31_337,
      nonce: 8,
    })
    const { chainId, address, nonce, r, s, yParity } = authorization
    const raw = await ask('eth_signTransaction', [
      {
        from: wallet.account,
        to: bob,
        nonce: '0x7',
        gas: '0x15f90',
        maxFeePerGas: '0xa',
        maxPriorityFeePerGas: '0x2',
        authorizationList: [
          {
            chainId: `0x${chainId.toString(16)}`,
            address,
            nonce: `0x${nonce.toString(16)}`,
            r,
            s,
            yParity: `0x${yParity?.toString(16)}`,
          },
        ],
      },
    ])
    const { to, gas } = base
    expect(raw).toBe(
      await local.signTransaction({
        type: 'eip7702',
        chainId: 31_337,
        nonce: 7,
        to,
        gas,
        ...fees,
        authorizationList: [authorization],
      }),
    )
  })
})

test('a wallet without its margin of gas went unnoticed', async () => {
  const { node, app, client, wallet } = openApp()
  const data = '0x0102'
  const estimate = await client.estimateGas({
    account: wallet.account,
    to: bob,
    data,
  })
  const sent = await Promise.all(
    [{ to: bob, data } as const, { to: bob }].map((one) =>
      app.sendTransaction(one),
    ),
  )
  node.nextBeat()
  const gas = await Promise.all(
    sent.map(async (hash) => (await client.getTransaction({ hash })).gas),
  )
  // 1.2 times the estimate, as the reference says; a transfer needs no more.
  expect(estimate).toBeGreaterThan(21_000n)
  expect(gas).toEqual([(estimate * 12n) / 10n, 21_000n])
})
