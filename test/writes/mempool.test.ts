import { getAddress, type Hex, keccak256 } from 'viem'
import { describe, expect, test } from 'vitest'
import {
  account,
  ask,
  bob,
  clientOf,
  fundedNode,
  other,
  sendRaw,
  transfer,
} from './wallets.js'

const address = account.address.toLowerCase() as Hex

const signed = (fields: object) =>
  account.signTransaction({ ...transfer, ...fields } as typeof transfer)

const pendingNonce = (node: ReturnType<typeof fundedNode>) =>
  ask(node, 'eth_getTransactionCount', address, 'pending')

const pendingHashes = async (node: ReturnType<typeof fundedNode>) =>
  (await clientOf(node).getBlock({ blockTag: 'pending' })).transactions

describe('the pending nonce', () => {
  test('default: it counts what follows on the state, and no gap', async () => {
    const node = fundedNode()
    const counted: unknown[] = []
    for (const nonce of [0, 2, 1, 4]) {
      await sendRaw(node, await signed({ nonce }))
      counted.push(await pendingNonce(node))
    }
    expect(counted).toEqual(['0x1', '0x1', '0x3', '0x3'])
    expect(await ask(node, 'eth_getTransactionCount', address, 'latest')).toBe(
      '0x0',
    )
    node.nextBeat()
    expect(await pendingNonce(node)).toBe('0x3')
    expect(await pendingHashes(node)).toHaveLength(3)
  })
})

describe('a nonce gap', () => {
  test('default: what lacks a nonce waits for it', async () => {
    const node = fundedNode()
    const [first, second] = [await signed({}), await signed({ nonce: 1 })]
    await sendRaw(node, second)
    node.nextBlock()
    expect(await pendingHashes(node)).toEqual([])
    await sendRaw(node, first)
    node.nextBeat()
    expect(await pendingHashes(node)).toEqual([
      keccak256(first),
      keccak256(second),
    ])
  })

  test('behavior: many in reverse go in by nonce, others between', async () => {
    const node = fundedNode()
    const raws = await Promise.all(
      Array.from({ length: 20 }, (_, nonce) => signed({ nonce })),
    )
    for (const raw of [...raws].reverse()) await sendRaw(node, raw)
    const last = await other.signTransaction(transfer)
    await sendRaw(node, last)
    node.nextBeat()
    expect(await pendingHashes(node)).toEqual(
      [...raws, last].map((raw) => keccak256(raw)),
    )
  })

  test('behavior: a drop opens one, and what came by request waits again', async () => {
    const node = fundedNode()
    const raws = [await signed({}), await signed({ nonce: 1 })] as const
    for (const raw of raws) await sendRaw(node, raw)
    node.nextBeat()
    const dropped: unknown[] = []
    node.on('dropped', ({ hash, reason }) => dropped.push([hash, reason]))
    node.drop(keccak256(raws[0]))
    node.nextBeat()
    expect(dropped).toEqual([[keccak256(raws[0]), 'requested']])
    expect(await pendingHashes(node)).toEqual([])
    expect(await sendRaw(node, raws[0])).toBe(keccak256(raws[0]))
    node.nextBeat()
    expect(await pendingHashes(node)).toEqual(raws.map((raw) => keccak256(raw)))
  })

  test('behavior: what waits for ever costs no beats', async () => {
    const node = fundedNode()
    await sendRaw(node, await signed({ nonce: 1 }))
    node.advance(365 * 86_400_000)
    expect(await ask(node, 'txpool_status')).toEqual({
      pending: '0x0',
      queued: '0x1',
    })
  })

  test('error: node.preconfirm leaves none', () => {
    const node = fundedNode()
    expect(() => node.preconfirm({ from: address, to: bob, nonce: 1 })).toThrow(
      expect.objectContaining({ name: 'NonceError' }),
    )
  })

  test('error: a nonce that is pre-confirmed is too low', async () => {
    const node = fundedNode()
    await sendRaw(node, await signed({}))
    node.nextBeat()
    const again = await signed({ value: 5n, maxFeePerGas: 9n })
    expect(await sendRaw(node, again)).toMatchObject({
      code: -32000,
      message: 'nonce too low: next nonce 1, tx nonce 0',
    })
    expect(await sendRaw(node, await signed({}))).toMatchObject({
      message: expect.stringContaining('nonce too low'),
    })
  })
})

describe('eth_getTransactionByHash', () => {
  test('default: it finds a transaction as soon as it is accepted', async () => {
    const node = fundedNode()
    const raw = await signed({ nonce: 1, maxFeePerGas: 7n })
    const hash = keccak256(raw)
    await sendRaw(node, raw)
    expect(await ask(node, 'eth_getTransactionByHash', hash)).toMatchObject({
      hash,
      from: address,
      nonce: '0x1',
      gasPrice: '0x7',
      maxFeePerGas: '0x7',
      blockHash: null,
      blockNumber: null,
      transactionIndex: null,
    })
    expect(await ask(node, 'eth_getTransactionReceipt', hash)).toBe(null)
  })

  test('behavior: a skew to sealed blocks hides it', async () => {
    const node = fundedNode()
    const raw = await signed({ nonce: 1 })
    await sendRaw(node, raw)
    node.nextBlock()
    node.fault({ type: 'otherBlock', to: 'latest' })
    expect(await ask(node, 'eth_getTransactionByHash', keccak256(raw))).toBe(
      null,
    )
  })
})

describe('a replacement', () => {
  test('default: fees 10 % higher take the place', async () => {
    const node = fundedNode()
    const dropped: unknown[] = []
    node.on('dropped', ({ hash, reason }) => dropped.push([hash, reason]))
    const first = await signed({
      maxFeePerGas: 100n,
      maxPriorityFeePerGas: 10n,
    })
    const second = await signed({
      maxFeePerGas: 110n,
      maxPriorityFeePerGas: 11n,
    })
    await sendRaw(node, first)
    expect(await sendRaw(node, second)).toBe(keccak256(second))
    expect(dropped).toEqual([[keccak256(first), 'replaced']])
    node.nextBeat()
    expect(await pendingHashes(node)).toEqual([keccak256(second)])
  })

  test.each([
    [109, 11, 1],
    [110, 10, 1],
    [100, 10, 5],
  ])('error: %i wei with a tip of %i is underpriced', async (fee, tip, wei) => {
    const node = fundedNode()
    const fees = (fee: number, tip: number) => ({
      maxFeePerGas: BigInt(fee),
      maxPriorityFeePerGas: BigInt(tip),
    })
    const first = await signed(fees(100, 10))
    const again = await signed({ ...fees(fee, tip), value: BigInt(wei) })
    await sendRaw(node, first)
    expect(await sendRaw(node, again)).toMatchObject({
      code: -32000,
      message: expect.stringContaining('replacement transaction underpriced'),
    })
    node.nextBeat()
    expect(await pendingHashes(node)).toEqual([keccak256(first)])
  })

  test('behavior: 0 replaces 0, and those behind it stay', async () => {
    const node = fundedNode()
    const behind = await signed({ nonce: 1 })
    const cancel = await signed({ to: account.address, value: 0n })
    for (const raw of [await signed({}), behind, cancel])
      await sendRaw(node, raw)
    expect(await pendingNonce(node)).toBe('0x2')
    node.nextBeat()
    expect(await pendingHashes(node)).toEqual(
      [cancel, behind].map((raw) => keccak256(raw)),
    )
  })

  test('behavior: the money of what is replaced is there for it', async () => {
    const node = fundedNode()
    const all = 10n ** 19n
    await sendRaw(node, await signed({ value: all }))
    const again = await signed({ value: all - 1n })
    expect(await sendRaw(node, again)).toBe(keccak256(again))
    expect(
      await sendRaw(node, await signed({ value: all + 1n })),
    ).toMatchObject({
      message: expect.stringContaining('insufficient funds'),
    })
  })

  test('error: the very same is already known', async () => {
    const node = fundedNode()
    await sendRaw(node, await signed({}))
    expect(await sendRaw(node, await signed({}))).toMatchObject({
      code: -32000,
      message: 'already known',
    })
  })
})

describe('txpool', () => {
  test('default: what can run is pending, what lacks a nonce queued', async () => {
    const node = fundedNode()
    const first = await signed({})
    await sendRaw(node, first)
    expect(await ask(node, 'txpool_status')).toEqual({
      pending: '0x1',
      queued: '0x0',
    })
    await ask(node, 'eth_sendTransaction', {
      from: address,
      to: bob,
      nonce: '0x2',
    })
    const content = await ask(node, 'txpool_contentFrom', address)
    expect(content).toEqual({
      pending: {
        0: expect.objectContaining({ hash: keccak256(first), blockHash: null }),
      },
      queued: { 2: expect.objectContaining({ nonce: '0x2' }) },
    })
    expect(await ask(node, 'txpool_content')).toEqual({
      pending: {
        [getAddress(address)]: (content as { pending: unknown }).pending,
      },
      queued: {
        [getAddress(address)]: (content as { queued: unknown }).queued,
      },
    })
    expect(await ask(node, 'txpool_inspect')).toEqual({
      pending: {
        [getAddress(address)]: {
          0: `${getAddress(bob)}: 1 wei + 21000 gas × 0 wei`,
        },
      },
      queued: {
        [getAddress(address)]: {
          2: `${getAddress(bob)}: 0 wei + 25200 gas × 0 wei`,
        },
      },
    })
    expect(await ask(node, 'eth_pendingTransactions')).toEqual([
      expect.objectContaining({ hash: keccak256(first), blockHash: null }),
    ])
    node.nextBeat()
    expect(await ask(node, 'txpool_status')).toEqual({
      pending: '0x0',
      queued: '0x1',
    })
    expect(await ask(node, 'eth_pendingTransactions')).toEqual([])
    expect(await ask(node, 'txpool_contentFrom', bob)).toEqual({
      pending: {},
      queued: {},
    })
  })
})

test('a snapshot holds what waits, and seek forgets what came later', async () => {
  const node = fundedNode()
  const snapshot = node.snapshot()
  await sendRaw(node, await signed({ nonce: 1 }))
  node.nextBlock()
  node.revert(snapshot)
  expect(await ask(node, 'txpool_status')).toEqual({
    pending: '0x0',
    queued: '0x0',
  })
})
