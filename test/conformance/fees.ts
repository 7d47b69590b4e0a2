import type { Fault, MockNodeOptions } from 'preseal'
import { describe, expect, test } from 'vitest'
import { alice, bob, ether } from './actors.js'
import type { Door, OpenDoor } from './door.js'
import { readBlock, readReceipts } from './wire.js'

type FeeHistory = {
  oldestBlock: string
  baseFeePerGas: string[]
  gasUsedRatio: number[]
  reward?: string[][]
  baseFeePerBlobGas: string[]
  blobGasUsedRatio: number[]
}

const options = {
  accounts: { [alice]: { balance: ether } },
  header: { baseFeePerGas: 1_000n, gasLimit: 1_000_000n },
} satisfies MockNodeOptions

/** Blocks 1 to 3 with transactions that tip, and the same pending. */
async function open(door: Door, more: MockNodeOptions = {}) {
  const opened = await door.open({ ...options, ...more })
  const { node } = opened
  for (const tips of [[5n, 1n, 30n], [10n, 20n], [40n]]) {
    for (const tip of tips)
      node.preconfirm({
        from: alice,
        to: bob,
        gasUsed: 100_000n,
        maxPriorityFeePerGas: tip,
      })
    node.nextBlock()
  }
  node.preconfirm({ from: alice, to: bob, maxPriorityFeePerGas: 50n })
  node.nextBeat()
  return opened
}

const history = ({ request }: OpenDoor, ...params: unknown[]) =>
  request<FeeHistory>('eth_feeHistory', params)

export function fees(door: Door) {
  describe('fees', () => {
    test('default: a chain that charges nothing and nobody tips', async () => {
      const { node, request } = await door.open()
      node.nextBlock(3)
      const asked = [
        'eth_gasPrice',
        'eth_maxPriorityFeePerGas',
        'eth_blobBaseFee',
      ].map((method) => request(method))
      expect(await Promise.all(asked)).toEqual(['0x0', '0x0', '0x1'])
    })

    test('behavior: the 60th percentile of the lowest tips, over the base fee of latest', async () => {
      const opened = await open(door)
      const { request } = opened
      const { baseFeePerGas } = await readBlock(opened, 'latest')
      // 5, 10, 20, 30, 40: that of 1 wei is ignored, as geth does.
      expect(await request('eth_maxPriorityFeePerGas')).toBe('0x14')
      expect(Number(await request('eth_gasPrice'))).toBe(
        Number(baseFeePerGas) + 20,
      )
    })

    test('behavior: what was tipped more than 20 blocks ago is forgotten', async () => {
      const { node, request } = await open(door)
      node.nextBlock(18)
      expect(await request('eth_maxPriorityFeePerGas')).not.toBe('0x0')
      node.nextBlock(4)
      expect(await request('eth_maxPriorityFeePerGas')).toBe('0x0')
    })

    test('behavior: feeHistory says what blocks say', async () => {
      const opened = await open(door)
      const blocks = [
        await readBlock(opened, '0x1'),
        await readBlock(opened, '0x2'),
        await readBlock(opened, '0x3'),
        await readBlock(opened, 'pending'),
      ]
      const answer = await history(opened, '0x3', 'latest', [0, 50, 100])
      expect(answer).toEqual({
        oldestBlock: '0x1',
        reward: [
          ['0x1', '0x5', '0x1e'],
          ['0xa', '0xa', '0x14'],
          ['0x28', '0x28', '0x28'],
        ],
        baseFeePerGas: blocks.map(({ baseFeePerGas }) => baseFeePerGas),
        gasUsedRatio: [0.3, 0.2, 0.1],
        baseFeePerBlobGas: ['0x1', '0x1', '0x1', '0x1'],
        blobGasUsedRatio: [0, 0, 0],
      })
    })

    test('behavior: pending is the newest, and the block after it is foretold', async () => {
      const opened = await open(door)
      const answer = await history(opened, '0x2', 'pending', [10])
      expect(answer).toMatchObject({
        oldestBlock: '0x3',
        reward: [['0x28'], ['0x32']],
        gasUsedRatio: [0.1, 0.021],
      })
      opened.node.nextBlock()
      const { baseFeePerGas } = await readBlock(opened, 'pending')
      expect(answer.baseFeePerGas.at(-1)).toBe(baseFeePerGas)
    })

    test('behavior: empty blocks reward nobody, and no percentiles give no rewards', async () => {
      const opened = await door.open(options)
      opened.node.nextBlock(2)
      expect(await history(opened, '0x1', 'latest', [25, 75])).toMatchObject({
        reward: [['0x0', '0x0']],
      })
      for (const none of [[], [null], [[]]])
        expect(
          await history(opened, '0x1', 'latest', ...none),
        ).not.toHaveProperty('reward')
    })

    test('behavior: fewer blocks where there are no more, and 1 024 at most', async () => {
      const opened = await door.open()
      opened.node.nextBlock(1_500)
      const long = await history(opened, '0x1000', 'latest')
      expect(long.oldestBlock).toBe(`0x${(1_500 - 1_023).toString(16)}`)
      expect(long.gasUsedRatio).toHaveLength(1_024)
      const short = await history(opened, 10, '0x3')
      expect(short.oldestBlock).toBe('0x0')
      expect(short.baseFeePerGas).toHaveLength(5)
      expect(await history(opened, '0', 'latest')).toEqual({
        oldestBlock: '0x0',
        gasUsedRatio: null,
      })
    })

    test('behavior: a count in hex, in digits or as a number', async () => {
      const opened = await open(door)
      const answers = await Promise.all(
        ['0x2', '2', 2, '0x02'].map((count) =>
          history(opened, count, 'latest', [50]),
        ),
      )
      expect(new Set(answers.map((one) => JSON.stringify(one))).size).toBe(1)
    })

    test('behavior: imported blocks, as their JSON says it', async () => {
      const donor = await open(door)
      const block = await readBlock(donor, '0x1')
      const opened = await door.open({
        importedBlocks: [
          {
            block: { ...block, number: '0x64', excessBlobGas: '0x3000000' },
            receipts: await readReceipts(donor, '0x1'),
          },
        ],
      })
      expect(await history(opened, '0x5', 'latest', [50])).toMatchObject({
        oldestBlock: '0x64',
        reward: [['0x5']],
        baseFeePerGas: [block.baseFeePerGas, expect.any(String)],
        gasUsedRatio: [0.3],
        baseFeePerBlobGas: ['0x5a86', expect.stringMatching(/^0x/)],
      })
      expect(await opened.request('eth_blobBaseFee')).toBe('0x5a86')
      expect(await opened.request('eth_maxPriorityFeePerGas')).toBe('0x5')
    })

    test('error: an imported block without receipts', async () => {
      const donor = await open(door)
      const block = await readBlock(donor, '0x1')
      const opened = await door.open({ importedBlocks: [{ block }] })
      expect(await history(opened, '0x1', 'latest')).toMatchObject({
        gasUsedRatio: [0.3],
      })
      expect(await opened.request('eth_maxPriorityFeePerGas')).toBe('0x0')
      expect(
        await opened.refused({
          method: 'eth_feeHistory',
          params: ['0x1', 'latest', [50]],
        }),
      ).toMatchObject({
        code: -32000,
        message: expect.stringContaining('without receipts'),
      })
    })

    test("error: in geth's words", async () => {
      const opened = await open(door)
      const refusal = async (...params: unknown[]) =>
        opened.refused({ method: 'eth_feeHistory', params })
      expect(await refusal('0x1', '0x9')).toEqual({
        code: -32000,
        message: 'request beyond head block: requested 9, head 3',
      })
      const percentiles: [number[], string][] = [
        [[101], '101.000000'],
        [[-1], '-1.000000'],
        [[10, 5], '#0:10.000000 >= #1:5.000000'],
        [[5, 5], '#0:5.000000 >= #1:5.000000'],
        [
          Array.from({ length: 101 }, (_, at) => at / 2),
          'over the query limit 100',
        ],
      ]
      for (const [given, words] of percentiles)
        expect.soft(await refusal('0x1', 'latest', given)).toEqual({
          code: -32000,
          message: `invalid reward percentile: ${words}`,
        })
    })

    test('behavior: faults take them as any other read', async () => {
      const stale: Fault = { type: 'stale', beats: 25 }
      const opened = await open(door)
      const before = await history(opened, '0x9', 'latest')
      const lift = opened.node.fault(stale)
      const old = await history(opened, '0x9', 'latest')
      expect(old.gasUsedRatio.length).toBeLessThan(before.gasUsedRatio.length)
      lift()
      opened.node.fault({ type: 'otherBlock', to: '0x1' })
      expect(await history(opened, '0x9', 'latest')).toEqual(
        await history(opened, '0x2', '0x1'),
      )
      opened.node.fault({ type: 'null', methods: ['eth_gasPrice'] })
      expect(await opened.request('eth_gasPrice')).toBeNull()
    })
  })
}
