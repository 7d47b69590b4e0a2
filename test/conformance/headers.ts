import type { MockNode } from 'preseal'
import { hexToNumber, numberToHex, sha256 } from 'viem'
import { describe, expect, test } from 'vitest'
import { alice, bob, ether, miner, word } from './actors.js'
import type { Door } from './door.js'
import { baseFeeAfter, storageRootOf } from './oracle.js'
import { funded, openBusy } from './stories.js'
import { first, readBlock, readChain } from './wire.js'

const messagePasser = '0x4200000000000000000000000000000000000016'

export function headers(door: Door) {
  describe('F12: safe and finalized', () => {
    test('default: 60 and 600 blocks behind, genesis before that', async () => {
      const opened = await door.open()
      const read = async () =>
        Promise.all(
          ['latest', 'safe', 'finalized'].map(async (tag) =>
            hexToNumber((await readBlock(opened, tag)).number),
          ),
        )
      const seen = [await read()]
      for (const blocks of [59, 1, 1, 538, 1, 1, 1_000]) {
        opened.node.nextBlock(blocks)
        seen.push(await read())
      }
      expect(seen).toEqual([
        [0, 0, 0],
        [59, 0, 0],
        [60, 0, 0],
        [61, 1, 0],
        [599, 539, 0],
        [600, 540, 0],
        [601, 541, 1],
        [1_601, 1_541, 1_001],
      ])
    })

    test('options: safeLag and finalizedLag', async () => {
      const opened = await door.open({ finalityLag: { safe: 0, finalized: 1 } })
      opened.node.nextBlock(3)
      const numbers = await Promise.all(
        ['latest', 'safe', 'finalized', 'earliest'].map(
          async (tag) => (await readBlock(opened, tag)).number,
        ),
      )
      expect(numbers).toEqual(['0x3', '0x3', '0x2', '0x0'])
    })
  })

  describe('F13: the base fee of the next block', () => {
    const full = { from: alice, to: bob, gasUsed: 10_000n } as const
    const fill = (node: MockNode, counts: number[]) => {
      for (const count of counts) {
        for (let made = 0; made < count; made++) node.preconfirm(full)
        node.nextBlock()
      }
    }

    test('default: stays 0', async () => {
      const opened = await door.open(funded)
      fill(opened.node, [3, 0, 1])
      const chain = await readChain(opened)
      expect(chain.map(({ baseFeePerGas }) => baseFeePerGas)).toEqual(
        chain.map(() => '0x0'),
      )
    })

    test.each([
      ['rises and falls by the standard', {}, {}],
      [
        'denominator, elasticity and floor of the chain',
        {
          baseFeeMaxChangeDenominator: 250,
          elasticityMultiplier: 6,
          minBaseFeePerGas: 995n,
        },
        { denominator: 250n, elasticity: 6n, floor: 995n },
      ],
      [
        'a fee of a few wei rises by 1 at least, and does not fall to nothing at once',
        { initialBaseFeePerGas: 7n },
        {},
      ],
    ])('behavior: %s', async (_, header, fees) => {
      const opened = await door.open({
        ...funded,
        header: { initialBaseFeePerGas: 1_000n, gasLimit: 100_000n, ...header },
      })
      fill(opened.node, [5, 10, 10, 10, 0, 1, 6, 9, 0, 0, 0, 0, 2])
      opened.node.nextBlock(20)
      const chain = await readChain(opened)
      expect(chain.slice(1).map(({ baseFeePerGas }) => baseFeePerGas)).toEqual(
        chain.slice(0, -1).map((block) => baseFeeAfter(block, fees)),
      )
      expect(
        new Set(chain.map(({ baseFeePerGas }) => baseFeePerGas)).size,
      ).toBeGreaterThan(4)
    })
  })

  describe('F14 and F15: header fields', () => {
    test('behavior: those that are the same in every block', async () => {
      const chain = await readChain(await openBusy(door))
      for (const block of chain)
        expect.soft(block).toMatchObject({
          nonce: '0x0000000000000000',
          difficulty: '0x0',
          uncles: [],
          withdrawals: [],
          sha3Uncles:
            '0x1dcc4de8dec75d7aab85b567b6ccd41ad312451b948a7413f0a142fd40d49347',
          excessBlobGas: '0x0',
          requestsHash: sha256('0x'),
        })
    })

    test('options: header', async () => {
      const chain = await readChain(await openBusy(door))
      for (const block of chain)
        expect.soft(block).toMatchObject({
          gasLimit: numberToHex(1_000_000),
          miner,
          extraData: '0x00000000fa00000006',
          mixHash: word(0x111),
          parentBeaconBlockRoot: word(0x222),
        })
      expect(first(chain).baseFeePerGas).toBe('0x3e8')
    })

    test('behavior: withdrawalsRoot is the storage root of the message passer', async () => {
      const opened = await door.open({
        accounts: {
          [alice]: { balance: ether },
          [messagePasser]: { storage: { [word(1)]: word(1) } },
        },
      })
      const { node } = opened
      const read = async (selector: string) =>
        (await readBlock(opened, selector)).withdrawalsRoot
      const one = await storageRootOf({ [word(1)]: word(1) })
      const two = await storageRootOf({
        [word(1)]: word(1),
        [word(2)]: word(0xff),
      })
      expect([await read('latest'), await read('pending')]).toEqual([one, one])
      node.preconfirm({
        from: alice,
        to: messagePasser,
        changes: { [messagePasser]: { storage: { [word(2)]: word(0xff) } } },
      })
      node.nextBeat()
      expect([await read('latest'), await read('pending')]).toEqual([one, two])
      node.nextBlock()
      expect([await read('latest'), await read('0x0')]).toEqual([two, one])
    })

    test('behavior: blobGasUsed adds up', async () => {
      const opened = await door.open(funded)
      const { node } = opened
      for (const blobGasUsed of [131_072n, 0n, 262_144n]) {
        node.preconfirm({ from: alice, to: bob, blobGasUsed })
        node.nextBeat()
      }
      expect((await readBlock(opened, 'pending')).blobGasUsed).toBe(
        numberToHex(393_216),
      )
      node.nextBlock()
      expect((await readBlock(opened, 'latest')).blobGasUsed).toBe(
        numberToHex(393_216),
      )
      expect((await readBlock(opened, 'pending')).blobGasUsed).toBe('0x0')
    })

    test.each([
      [1_000, 200],
      [250, 50],
      [2_000, 1_000],
    ])(
      'behavior: timestamps under a blockTime of %s ms',
      async (blockTime, preconfirmationTime) => {
        const opened = await door.open({
          blockTime,
          preconfirmationTime,
          timestamp: 1_000n,
        })
        opened.node.nextBlock(9)
        const chain = await readChain(opened)
        expect(chain.map(({ timestamp }) => hexToNumber(timestamp))).toEqual(
          chain.map((_, n) => 1_000 + Math.floor((n * blockTime) / 1_000)),
        )
      },
    )
  })
}
