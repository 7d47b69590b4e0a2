import type { Hash } from 'preseal'
import { numberToHex } from 'viem'
import { describe, expect, test } from 'vitest'
import { alice, bob, nobody, token, word } from './actors.js'
import type { Door, OpenDoor } from './door.js'
import { numbered, tellingOf } from './stories.js'
import {
  readBlock,
  readReceipts,
  type WireBlock,
  type WireReceipt,
  type WireTransaction,
} from './wire.js'

/** Selectors that every method with a selector takes, and what they name. */
const plain = [
  ['earliest', 0],
  ['0x0', 0],
  ['0x1', 1],
  ['finalized', 2],
  ['0x3', 3],
  ['safe', 4],
  ['0x5', 5],
  ['latest', 6],
  ['0x6', 6],
  ['pending', 7],
] as const

/** Reads of the state, and what each tells after a block. */
const stateReads = {
  eth_getBalance: {
    params: [token],
    tells: (number: number) => numberToHex(tellingOf(number).balance),
  },
  eth_getTransactionCount: {
    params: [token],
    tells: (number: number) => numberToHex(tellingOf(number).nonce),
  },
  eth_getCode: {
    params: [token],
    tells: (number: number) => tellingOf(number).code,
  },
  eth_getStorageAt: {
    params: [token, '0x1'],
    tells: (number: number) => tellingOf(number).storage[word(1)],
  },
}
const stateMethods = Object.entries(stateReads)

/** The further ways to name block 3 and block 6, where hashes are taken. */
async function byHash(door: OpenDoor): Promise<[unknown, number][]> {
  const [three, six] = await Promise.all([
    readBlock(door, '0x3'),
    readBlock(door, 'latest'),
  ])
  return [
    [three.hash, 3],
    [`0x${three.hash.slice(2).toUpperCase()}`, 3],
    [{ blockHash: three.hash }, 3],
    [{ blockHash: three.hash, requireCanonical: true }, 3],
    [{ blockHash: three.hash, requireCanonical: false }, 3],
    [{ requireCanonical: true, blockHash: six.hash }, 6],
    [six.hash, 6],
    [{ blockNumber: '0x3' }, 3],
    [{ blockNumber: '0x0' }, 0],
  ]
}

/** Names of blocks that are not there, the pending one's own among them. */
async function unknown(door: OpenDoor): Promise<unknown[]> {
  const pending = await readBlock(door, 'pending')
  return [
    '0x7',
    '0x8',
    '0xffffffffffffffff',
    pending.number,
    pending.hash,
    word(0x1234),
    word(0),
    { blockHash: pending.hash },
    { blockHash: word(0x1234), requireCanonical: true },
    { blockNumber: '0x7' },
  ]
}

async function open(door: Door) {
  const opened = await door.open(numbered.options)
  return { ...opened, hashes: numbered.play(opened.node) }
}

export function selectors(door: Door) {
  describe.each(stateMethods)('%s', (method, { params, tells }) => {
    test.each(plain)('behavior: %s', async (selector, number) => {
      const { request } = await open(door)
      expect(await request(method, [...params, selector])).toBe(tells(number))
    })

    test('behavior: block hashes and EIP-1898 objects (F18)', async () => {
      const opened = await open(door)
      for (const [selector, number] of await byHash(opened))
        expect
          .soft(await opened.request(method, [...params, selector]))
          .toBe(tells(number))
    })

    test('error: block not found, the pending one by number or hash (F10)', async () => {
      const opened = await open(door)
      for (const selector of await unknown(opened)) {
        const named =
          typeof selector === 'string'
            ? selector
            : Object.values(selector as object)[0]
        expect
          .soft(await opened.refused({ method, params: [...params, selector] }))
          .toEqual({ code: -32001, message: `block not found: ${named}` })
      }
    })

    test('behavior: an account that nobody told of is empty', async () => {
      const { request } = await open(door)
      const [, ...rest] = params
      const answers = await Promise.all(
        plain.map(([selector]) => request(method, [nobody, ...rest, selector])),
      )
      const empty = { eth_getCode: '0x', eth_getStorageAt: word(0) }[method]
      expect(new Set(answers)).toEqual(new Set([empty ?? '0x0']))
    })
  })

  describe('eth_getStorageAt', () => {
    test('behavior: a slot in every form that is one', async () => {
      const { request } = await open(door)
      const slots = ['0x1', '0x01', '0x0001', word(1)]
      for (const slot of slots)
        expect
          .soft(await request('eth_getStorageAt', [token, slot, 'latest']))
          .toBe(word(0x16))
      expect(
        await request('eth_getStorageAt', [
          token,
          `0x${'f'.repeat(64)}`,
          'latest',
        ]),
      ).toBe(word(0))
    })
  })

  describe('eth_getBalance', () => {
    test('behavior: an address in any letter case', async () => {
      const { request } = await open(door)
      for (const address of [
        bob,
        `0x${bob.slice(2).toUpperCase()}`,
        bob.replace('b0b', 'B0b'),
      ])
        expect
          .soft(await request('eth_getBalance', [address, 'pending']))
          .toBe('0x7')
    })
  })

  describe('eth_getBlockByNumber', () => {
    test.each(plain)('behavior: %s', async (selector, number) => {
      const { request, hashes } = await open(door)
      const own = number === 0 ? [] : hashes.slice(number - 1, number)
      const thin = await request<WireBlock<Hash>>('eth_getBlockByNumber', [
        selector,
        false,
      ])
      expect(thin).toMatchObject({
        number: numberToHex(number),
        timestamp: numberToHex(1_767_225_600 + 2 * number),
        transactions: own,
      })
      const full = await request<WireBlock>('eth_getBlockByNumber', [
        selector,
        true,
      ])
      expect({
        ...full,
        transactions: full.transactions.map(({ hash }) => hash),
      }).toEqual(thin)
      expect(
        full.transactions.map(({ blockHash, blockNumber }) => [
          blockHash,
          blockNumber,
        ]),
      ).toEqual(own.map(() => [full.hash, full.number]))
    })

    test('behavior: no block is null, the pending one by number too (F10)', async () => {
      const { request } = await open(door)
      for (const selector of ['0x7', '0x8', '0x7fffffffffffffff'])
        expect
          .soft(await request('eth_getBlockByNumber', [selector, true]))
          .toBeNull()
    })
  })

  describe('eth_getBlockByHash', () => {
    test('default', async () => {
      const opened = await open(door)
      for (const [selector] of plain.filter(([tag]) => tag !== 'pending')) {
        const full = await readBlock(opened, selector)
        for (const hash of [full.hash, `0x${full.hash.slice(2).toUpperCase()}`])
          expect
            .soft(await opened.request('eth_getBlockByHash', [hash, true]))
            .toEqual(full)
      }
    })

    test('options: hashes of transactions alone', async () => {
      const opened = await open(door)
      const thin = await opened.request<WireBlock<Hash>>(
        'eth_getBlockByNumber',
        ['0x3', false],
      )
      expect(
        await opened.request('eth_getBlockByHash', [thin.hash, false]),
      ).toEqual(thin)
    })

    test('behavior: no block is null, the pending one by partial hash too (F10)', async () => {
      const opened = await open(door)
      const pending = await readBlock(opened, 'pending')
      for (const hash of [pending.hash, word(0), word(0x1234)])
        for (const full of [true, false])
          expect
            .soft(await opened.request('eth_getBlockByHash', [hash, full]))
            .toBeNull()
    })
  })

  describe('eth_getBlockReceipts', () => {
    test.each(plain)('behavior: %s', async (selector, number) => {
      const opened = await open(door)
      const receipts = await readReceipts(opened, selector)
      const { hash } = await readBlock(opened, selector)
      expect(
        receipts.map(({ transactionHash, blockHash, blockNumber }) => [
          transactionHash,
          blockHash,
          blockNumber,
        ]),
      ).toEqual(
        number === 0
          ? []
          : [[opened.hashes[number - 1], hash, numberToHex(number)]],
      )
    })

    test('behavior: block hashes and EIP-1898 objects (F18)', async () => {
      const opened = await open(door)
      for (const [selector, number] of await byHash(opened))
        expect
          .soft(await readReceipts(opened, selector))
          .toEqual(await readReceipts(opened, numberToHex(number)))
    })

    test('behavior: no block is null, the pending one by number or hash too (F10)', async () => {
      const opened = await open(door)
      for (const selector of await unknown(opened))
        expect
          .soft(await opened.request('eth_getBlockReceipts', [selector]))
          .toBeNull()
    })
  })

  describe('eth_getTransactionByHash and eth_getTransactionReceipt', () => {
    test('default', async () => {
      const opened = await open(door)
      for (const [index, hash] of opened.hashes.entries()) {
        const number = numberToHex(index + 1)
        const selector = index === 6 ? 'pending' : number
        const block = await readBlock(opened, selector)
        const [transaction, receipt] = await Promise.all([
          opened.request<WireTransaction>('eth_getTransactionByHash', [hash]),
          opened.request<WireReceipt>('eth_getTransactionReceipt', [hash]),
        ])
        expect.soft([transaction]).toEqual(block.transactions)
        expect.soft([receipt]).toEqual(await readReceipts(opened, selector))
        expect
          .soft([transaction.blockNumber, receipt.blockNumber])
          .toEqual([number, number])
      }
    })

    test('behavior: a hash in capitals', async () => {
      const { request, hashes } = await open(door)
      const hash = `0x${hashes[2]?.slice(2).toUpperCase()}`
      expect(await request('eth_getTransactionByHash', [hash])).toMatchObject({
        hash: hashes[2],
      })
      expect(await request('eth_getTransactionReceipt', [hash])).toMatchObject({
        transactionHash: hashes[2],
      })
    })

    test('behavior: an unknown hash, and a block hash, are null', async () => {
      const opened = await open(door)
      const { hash } = await readBlock(opened, 'latest')
      for (const unknown of [word(0), word(1), hash])
        for (const method of [
          'eth_getTransactionByHash',
          'eth_getTransactionReceipt',
        ])
          expect.soft(await opened.request(method, [unknown])).toBeNull()
    })
  })

  describe('methods without a selector', () => {
    test('default', async () => {
      const { request } = await open(door)
      const asked = [
        'eth_blockNumber',
        'eth_chainId',
        'net_version',
        'web3_clientVersion',
      ]
      expect(await Promise.all(asked.map((method) => request(method)))).toEqual(
        ['0x6', '0x7a69', '31337', expect.stringMatching(/^preseal\//)],
      )
      expect(
        await Promise.all(asked.map((method) => request(method, []))),
      ).toEqual(await Promise.all(asked.map((method) => request(method))))
    })

    test('options: chainId', async () => {
      const { request } = await door.open({ chainId: 8_453 })
      expect(await request('eth_chainId')).toBe('0x2105')
      expect(await request('net_version')).toBe('8453')
    })

    test('behavior: at creation', async () => {
      const opened = await door.open()
      expect(await opened.request('eth_blockNumber')).toBe('0x0')
      expect(
        await opened.request('eth_getTransactionCount', [alice, 'latest']),
      ).toBe('0x0')
      for (const tag of ['latest', 'safe', 'finalized', 'earliest', '0x0'])
        expect
          .soft(await readBlock(opened, tag))
          .toMatchObject({ number: '0x0', timestamp: '0x6955b900' })
      expect(await readBlock(opened, 'pending')).toMatchObject({
        number: '0x1',
        timestamp: '0x6955b902',
      })
    })
  })

  describe('F18: eth_getBlockByNumber takes numbers and tags only', () => {
    test('error', async () => {
      const opened = await door.open()
      const { hash } = await readBlock(opened, 'latest')
      for (const selector of [
        hash,
        { blockHash: hash },
        { blockNumber: '0x0' },
      ]) {
        const refused = await opened.refused({
          method: 'eth_getBlockByNumber',
          params: [selector, false],
        })
        expect.soft(refused).toMatchObject({
          code: -32602,
          message: expect.stringMatching(
            /^Invalid parameter 1 "block": given /,
          ),
        })
      }
    })
  })
}
