import { createMockNode } from 'preseal'
import { fromRlp, keccak256, parseTransaction, toRlp } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { describe, expect, test } from 'vitest'
import { alice, ask, bob, target } from '../calls/ask.js'
import { word } from '../conformance/actors.js'

const logs = [{ address: target, topics: [word(1)], data: '0x12' }] as const

function storyOf() {
  const node = createMockNode({ accounts: { [alice]: { balance: 9n } } })
  node.preconfirm({ from: alice, to: bob, value: 1n, logs })
  node.preconfirm({ from: alice, to: bob, type: 'legacy' })
  node.nextBlock()
  return node
}

type Block = { hash: string; size: string; transactions: { hash: string }[] }

describe('debug_getRaw', () => {
  test('default: the bytes whose hashes a block has', async () => {
    const node = storyOf()
    const block = (await ask(
      node,
      'eth_getBlockByNumber',
      '0x1',
      true,
    )) as Block
    const header = (await ask(node, 'debug_getRawHeader', '0x1')) as '0x'
    expect(keccak256(header)).toBe(block.hash)
    const raw = (await ask(node, 'debug_getRawBlock', block.hash)) as '0x'
    expect((raw.length - 2) / 2).toBe(Number(block.size))
    const [own, transactions, ...lists] = fromRlp(raw) as unknown[]
    expect(toRlp(own as never)).toBe(header)
    expect(lists).toEqual([[], []])
    const [first, second] = transactions as unknown[]
    const [one, two] = block.transactions
    expect(keccak256(first as never)).toBe(one?.hash)
    expect(keccak256(toRlp(second as never))).toBe(two?.hash)
  })

  test('behavior: a transaction while it waits and once it is sealed', async () => {
    const node = createMockNode({ accounts: { [alice]: { balance: 9n } } })
    const hash = node.preconfirm({ from: alice, to: bob, value: 1n })
    const waiting = (await ask(node, 'debug_getRawTransaction', hash)) as '0x'
    expect(keccak256(waiting)).toBe(hash)
    expect(parseTransaction(waiting)).toMatchObject({ to: bob, value: 1n })
    node.nextBlock()
    expect(await ask(node, 'debug_getRawTransaction', hash)).toBe(waiting)
    expect(await ask(node, 'debug_getRawTransaction', word(1))).toBe('0x')
  })

  test('behavior: a signed one as it was sent, once its block is hashed', async () => {
    const account = privateKeyToAccount(`0x${'1'.repeat(64)}`)
    const node = createMockNode({
      accounts: { [account.address]: { balance: 10n ** 20n } },
    })
    const shared = { to: bob, gas: 100_000n, data: '0x0011' } as const
    const accessList = [{ address: bob, storageKeys: [word(1)] }]
    const authorization = { contractAddress: bob, chainId: 31_337, nonce: 9 }
    const authorizationList = [await account.signAuthorization(authorization)]
    const each = [
      { type: 'legacy', gasPrice: 9n },
      { type: 'legacy', gasPrice: 9n, chainId: 31_337 },
      { type: 'eip2930', gasPrice: 9n, chainId: 31_337, accessList },
      { type: 'eip1559', maxFeePerGas: 9n, chainId: 31_337, accessList },
      { maxFeePerGas: 9n, chainId: 31_337, authorizationList },
    ] as const
    const sent: [hash: unknown, raw: string][] = []
    for (const [nonce, one] of each.entries()) {
      const raw = await account.signTransaction({ ...shared, ...one, nonce })
      sent.push([await ask(node, 'eth_sendRawTransaction', raw), raw])
    }
    node.nextBlock()
    const { transactions, size } = (await ask(
      node,
      'eth_getBlockByNumber',
      'latest',
      false,
    )) as Block
    expect(transactions).toEqual(sent.map(([hash]) => hash))
    for (const [hash, raw] of sent)
      expect(await ask(node, 'eth_getRawTransactionByHash', hash)).toBe(raw)
    const block = (await ask(node, 'debug_getRawBlock', 'latest')) as '0x'
    expect((block.length - 2) / 2).toBe(Number(size))
  })

  test('behavior: an imported block has the bytes of the real one', async () => {
    const real = storyOf()
    const [block, receipts] = [
      await ask(real, 'eth_getBlockByNumber', '0x1', true),
      await ask(real, 'eth_getBlockReceipts', '0x1'),
    ] as [object, object[]]
    const node = createMockNode({ importedBlocks: [{ block, receipts }] })
    for (const method of [
      'debug_getRawHeader',
      'debug_getRawBlock',
      'debug_getRawReceipts',
    ])
      expect(await ask(node, method, 'latest')).toEqual(
        await ask(real, method, 'latest'),
      )
    const uncles = { ...block, uncles: [word(1)] }
    const odd = createMockNode({
      importedBlocks: [{ block: uncles, receipts }],
    })
    expect(await ask(odd, 'debug_getRawBlock', 'latest')).toEqual({
      code: -32000,
      message:
        'This block was imported, and of its uncles only the hashes are known.',
    })
  })

  test('error: of a block that is not there', async () => {
    expect(await ask(storyOf(), 'debug_getRawHeader', '0x9')).toEqual({
      code: -32000,
      message: 'block 0x9 not found',
    })
  })
})

test('eth_getStorageValues', async () => {
  const storage = { [word(1)]: word(7) }
  const node = createMockNode({ accounts: { [target]: { storage } } })
  expect(
    await ask(node, 'eth_getStorageValues', {
      [target]: ['0x1', word(2)],
      [bob]: ['0x1'],
    }),
  ).toEqual({ [target]: [word(7), word(0)], [bob]: [word(0)] })
  expect(await ask(node, 'eth_getStorageValues', {})).toEqual({
    code: -32602,
    message: 'empty request',
  })
  const many = { [target]: Array(1_025).fill('0x1') }
  expect(await ask(node, 'eth_getStorageValues', many)).toEqual({
    code: -32602,
    message: 'too many slots (max 1024)',
  })
})

test('eth_baseFee: of the block after latest', async () => {
  const node = createMockNode({ header: { initialBaseFeePerGas: 1_000n } })
  node.nextBlock()
  const { baseFeePerGas } = (await ask(
    node,
    'eth_getBlockByNumber',
    'pending',
    false,
  )) as { baseFeePerGas: string }
  expect(await ask(node, 'eth_baseFee')).toBe(baseFeePerGas)
})
