import { numberToHex } from 'viem'
import { describe, expect, test } from 'vitest'
import { alice, bob, ether, miner, nobody, token, word } from './actors.js'
import type { Door } from './door.js'
import { bloomOf, claimed, recompute, stateRootOf } from './oracle.js'
import { busy, funded, kindNames, kinds, openBusy } from './stories.js'
import { readBlock, readReceipts, readWhole, type WireBlock } from './wire.js'

export function contents(door: Door) {
  describe('F4: block and receipts agree', () => {
    test('default', async () => {
      const whole = await readWhole(await openBusy(door))
      for (const { block, receipts } of whole) {
        expect
          .soft(block.gasUsed)
          .toBe(receipts.at(-1)?.cumulativeGasUsed ?? '0x0')
        expect
          .soft(BigInt(block.logsBloom))
          .toBe(
            receipts.reduce((bits, each) => bits | BigInt(each.logsBloom), 0n),
          )
        expect
          .soft(receipts.map(({ logsBloom }) => logsBloom))
          .toEqual(receipts.map(bloomOf))
        const places = receipts.map((_, index) => numberToHex(index))
        expect
          .soft(receipts.map(({ transactionIndex }) => transactionIndex))
          .toEqual(places)
        expect
          .soft(block.transactions.map((each) => each.transactionIndex))
          .toEqual(places)
        const logs = receipts.flatMap(({ logs }) => logs)
        expect
          .soft(logs.map(({ logIndex }) => logIndex))
          .toEqual(logs.map((_, index) => numberToHex(index)))
        let gasUsed = 0n
        for (const receipt of receipts) {
          gasUsed += BigInt(receipt.gasUsed)
          expect.soft(BigInt(receipt.cumulativeGasUsed)).toBe(gasUsed)
        }
      }
      expect(whole.map(({ receipts }) => receipts.length)).toEqual([
        0, 9, 0, 1, 0, 20, 0, 3,
      ])
    })

    test('behavior: receipts, logs and transactions name one another', async () => {
      const whole = await readWhole(await openBusy(door))
      for (const { block, receipts } of whole)
        for (const [index, receipt] of receipts.entries()) {
          const transaction = block.transactions[index]
          expect
            .soft({
              transactionHash: receipt.transactionHash,
              type: receipt.type,
              from: receipt.from,
              to: receipt.to,
            })
            .toEqual({
              transactionHash: transaction?.hash,
              type: transaction?.type,
              from: transaction?.from,
              to: transaction?.to,
            })
          for (const log of receipt.logs)
            expect.soft(log).toMatchObject({
              transactionHash: receipt.transactionHash,
              transactionIndex: receipt.transactionIndex,
              blockHash: block.hash,
              blockNumber: block.number,
              removed: false,
            })
        }
    })
  })

  describe('F5: roots, hash and size recompute', () => {
    test('default: of sealed blocks and of the partial one', async () => {
      const whole = await readWhole(await openBusy(door))
      expect(whole).toHaveLength(8)
      for (const { block, receipts } of whole)
        expect.soft(await recompute(block, receipts)).toEqual(claimed(block))
    })

    // Typed envelopes lie in a block as strings, whose prefixes were left out.
    test.each(kindNames)(
      'regression: size of a block that holds one %s',
      async (name) => {
        const opened = await door.open(busy.options)
        opened.node.preconfirm(kinds[name])
        opened.node.nextBlock()
        const block = await readBlock(opened, 'latest')
        const { size } = await recompute(
          block,
          await readReceipts(opened, '0x1'),
        )
        expect(block.transactions).toHaveLength(1)
        expect(block.size).toBe(size)
      },
    )

    test('behavior: of 64 transactions in one block', async () => {
      const opened = await door.open(funded)
      for (let count = 0; count < 64; count++)
        opened.node.preconfirm({
          from: alice,
          to: numberToHex(count, { size: 20 }),
          data: `0x${'5a'.repeat(count)}`,
          logs: count % 2 ? [{ address: token, topics: [word(count)] }] : [],
        })
      opened.node.nextBlock()
      const block = await readBlock(opened, 'latest')
      expect(block.transactions).toHaveLength(64)
      expect(await recompute(block, await readReceipts(opened, '0x1'))).toEqual(
        claimed(block),
      )
    })

    test('behavior: an empty beat repeats the block', async () => {
      const opened = await openBusy(door)
      const before = await readBlock(opened, 'pending')
      opened.node.nextBeat()
      expect(await readBlock(opened, 'pending')).toEqual(before)
      expect(before.transactions).not.toEqual([])
    })
  })

  describe('F6: state roots', () => {
    test('default: zero until the seal, so that the hash changes with it', async () => {
      const opened = await openBusy(door)
      opened.node.nextBeat(4)
      const partial = await readBlock(opened, 'pending')
      expect(partial.stateRoot).toBe(word(0))
      opened.node.nextBlock()
      const sealed = await readBlock(opened, 'latest')
      const changed = ['hash', 'stateRoot'] as const
      expect(sealed.stateRoot).not.toBe(word(0))
      expect(sealed.hash).not.toBe(partial.hash)
      for (const key of Object.keys(sealed) as (keyof WireBlock)[])
        if (key !== 'transactions' && !changed.some((one) => one === key))
          expect.soft(sealed[key], key).toEqual(partial[key])
    })

    test("options: pendingStateRoot: 'everyBeat'", async () => {
      const opened = await openBusy(door, { pendingStateRoot: 'everyBeat' })
      opened.node.nextBeat(4)
      const partial = await readBlock(opened, 'pending')
      expect(partial.stateRoot).not.toBe(word(0))
      opened.node.nextBlock()
      expect(await readBlock(opened, 'latest')).toEqual(partial)
    })

    test('behavior: the sealed root is that of the accounts', async () => {
      const opened = await door.open({
        accounts: {
          [alice]: { balance: ether, nonce: 5 },
          [token]: { code: '0x6001', storage: { [word(1)]: word(5) } },
        },
        header: { miner },
      })
      const { node } = opened
      const root = async (selector: string) =>
        (await readBlock(opened, selector)).stateRoot
      const genesis = {
        [alice]: { balance: ether, nonce: 5 },
        [token]: { code: '0x6001', storage: { [word(1)]: word(5) } },
      } as const
      expect(await root('0x0')).toBe(await stateRootOf(genesis))

      node.preconfirm({
        from: alice,
        to: bob,
        value: 3n,
        maxFeePerGas: 2n,
        maxPriorityFeePerGas: 2n,
        changes: {
          [token]: { storage: { [word(1)]: '0x0', [word(2)]: '0x7' } },
        },
      })
      node.nextBlock()
      const fee = 2n * 21_000n
      const afterTransfer = {
        [alice]: { balance: ether - 3n - fee, nonce: 6 },
        [bob]: { balance: 3n },
        [miner]: { balance: fee },
        [token]: { code: '0x6001', storage: { [word(2)]: word(7) } },
      } as const
      expect(await root('0x1')).toBe(await stateRootOf(afterTransfer))

      // A set is in no header until the next seal.
      node.setBalance({ address: nobody, value: 1n })
      expect(await root('latest')).toBe(await stateRootOf(afterTransfer))
      node.nextBlock()
      expect(await root('latest')).toBe(
        await stateRootOf({ ...afterTransfer, [nobody]: { balance: 1n } }),
      )
      node.setBalance({ address: nobody, value: 0n })
      node.nextBlock()
      expect(await root('latest')).toBe(await stateRootOf(afterTransfer))
      expect(await root('0x1')).toBe(await root('0x3'))
    })
  })
}
