import type { Hex, LogParameters, MockNode } from 'preseal'
import { hexToNumber, numberToHex } from 'viem'
import { describe, expect, test } from 'vitest'
import { alice, bob, carol, ether, nobody, token, word } from './actors.js'
import type { Door, OpenDoor } from './door.js'
import { claimed, recompute } from './oracle.js'
import { busy, funded, openBusy } from './stories.js'
import {
  readBlock,
  readChain,
  readReceipts,
  type WireBlock,
  type WireReceipt,
} from './wire.js'

/** What pending says at each beat of a block that something happens in. */
async function readBeats(door: OpenDoor, act: (index: number) => void) {
  const beats: { block: WireBlock; receipts: WireReceipt[] }[] = []
  for (let index = 0; index < 10; index++) {
    beats.push({
      block: await readBlock(door, 'pending'),
      receipts: await readReceipts(door, 'pending'),
    })
    act(index)
    if (index < 9) door.node.nextBeat()
  }
  return beats
}

function preconfirmSome(node: MockNode, index: number) {
  if (index % 3 === 2) return
  node.preconfirm({
    from: alice,
    to: bob,
    gasUsed: 30_000n,
    logs: [{ address: token, topics: [word(index)] }],
  })
}

export function pendingBlock(door: Door) {
  describe('F1: pending links to latest', () => {
    test('default: through beats, seals, sets and gaps', async () => {
      const opened = await door.open(funded)
      const { node } = opened
      const acts = [
        () => {},
        () => node.nextBeat(),
        () => node.preconfirm({ from: alice, to: bob }),
        () => node.nextBeat(9),
        () => node.setBalance({ address: bob, value: 9n }),
        () => node.nextBeat(3),
        () => node.nextBlock(30),
        () => node.setCode({ address: token, bytecode: '0x01' }),
        () => node.nextBlock(),
      ]
      for (const act of acts) {
        act()
        const [latest, pending] = await Promise.all([
          readBlock(opened, 'latest'),
          readBlock(opened, 'pending'),
        ])
        expect.soft(pending.parentHash).toBe(latest.hash)
        expect.soft(BigInt(pending.number)).toBe(BigInt(latest.number) + 1n)
      }
    })

    test('behavior: every block links to the one before, genesis to none', async () => {
      const chain = await readChain(await openBusy(door))
      expect(chain.map(({ parentHash }) => parentHash)).toEqual([
        word(0),
        ...chain.slice(0, -1).map(({ hash }) => hash),
      ])
    })
  })

  describe('F2: what is fixed from index 0', () => {
    test('default', async () => {
      const opened = await door.open(busy.options)
      const fixed = (block: WireBlock) => ({
        number: block.number,
        parentHash: block.parentHash,
        timestamp: block.timestamp,
        baseFeePerGas: block.baseFeePerGas,
        gasLimit: block.gasLimit,
        miner: block.miner,
        mixHash: block.mixHash,
        extraData: block.extraData,
        parentBeaconBlockRoot: block.parentBeaconBlockRoot,
      })
      const beats = await readBeats(opened, (index) =>
        preconfirmSome(opened.node, index),
      )
      opened.node.nextBlock()
      const sealed = await readBlock(opened, 'latest')
      for (const { block } of beats)
        expect.soft(fixed(block)).toEqual(fixed(sealed))
      expect(fixed(sealed)).toMatchInlineSnapshot(`
        {
          "baseFeePerGas": "0x36b",
          "extraData": "0x00000000fa00000006",
          "gasLimit": "0xf4240",
          "miner": "0x4200000000000000000000000000000000000011",
          "mixHash": "0x0000000000000000000000000000000000000000000000000000000000000111",
          "number": "0x1",
          "parentBeaconBlockRoot": "0x0000000000000000000000000000000000000000000000000000000000000222",
          "parentHash": "0xaabf63191d8ea79e8648aff0b4a74a4d085927e0276ba55b1735cfcbb6a4bdfb",
          "timestamp": "0x6955b902",
        }
      `)
    })
  })

  describe('F3: a pending block only grows', () => {
    test('default', async () => {
      const opened = await door.open(funded)
      const beats = await readBeats(opened, (index) =>
        preconfirmSome(opened.node, index),
      )
      expect(beats.map(({ block }) => block.transactions.length)).toEqual([
        0, 1, 2, 2, 3, 4, 4, 5, 6, 6,
      ])
      for (const [index, { block, receipts }] of beats.slice(1).entries()) {
        const before = beats[index]
        if (before === undefined) throw new Error('There is a beat before')
        const hashes = ({ transactions }: WireBlock) =>
          transactions.map(({ hash }) => hash)
        const known = before.block.transactions.length
        expect.soft(hashes(block).slice(0, known)).toEqual(hashes(before.block))
        expect
          .soft(receipts.slice(0, known).map(({ logs }) => logs.length))
          .toEqual(before.receipts.map(({ logs }) => logs.length))
        expect
          .soft(BigInt(block.gasUsed))
          .toBeGreaterThanOrEqual(BigInt(before.block.gasUsed))
        const bits = BigInt(before.block.logsBloom)
        expect.soft(BigInt(block.logsBloom) & bits).toBe(bits)
      }
    })

    test('behavior: unless the script drops one: the rest is numbered anew', async () => {
      const opened = await door.open({
        accounts: {
          [alice]: { balance: ether },
          [bob]: { balance: ether },
          [carol]: { balance: ether },
        },
      })
      const { node } = opened
      const logs: LogParameters[] = [
        { address: token, topics: [word(1)] },
        { address: token },
      ]
      const senders = [alice, bob, carol] as const
      const [one, two, three] = senders.map((from, index) =>
        node.preconfirm({
          from,
          to: token,
          logs,
          gasUsed: 21_000n + BigInt(index),
        }),
      )
      if (!one || !two || !three) throw new Error('Three were pre-confirmed')
      node.nextBeat()
      node.drop(two)
      expect(await readReceipts(opened, 'pending')).toHaveLength(3)
      node.nextBeat()
      const receipts = await readReceipts(opened, 'pending')
      expect(
        receipts.map((receipt) => ({
          transactionHash: receipt.transactionHash,
          transactionIndex: receipt.transactionIndex,
          cumulativeGasUsed: receipt.cumulativeGasUsed,
          logs: receipt.logs.map((log) => [log.transactionIndex, log.logIndex]),
        })),
      ).toEqual([
        {
          transactionHash: one,
          transactionIndex: '0x0',
          cumulativeGasUsed: numberToHex(21_000),
          logs: [
            ['0x0', '0x0'],
            ['0x0', '0x1'],
          ],
        },
        {
          transactionHash: three,
          transactionIndex: '0x1',
          cumulativeGasUsed: numberToHex(42_002),
          logs: [
            ['0x1', '0x2'],
            ['0x1', '0x3'],
          ],
        },
      ])
      const pending = await readBlock(opened, 'pending')
      expect(await recompute(pending, receipts)).toEqual(claimed(pending))
    })
  })

  describe('F7: what was pre-confirmed is sealed', () => {
    test('default: the last partial block, no more and no less', async () => {
      const opened = await door.open(funded)
      const { node } = opened
      for (let beat = 0; beat < 9; beat++) {
        preconfirmSome(node, beat)
        node.nextBeat()
      }
      const pending = await readBlock(opened, 'pending')
      const late = node.preconfirm({ from: alice, to: carol, value: 1n })
      node.nextBeat()
      const [latest, next] = await Promise.all([
        readBlock(opened, 'latest'),
        readBlock(opened, 'pending'),
      ])
      const hashes = (block: WireBlock) =>
        block.transactions.map(({ hash }) => hash)
      expect(hashes(latest)).toEqual(hashes(pending))
      expect(hashes(next)).toEqual([late])
    })
  })

  describe('F8: all pending reads are of one state', () => {
    test('default: block, receipts, storage, balance and nonce at every beat', async () => {
      const opened = await door.open(funded)
      const { node, request } = opened
      for (let beat = 0; beat < 25; beat++) {
        node.preconfirm({
          from: alice,
          to: bob,
          value: 1n,
          changes: { [token]: { storage: { [word(0)]: word(beat + 1) } } },
        })
        node.nextBeat()
        const [block, receipts, slot, balance, nonce] = await Promise.all([
          readBlock(opened, 'pending'),
          readReceipts(opened, 'pending'),
          request<Hex>('eth_getStorageAt', [token, '0x0', 'pending']),
          request<Hex>('eth_getBalance', [bob, 'pending']),
          request<Hex>('eth_getTransactionCount', [alice, 'pending']),
        ])
        const done = beat + 1
        const inBlock = done < 10 ? done : ((done - 10) % 10) + 1
        expect
          .soft({
            transactions: block.transactions.length,
            receipts: receipts.length,
            slot: hexToNumber(slot),
            balance: hexToNumber(balance),
            nonce: hexToNumber(nonce),
          })
          .toEqual({
            transactions: inBlock,
            receipts: inBlock,
            slot: done,
            balance: done,
            nonce: done,
          })
      }
    })
  })

  describe('F9: untouched accounts', () => {
    test('default: read the same under pending and latest', async () => {
      const { request } = await door.open({
        accounts: {
          [alice]: { balance: ether },
          [token]: {
            balance: 1n,
            nonce: 2,
            code: '0x03',
            storage: { '0x4': '0x5' },
          },
        },
        steps: [{ at: 0, type: 'preconfirm', from: alice, to: bob, value: 1n }],
      })
      const reads: [string, unknown[]][] = [token, nobody].flatMap(
        (address) => [
          ['eth_getBalance', [address]],
          ['eth_getTransactionCount', [address]],
          ['eth_getCode', [address]],
          ['eth_getStorageAt', [address, '0x4']],
        ],
      )
      const read = (selector: string) =>
        Promise.all(
          reads.map(([method, params]) =>
            request(method, [...params, selector]),
          ),
        )
      expect(await read('pending')).toEqual(await read('latest'))
      expect(await read('pending')).toEqual([
        '0x1',
        '0x2',
        '0x03',
        word(5),
        '0x0',
        '0x0',
        '0x',
        word(0),
      ])
    })
  })
}
