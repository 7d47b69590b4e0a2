import { createMockNode, type MockNodeOptions } from 'preseal'
import { evm } from 'preseal/evm'
import {
  createPublicClient,
  createWalletClient,
  custom,
  keccak256,
  numberToHex,
  parseAbi,
  parseEther,
  serializeTransaction,
} from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { describe, expect, test } from 'vitest'

const account = privateKeyToAccount(keccak256('0x01'))
const weth = '0x4200000000000000000000000000000000000006'
const oracle = '0x420000000000000000000000000000000000000F'
const l1Block = '0x4200000000000000000000000000000000000015'
const wethAbi = parseAbi([
  'function deposit() payable',
  'function withdraw(uint256)',
  'function transfer(address, uint256) returns (bool)',
  'function transferFrom(address, address, uint256) returns (bool)',
  'function approve(address, uint256) returns (bool)',
  'function balanceOf(address) view returns (uint256)',
  'function totalSupply() view returns (uint256)',
  'function symbol() view returns (string)',
])

const open = (options: MockNodeOptions = {}) => {
  const node = createMockNode({
    chainId: 8453,
    l1Attributes: {
      number: 20_000_000n,
      baseFeePerGas: 5_000_000_000n,
      blobBaseFee: 7n,
      baseFeeScalar: 2_269,
      blobBaseFeeScalar: 1_055_762,
    },
    accounts: { [account.address]: { balance: parseEther('10') } },
    ...options,
  })
  const transport = custom(node.provider, { retryCount: 0 })
  const client = createPublicClient({ chain: node.chain, transport })
  const wallet = createWalletClient({ account, chain: node.chain, transport })
  return { node, client, wallet }
}

describe.each([
  ['without an interpreter', {}],
  ['with one', { engine: evm() }],
])('predeploys of OP chains, %s', (_, options) => {
  test('L1Block tells what the deposit says', async () => {
    const { client } = open(options)
    const read = (name: string) =>
      client.readContract({
        address: l1Block,
        abi: parseAbi([`function ${name}() view returns (uint256)`] as [
          string,
        ]),
        functionName: name,
        blockTag: 'pending',
      })
    expect(await read('number')).toBe(20_000_000n)
    expect(await read('basefee')).toBe(5_000_000_000n)
    expect(await read('blobBaseFee')).toBe(7n)
    expect(await read('baseFeeScalar')).toBe(2_269n)
    expect(await read('blobBaseFeeScalar')).toBe(1_055_762n)
    expect(await client.getCode({ address: l1Block })).toBeUndefined()
  })

  test('the oracle foretells what a receipt says', async () => {
    const { node, client, wallet } = open(options)
    const request = await wallet.prepareTransactionRequest({
      to: weth,
      value: 1n,
      gas: 100_000n,
    })
    const unsigned = serializeTransaction({
      chainId: request.chainId,
      type: 'eip1559',
      nonce: request.nonce,
      to: weth,
      value: 1n,
      gas: 100_000n,
      maxFeePerGas: request.maxFeePerGas,
      maxPriorityFeePerGas: request.maxPriorityFeePerGas,
    })
    const foretold = await client.readContract({
      address: oracle,
      abi: parseAbi(['function getL1Fee(bytes) view returns (uint256)']),
      functionName: 'getL1Fee',
      args: [unsigned],
    })
    const hash = await wallet.sendTransaction(request)
    node.nextBeat()
    const receipt = await client.getTransactionReceipt({ hash })
    // Both are at the least size that is charged for.
    expect(foretold).toBe(BigInt(Object(receipt).l1Fee))
    expect(foretold).toBeGreaterThan(0n)
  })

  test('WETH9 wraps, moves and unwraps ether', async () => {
    const { node, client, wallet } = open(options)
    const other = numberToHex(0xb0b, { size: 20 })
    const token = { address: weth, abi: wethAbi } as const
    const balanceOf = (owner: `0x${string}`) =>
      client.readContract({
        ...token,
        functionName: 'balanceOf',
        args: [owner],
        blockTag: 'pending',
      })
    await wallet.writeContract({ ...token, functionName: 'deposit', value: 9n })
    node.nextBlock()
    // Wei without a call is a deposit too.
    await wallet.sendTransaction({ to: weth, value: 1n })
    node.nextBlock()
    await wallet.writeContract({
      ...token,
      functionName: 'transfer',
      args: [other, 4n],
    })
    node.nextBlock()
    const hash = await wallet.writeContract({
      ...token,
      functionName: 'withdraw',
      args: [2n],
    })
    node.nextBlock()
    expect(await balanceOf(account.address)).toBe(4n)
    expect(await balanceOf(other)).toBe(4n)
    expect(
      await client.getBalance({ address: weth, blockTag: 'pending' }),
    ).toBe(8n)
    const { logs, status } = await client.getTransactionReceipt({ hash })
    expect(status).toBe('success')
    expect(logs.map(({ topics }) => topics[0])).toEqual([
      keccak256(new TextEncoder().encode('Withdrawal(address,uint256)')),
    ])
    await expect(
      wallet.writeContract({ ...token, functionName: 'withdraw', args: [5n] }),
    ).rejects.toThrow('reverted')
    expect(
      await client.readContract({ ...token, functionName: 'symbol' }),
    ).toBe('WETH')
  })
})

test('other chains have none of them', async () => {
  const { client } = open({ l1Attributes: null })
  await expect(
    client.readContract({
      address: weth,
      abi: wethAbi,
      functionName: 'symbol',
    }),
  ).rejects.toThrow(`${weth} has no code`)
})
