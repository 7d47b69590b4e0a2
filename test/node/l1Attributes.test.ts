import { createMockNode, type Hex, type MockNode } from 'preseal'
import { concat, keccak256, slice } from 'viem'
import { describe, expect, test } from 'vitest'
import {
  describeCaptures,
  opMainnetBlocks,
  readCapture,
} from '../chain/captures.js'
import { alice, bob, day, ether, funded, word } from './actors.js'
import { listen } from './listen.js'
import { ask, readAll, readBlock, readNonce, readReceipts } from './reads.js'

const depositor = '0xdeaddeaddeaddeaddeaddeaddeaddeaddead0001'
const l1Block = '0x4200000000000000000000000000000000000015'

const given = {
  number: 23_000_000n,
  baseFeePerGas: 124_168_444n,
  blobBaseFee: 7n,
  baseFeeScalar: 5_227,
  blobBaseFeeScalar: 1_014_213,
  batcherHash: word(0x6887246668a3b87f54deb3b94ba47a6f63f32985n),
}
const options = { ...funded, timestamp: 1_000n, l1Attributes: given }

/** The arguments of setL1BlockValuesIsthmus(), read from their places. */
function decode(input: Hex) {
  const number = (from: number, to: number) => BigInt(slice(input, from, to))
  return {
    selector: slice(input, 0, 4),
    baseFeeScalar: Number(number(4, 8)),
    blobBaseFeeScalar: Number(number(8, 12)),
    sequenceNumber: number(12, 20),
    timestamp: number(20, 28),
    number: number(28, 36),
    baseFeePerGas: number(36, 68),
    blobBaseFee: number(68, 100),
    hash: slice(input, 100, 132),
    batcherHash: slice(input, 132, 164),
    operatorFee: slice(input, 164, 176),
  }
}

/** As the specification of deposits makes it from the L1 block. */
function sourceHashOf(input: Hex): Hex {
  const { hash, sequenceNumber } = decode(input)
  const inner = keccak256(concat([hash, word(sequenceNumber)]))
  return keccak256(concat([word(1n), inner]))
}

type Deposit = { input: Hex; sourceHash: Hex; hash: Hex; nonce: Hex; from: Hex }

async function depositOf(node: MockNode, selector: string): Promise<Deposit> {
  const { transactions } = await readBlock(node, selector)
  return transactions[0] as unknown as Deposit
}

const quantity = (value: number) => `0x${value.toString(16)}`

/** Scripted all the time, but to no effect: no block is idle. */
function stir(node: MockNode, blocks: number) {
  for (let block = 0; block < blocks; block++) {
    node.setBalance({ address: bob, value: 5n * ether })
    node.nextBlock()
  }
}

describeCaptures('l1Attributes: captured deposits', () => {
  test.each(opMainnetBlocks)('%s is read the same way', (path) => {
    const { transactions } = readCapture<{ transactions: Deposit[] }>(path)
    const deposit = transactions[0] as Deposit
    expect(deposit.from).toBe(depositor)
    expect(sourceHashOf(deposit.input)).toBe(deposit.sourceHash)
  })
})

describe('l1Attributes', () => {
  test('default: no block has a deposit', async () => {
    const node = createMockNode({ l1Attributes: null })
    node.nextBlock()
    expect((await readBlock(node, 'latest')).transactions).toEqual([])
    expect((await readBlock(node, 'pending')).transactions).toEqual([])
  })

  test('behavior: it is transaction 0 from index 0 on', async () => {
    const node = createMockNode(options)
    const pending = await readBlock(node, 'pending')
    expect(pending.transactions).toMatchObject([
      {
        type: '0x7e',
        from: depositor,
        to: l1Block,
        nonce: '0x0',
        gas: '0xf4240',
        value: '0x0',
        mint: '0x0',
        transactionIndex: '0x0',
      },
    ])
    expect(pending.gasUsed).toBe('0xb41c')
    expect(await readReceipts(node, 'pending')).toMatchObject([
      { gasUsed: '0xb41c', depositNonce: '0x0', depositReceiptVersion: '0x1' },
    ])

    const hash = node.preconfirm({ from: alice, to: bob, value: 1n })
    node.nextBeat()
    const [first, second] = (await readBlock(node, 'pending')).transactions
    expect(first?.hash).toBe(pending.transactions[0]?.hash)
    expect(second).toMatchObject({ hash, transactionIndex: '0x1' })
    const [, receipt] = await readReceipts(node, 'pending')
    expect(receipt?.cumulativeGasUsed).toBe(quantity(46_108 + 21_000))
  })

  test('behavior: it tells what is given, and the L1 block of the time', async () => {
    const node = createMockNode(options)
    node.nextBlock(20)
    const origins: unknown[] = []
    for (const block of [1, 5, 6, 11, 12, 20]) {
      const { input, sourceHash } = await depositOf(node, quantity(block))
      const { number, timestamp, sequenceNumber, hash, ...rest } = decode(input)
      origins.push([block, Number(number), Number(timestamp), sequenceNumber])
      expect(sourceHash).toBe(sourceHashOf(input))
      expect(hash).toBe(keccak256(word(number)))
      const { number: _, ...constant } = given
      expect(rest).toEqual({
        ...constant,
        selector: '0x098999be',
        operatorFee: `0x${'0'.repeat(24)}`,
      })
      expect(input).toHaveLength(2 + 2 * 176)
    }
    expect(origins).toEqual([
      [1, 23_000_000, 1_000, 1n],
      [5, 23_000_000, 1_000, 5n],
      [6, 23_000_001, 1_012, 0n],
      [11, 23_000_001, 1_012, 5n],
      [12, 23_000_002, 1_024, 0n],
      [20, 23_000_003, 1_036, 2n],
    ])
  })

  test('behavior: L2 blocks that are no divisor of 12 seconds', async () => {
    const node = createMockNode({ ...options, blockTime: 5_000 })
    node.nextBlock(6)
    const origins = []
    for (let block = 1; block <= 6; block++) {
      const { input } = await depositOf(node, quantity(block))
      const { timestamp, sequenceNumber } = decode(input)
      origins.push([Number(timestamp) - 1_000, Number(sequenceNumber)])
    }
    // Blocks at 5, 10, 15, 20, 25 and 30 seconds.
    expect(origins).toEqual([
      [0, 1],
      [0, 2],
      [12, 0],
      [12, 1],
      [24, 0],
      [24, 1],
    ])
  })

  test('behavior: the predeploy holds what the deposit told', async () => {
    const node = createMockNode(options)
    node.nextBlock(8)
    const slotsAt = (selector: string) =>
      Promise.all(
        [0, 1, 2, 3, 4, 7, 8].map((slot) =>
          ask(node, 'eth_getStorageAt', l1Block, quantity(slot), selector),
        ),
      )
    expect(await slotsAt('0x7')).toEqual([
      word((1_012n << 64n) | 23_000_001n),
      word(given.baseFeePerGas),
      keccak256(word(23_000_001n)),
      word((5_227n << 96n) | (1_014_213n << 64n) | 1n),
      given.batcherHash,
      word(7n),
      word(0n),
    ])
    const sequenceNumbers = []
    for (const selector of ['0x5', '0x6', 'latest', 'pending'])
      sequenceNumbers.push(BigInt(String((await slotsAt(selector))[3])) % 16n)
    expect(sequenceNumbers).toEqual([5n, 0n, 2n, 3n])
  })

  test('behavior: the depositor counts the blocks', async () => {
    const node = createMockNode(options)
    node.nextBlock(5)
    expect(await readNonce(node, depositor, '0x2')).toBe(2)
    expect(await readNonce(node, depositor, 'latest')).toBe(5)
    expect(await readNonce(node, depositor, 'pending')).toBe(6)
    node.setNonce({ address: depositor, nonce: 100 })
    expect(await readNonce(node, depositor, '0x4')).toBe(4)
    node.nextBlock(3)
    expect(await readNonce(node, depositor, 'latest')).toBe(102)
    expect((await depositOf(node, 'pending')).nonce).toBe(quantity(102))
  })

  test('behavior: idle blocks are the same bytes as scripted ones', async () => {
    const idle = createMockNode(options)
    idle.nextBlock(16)
    const stirred = createMockNode(options)
    stir(stirred, 16)
    expect(await readAll(idle)).toEqual(await readAll(stirred))

    const mixed = createMockNode(options)
    mixed.advance(12_345)
    stir(mixed, 1)
    await readBlock(mixed, '0x3')
    mixed.nextBlock(4)
    stir(mixed, 3)
    mixed.advance(16 * 2_000 - mixed.now)
    expect(await readAll(mixed)).toEqual(await readAll(idle))
  })

  test('behavior: reads between jumps change nothing', async () => {
    const whole = createMockNode(options)
    whole.nextBlock(30)
    const cut = createMockNode(options)
    for (let block = 0; block < 30; block++) {
      cut.nextBlock()
      for (const selector of ['0x0', '0x1', 'latest', 'pending'])
        await readBlock(cut, selector)
    }
    expect(await readAll(cut)).toEqual(await readAll(whole))
  })

  test('behavior: a deposit is found by its hash, in idle blocks too', async () => {
    const node = createMockNode(options)
    const other = createMockNode(options)
    node.nextBlock(50)
    other.nextBlock(50)
    for (const selector of ['0x1', '0x19', 'latest', 'pending']) {
      const { hash } = await depositOf(other, selector)
      const found = await ask(node, 'eth_getTransactionByHash', hash)
      expect(found).toEqual(await depositOf(other, selector))
      const receipt = await ask(node, 'eth_getTransactionReceipt', hash)
      expect(receipt).toEqual((await readReceipts(other, selector))[0])
    }
    expect(await ask(node, 'eth_getTransactionByHash', word(1))).toBeNull()
  })

  test('behavior: a day of idle blocks is arithmetic', async () => {
    const node = createMockNode(options)
    node.advance(day)
    expect(await readNonce(node, depositor)).toBe(43_200)
    expect(await readNonce(node, depositor, '0x100')).toBe(0x100)
  })

  test('behavior: a latest block that is set keeps its deposit', async () => {
    const node = createMockNode(options)
    node.nextBlock(3)
    const before = await readBlock(node, 'latest')
    node.setBalance({ address: alice, value: 1n })
    expect(await readBlock(node, 'latest')).toEqual(before)
    expect(await readNonce(node, depositor, 'latest')).toBe(3)
    node.nextBlock()
    expect(await readBlock(node, '0x3')).toEqual(before)
    expect((await readBlock(node, '0x4')).stateRoot).not.toBe(before.stateRoot)
  })

  test('behavior: it cannot be dropped, and survives drops', async () => {
    const node = createMockNode(options)
    const deposit = await depositOf(node, 'pending')
    const hash = node.preconfirm({ from: alice, to: bob })
    node.nextBeat()
    expect(() => node.drop(deposit.hash)).toThrow(
      `Transaction ${deposit.hash} opens the block because of option "l1Attributes", and cannot be dropped.`,
    )
    node.drop(hash)
    node.nextBeat()
    const { transactions, gasUsed } = await readBlock(node, 'pending')
    expect(transactions).toEqual([await depositOf(node, 'pending')])
    expect(gasUsed).toBe(quantity(46_108))
  })

  test('behavior: it is told as any transaction', () => {
    const node = createMockNode(options)
    const told = listen(node, 'preconfirmed', 'sealed')
    node.advance(4_000)
    expect(
      told.map(([name, event]) =>
        name === 'preconfirmed'
          ? [name, event.blockNumber, event.index, event.transaction.type]
          : [name, event.blockNumber, event.transactions.length],
      ),
    ).toEqual([
      ['sealed', 1n, 1],
      ['preconfirmed', 2n, 0, 'deposit'],
      ['sealed', 2n, 1],
      ['preconfirmed', 3n, 0, 'deposit'],
    ])
  })

  test('behavior: snapshot, revert and seek give the same blocks again', async () => {
    const node = createMockNode(options)
    node.nextBlock(4)
    const snapshot = node.snapshot()
    node.nextBlock(9)
    const before = await readAll(node)
    node.revert(snapshot)
    node.nextBlock(9)
    expect(await readAll(node)).toEqual(before)
    node.seek(2_000)
    node.seek(26_000)
    expect(await readAll(node)).toEqual(before)
  })

  test('behavior: after an import the deposits go on', async () => {
    const source = createMockNode(options)
    source.nextBlock(3)
    const block = await readBlock(source, '0x2')
    const receipts = await readReceipts(source, '0x2')

    const node = createMockNode({ ...options, timestamp: 500n })
    node.preconfirm({ from: alice, to: bob })
    node.nextBeat()
    const report = node.importBlock({
      block: { ...block, number: '0x64' },
      receipts: receipts.map((one) => ({ ...one, blockNumber: '0x64' })),
    })
    expect(report).toMatchObject({ number: 100n, links: true })
    // The block's own deposit had nonce 1.
    expect((await depositOf(node, 'pending')).nonce).toBe('0x2')
    node.nextBlock(2)
    expect((await depositOf(node, 'latest')).nonce).toBe('0x3')
    expect((await readBlock(node, '0x65')).transactions).toHaveLength(2)
    const { hash } = await depositOf(node, 'latest')
    expect(await ask(node, 'eth_getTransactionReceipt', hash)).toMatchObject({
      blockNumber: '0x66',
      depositNonce: '0x3',
    })
  })

  test('behavior: an idle block after an import is sealed with the nonce that it had pending', async () => {
    const source = createMockNode(options)
    source.nextBlock(3)
    const block = await readBlock(source, '0x2')
    const node = createMockNode(options)
    node.importBlock({ block })
    for (const nonce of ['0x2', '0x3', '0x4']) {
      const pending = await depositOf(node, 'pending')
      expect(pending.nonce).toBe(nonce)
      node.nextBlock()
      expect(await depositOf(node, 'latest')).toMatchObject({
        nonce,
        hash: pending.hash,
      })
    }
    expect(await readNonce(node, depositor)).toBe(5)
    node.nextBlock(100)
    expect((await depositOf(node, 'latest')).nonce).toBe(quantity(104))
    expect((await depositOf(node, '0x3')).nonce).toBe('0x2')
  })

  test('behavior: an idle block that an imported pending block hid is sealed with its own nonce', async () => {
    const source = createMockNode({ ...options, pendingIdentity: 'nullHash' })
    const node = createMockNode(options)
    node.nextBlock(3)
    node.importBlock({ block: await readBlock(source, 'pending') })
    node.nextBlock(2)
    expect((await depositOf(node, '0x4')).nonce).toBe('0x3')
    expect((await depositOf(node, '0x5')).nonce).toBe('0x4')
  })

  test('error: a transaction that no block has room for beside the deposit', () => {
    const node = createMockNode({
      ...options,
      header: { gasLimit: 1_000_000n },
    })
    const pay = (gasUsed: bigint) =>
      node.preconfirm({ from: alice, to: bob, gasUsed })
    expect(() => pay(953_893n)).toThrow(
      'has a gas limit of 953893 but no block holds more than 953892',
    )
    const hash = pay(953_892n)
    node.nextBeat()
    expect(node.drop(hash)).toBeUndefined()
  })

  test('behavior: a pending block that is imported hides its own', async () => {
    const node = createMockNode(options)
    const source = createMockNode({ ...options, pendingIdentity: 'nullHash' })
    const block = await readBlock(source, 'pending')
    node.importBlock({ block })
    expect(await readBlock(node, 'pending')).toEqual(block)
    node.nextBlock()
    expect((await readBlock(node, 'latest')).transactions).toHaveLength(1)
    expect(await readNonce(node, depositor)).toBe(1)
  })

  test('error: a gas limit that the deposit does not fit', () => {
    const header = { gasLimit: 999_999n }
    expect(() => createMockNode({ l1Attributes: {}, header })).toThrow(
      'Option "header.gasLimit" is 999999n, expected at least 1000000n, the gas limit of the deposit that "l1Attributes" puts into each block.',
    )
    expect(() =>
      createMockNode({ l1Attributes: { gasUsed: 1_000_001n } }),
    ).toThrow(
      'Option "l1Attributes.gasUsed" is 1000001n, expected at most 1000000n',
    )
  })

  test('error: attributes that are none', () => {
    const invalid = { number: -1n, baseFeeScalar: 2 ** 32, hash: word(1) }
    expect(() =>
      createMockNode({ l1Attributes: invalid as never }),
    ).toThrowErrorMatchingInlineSnapshot(
      `[InvalidParametersError: Option "l1Attributes.number" is -1n, expected a bigint of a block number from 0n to below 2^53. Option "l1Attributes.baseFeeScalar" is 4294967296, expected an integer from 0 to 2^32 - 1. Option "l1Attributes.hash" is an unknown key, expected one of number, baseFeePerGas, blobBaseFee, baseFeeScalar, blobBaseFeeScalar, batcherHash, gasUsed.]`,
    )
  })
})
