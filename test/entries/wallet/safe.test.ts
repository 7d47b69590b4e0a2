import { createMockNode } from 'preseal'
import { createWallet } from 'preseal/wallet'
import { safe as profile } from 'preseal/wallets'
import {
  createPublicClient,
  createWalletClient,
  custom,
  hashMessage,
  hashTypedData,
  parseAbi,
} from 'viem'
import { describe, expect, test } from 'vitest'
import { bob, ether } from '../../conformance/actors.js'

function open(safe?: { owners?: number; threshold?: number }) {
  const node = createMockNode()
  const wallet = createWallet(node, { profile, safe, balance: ether })
  const { account, provider } = wallet
  if (wallet.safe === undefined) throw new Error('There is no Safe.')
  const app = createWalletClient({
    account,
    chain: node.chain,
    transport: custom(provider),
  })
  const chain = createPublicClient({ transport: custom(node.provider) })
  const through = createPublicClient({ transport: custom(provider) })
  return { node, wallet, owners: wallet.safe, app, chain, through }
}

describe('eth_sendTransaction', () => {
  test('default: the hash never appears on the chain', async () => {
    const { node, owners, app, chain, through } = open()
    const hash = await app.sendTransaction({ to: bob, value: 1n })
    expect(owners.transactions).toEqual([
      {
        safeTxHash: hash,
        nonce: 0,
        confirmations: 1,
        hash: null,
        status: 'waiting',
      },
    ])
    node.advance(60_000)
    await expect(chain.getTransaction({ hash })).rejects.toThrow(/not be found/)
    await expect(chain.getTransactionReceipt({ hash })).rejects.toThrow()
    expect(await through.getTransaction({ hash })).toMatchObject({
      hash,
      blockHash: null,
    })
  })

  test('behavior: execution follows in another transaction', async () => {
    const { node, owners, app, chain, through } = open()
    const safeTxHash = await app.sendTransaction({ to: bob, value: 1n })
    await expect(owners.execute()).rejects.toThrow(
      /expected 2 signatures\. Call wallet\.safe\.confirm first\.$/,
    )
    owners.confirm()
    const hash = await owners.execute()
    expect(hash).not.toBe(safeTxHash)
    node.nextBlock()
    expect(await chain.getBalance({ address: bob })).toBe(1n)
    const receipt = await chain.getTransactionReceipt({ hash })
    expect(receipt.logs[0]?.topics[1]).toBe(safeTxHash)
    await expect(
      chain.getTransactionReceipt({ hash: safeTxHash }),
    ).rejects.toThrow()
    // The provider of a Safe passes it off as the transaction.
    expect(
      await through.getTransactionReceipt({ hash: safeTxHash }),
    ).toMatchObject({ transactionHash: safeTxHash, status: 'success' })
    expect(owners.transactions[0]).toMatchObject({ hash, status: 'executed' })
  })

  test('behavior: the contract agrees on hash, owners and nonce', async () => {
    const { node, wallet, owners, app, chain } = open({ owners: 3 })
    const abi = parseAbi([
      'function nonce() view returns (uint256)',
      'function getOwners() view returns (address[])',
      'function getThreshold() view returns (uint256)',
      'function isOwner(address) view returns (bool)',
      'function VERSION() view returns (string)',
      'function getTransactionHash(address,uint256,bytes,uint8,uint256,uint256,uint256,address,address,uint256) view returns (bytes32)',
    ])
    const address = wallet.account
    const zero = '0x0000000000000000000000000000000000000000'
    const read = (functionName: string, args: unknown[] = []) =>
      chain.readContract({ address, abi, functionName, args } as never)
    const first = await app.sendTransaction({ to: bob, value: 1n })
    const second = await app.sendTransaction({ to: bob, value: 1n })
    for (const [nonce, expected] of [first, second].entries())
      expect(
        await read('getTransactionHash', [
          ...[bob, 1n, '0x', 0, 0n, 0n, 0n, zero, zero, BigInt(nonce)],
        ]),
      ).toBe(expected)
    expect(
      ((await read('getOwners')) as string[]).map((one) => one.toLowerCase()),
    ).toEqual(owners.owners)
    expect(await read('getThreshold')).toBe(2n)
    expect(await read('isOwner', [owners.owners[0]])).toBe(true)
    expect(await read('VERSION')).toBe('1.4.1')
    owners.confirm(second)
    // Their nonces are in order: the second cannot be executed first.
    await owners.execute(second)
    node.nextBlock()
    expect(await read('nonce')).toBe(0n)
    owners.confirm(first)
    await owners.execute(first)
    node.nextBlock()
    expect(await read('nonce')).toBe(1n)
  })

  test('behavior: what the owners cancel is never executed', async () => {
    const { owners, app } = open()
    const safeTxHash = await app.sendTransaction({ to: bob, value: 1n })
    owners.cancel(safeTxHash)
    expect(() => owners.confirm(safeTxHash)).toThrow(/wallet.safe.confirm/)
    await expect(owners.execute(safeTxHash)).rejects.toThrow(/transactions/)
  })

  test('behavior: a user who rejects proposes nothing', async () => {
    const { wallet, owners, app } = open()
    wallet.reject()
    await expect(app.sendTransaction({ to: bob })).rejects.toThrow(
      /User rejected transaction/,
    )
    expect(owners.transactions).toEqual([])
  })

  test('error: other wallets have no owners', () => {
    expect(createWallet(createMockNode()).safe).toBe(undefined)
    expect(() =>
      createWallet(createMockNode(), { profile, safe: { owners: 0 } }),
    ).toThrow(/safe/)
  })
})

describe('signatures', () => {
  const abi = parseAbi([
    'function isValidSignature(bytes32,bytes) view returns (bytes4)',
  ])

  test('default: the contract accepts what its owners sign (ERC-1271)', async () => {
    const { wallet, app, chain } = open()
    const address = wallet.account
    const valid = (hash: `0x${string}`, signature: `0x${string}`) =>
      chain.readContract({
        address,
        abi,
        functionName: 'isValidSignature',
        args: [hash, signature],
      })
    const signed = await app.signMessage({ message: 'hello' })
    expect(await valid(hashMessage('hello'), signed)).toBe('0x1626ba7e')
    await expect(valid(hashMessage('hullo'), signed)).rejects.toThrow()
    const typed = {
      domain: { chainId: 31_337 },
      types: { Mail: [{ name: 'text', type: 'string' }] },
      primaryType: 'Mail',
      message: { text: 'hello' },
    } as const
    const signature = await app.signTypedData(typed)
    expect(await valid(hashTypedData(typed), signature)).toBe('0x1626ba7e')
  })
})
