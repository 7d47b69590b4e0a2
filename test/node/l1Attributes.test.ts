import { createMockNode, type Hex, type MockNode } from 'preseal'
import { concat, keccak256, slice } from 'viem'
import { describe, expect, test } from 'vitest'
import {
  describeCaptures,
  opMainnetBlocks,
  readCapture,
} from '../chain/captures.js'
import { alice, bob, day, funded, word } from './actors.js'
import { ask, readBlock, readNonce, readReceipts } from './reads.js'

const depositor = '0xdeaddeaddeaddeaddeaddeaddeaddeaddead0001'

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
