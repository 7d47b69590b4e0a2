import type { Hash, MockNodeOptions } from 'preseal'
import type { RpcBlock } from 'viem'
import { describe, expect, test } from 'vitest'
import { alice, bob, ether, token, word } from './actors.js'
import type { Door, OpenDoor } from './door.js'
import { last, readBlock } from './wire.js'

/** One wei more for bob at every beat. */
const growing: MockNodeOptions = {
  accounts: { [alice]: { balance: ether } },
  steps: Array.from({ length: 60 }, (_, beat) => ({
    at: beat * 200,
    type: 'preconfirm' as const,
    from: alice,
    to: bob,
    value: 1n,
  })),
}

const balance = ({ request }: OpenDoor, block: unknown = 'pending') =>
  request('eth_getBalance', [bob, block])

/** The hash of the transaction that was pre-confirmed last. */
async function newest(door: OpenDoor) {
  return last((await readBlock(door, 'pending')).transactions).hash
}

/** Methods that answer from another state than the one they are asked for. */
export function skews(door: Door) {
  describe('faults: frozen', () => {
    test('default: as of the instant at which it came', async () => {
      const opened = await door.open(growing)
      opened.node.nextBeat(4)
      const lift = opened.node.fault({ type: 'frozen', block: 'pending' })
      opened.node.nextBeat(30)
      expect(await balance(opened)).toBe('0x5')
      expect(await balance(opened, 'latest')).toBe('0x1e')
      lift()
      expect(await balance(opened)).toBe('0x23')
    })

    test('options: from is that instant', async () => {
      const opened = await door.open({
        ...growing,
        faults: [{ type: 'frozen', since: 1_000, until: 3_000 }],
      })
      const seen: unknown[] = []
      for (const now of [800, 1_000, 1_200, 2_999, 3_000]) {
        opened.node.advance(now - opened.node.now)
        seen.push(await balance(opened))
      }
      expect(seen).toEqual(['0x5', '0x6', '0x6', '0x6', '0x10'])
    })

    test('behavior: verbs after it are not seen', async () => {
      const opened = await door.open()
      opened.node.fault({ type: 'frozen' })
      opened.node.setBalance({ address: bob, value: 7n })
      expect(await balance(opened, 'latest')).toBe('0x0')
    })
  })

  describe('faults: skew', () => {
    test('default: another block is read', async () => {
      const opened = await door.open({
        ...growing,
        faults: [
          {
            type: 'otherBlock',
            to: 'latest',
            block: 'pending',
            methods: ['eth_getStorageAt', 'eth_getBlockReceipts'],
          },
        ],
      })
      const { node, request } = opened
      node.nextBeat(13)
      node.setStorageAt({ address: token, index: 0, value: '0x9' })
      expect(await request('eth_getBlockReceipts', ['pending'])).toHaveLength(
        10,
      )
      expect((await readBlock(opened, 'pending')).transactions).toHaveLength(4)
      expect(await request('eth_getStorageAt', [token, '0x0', 'pending'])).toBe(
        word(9),
      )
      expect(await balance(opened)).toBe('0xe')
    })

    test('behavior: to a number, from an object, and of blocks', async () => {
      const opened = await door.open({
        ...growing,
        faults: [{ type: 'otherBlock', to: '0x1', block: 'latest' }],
      })
      opened.node.nextBlock(3)
      expect(await balance(opened, 'latest')).toBe('0xa')
      expect((await readBlock(opened, 'latest')).number).toBe('0x1')
      expect(await balance(opened, { blockNumber: '0x2' })).toBe('0x14')
    })

    test('behavior: a block asked for by its hash is that block', async () => {
      const opened = await door.open(growing)
      const { node, request } = opened
      node.nextBlock(3)
      const { hash } = await readBlock(opened, '0x1')
      const lift = node.fault({ type: 'otherBlock', to: 'latest' })
      const named = async (block: unknown) =>
        ((await request('eth_getBlockByHash', [block, false])) as RpcBlock)
          ?.number
      expect(await named(hash)).toBe('0x1')
      expect(await named(word(1))).toBe(undefined)
      expect(await balance(opened, { blockHash: hash })).toBe('0xa')
      lift()
      node.fault({ type: 'otherBlock', to: 'latest', block: hash as Hash })
      expect(await named(hash)).toBe('0x3')
    })

    test('behavior: a handler is asked for the other block', async () => {
      const opened = await door.open({
        faults: [{ type: 'otherBlock', to: 'latest', block: 'pending' }],
      })
      opened.node.handle('eth_call', ([, block = null]) => block as never)
      expect(await opened.request('eth_call', [{}, 'pending'])).toBe('latest')
      expect(await opened.request('eth_call', [{}, '0x0'])).toBe('0x0')
      expect(await opened.request('eth_call', [{}])).toBe(null)
    })

    test('behavior: a request without a block is answered as ever', async () => {
      const opened = await door.open({
        ...growing,
        faults: [{ type: 'otherBlock', to: 'earliest' }],
      })
      opened.node.nextBlock(2)
      expect(await opened.request('eth_blockNumber')).toBe('0x2')
      expect(await balance(opened, 'latest')).toBe('0x0')
    })

    test('behavior: a look-up by hash finds sealed transactions only', async () => {
      const methods = ['eth_getTransactionReceipt', 'eth_getTransactionByHash']
      const opened = await door.open({
        ...growing,
        faults: [{ type: 'otherBlock', to: 'latest', methods, until: 3_000 }],
      })
      opened.node.nextBeat(2)
      const first = await newest(opened)
      const found = () =>
        Promise.all(
          methods.map(async (method) => {
            const answer = await opened.request(method, [first])
            return (answer as { blockNumber: string } | null)?.blockNumber
          }),
        )
      expect(await found()).toEqual([undefined, undefined])
      opened.node.nextBlock()
      expect(await found()).toEqual(['0x1', '0x1'])
      const next = await newest(opened)
      const receipt = () => opened.request('eth_getTransactionReceipt', [next])
      expect(await receipt()).toBe(null)
      opened.node.advance(1_000)
      expect(await receipt()).toMatchObject({ blockNumber: '0x2' })
    })

    test('behavior: what names no block does not use it up', async () => {
      const opened = await door.open({
        ...growing,
        faults: [{ type: 'otherBlock', to: 'latest', times: 1 }],
      })
      opened.node.nextBeat()
      await opened.request('eth_chainId')
      await opened.request('eth_blockNumber')
      opened.node.handle('eth_accounts', () => [])
      await opened.request('eth_accounts')
      expect(await balance(opened)).toBe('0x0')
      expect(await balance(opened)).toBe('0x2')
    })

    test('behavior: a look-up by hash uses up what hides it, and no skew to pending', async () => {
      const opened = await door.open({ ...growing })
      opened.node.nextBeat()
      const hash = await newest(opened)
      const find = () => opened.request('eth_getTransactionReceipt', [hash])
      opened.node.fault({ type: 'otherBlock', to: 'latest', times: 1 })
      opened.node.fault({ type: 'otherBlock', to: 'pending', times: 1 })
      expect(await find()).toBe(null)
      expect(await find()).toMatchObject({ transactionHash: hash })
      expect(await balance(opened, 'latest')).toBe('0x2')
      expect(await balance(opened, 'latest')).toBe('0x0')
    })

    test('behavior: the past is read at the other block', async () => {
      const opened = await door.open({
        ...growing,
        faults: [
          { type: 'otherBlock', to: 'latest' },
          { type: 'stale', beats: 10 },
        ],
      })
      opened.node.nextBeat(25)
      expect(await balance(opened)).toBe('0xa')
    })
  })

  describe('faults: zero', () => {
    test('default: in place of -32001, and of nothing else', async () => {
      const opened = await door.open({
        ...growing,
        faults: [{ type: 'unknownBlockAsZero' }],
      })
      opened.node.nextBeat()
      expect(await balance(opened, '0x1')).toBe('0x0')
      expect(await balance(opened)).toBe('0x2')
      expect(
        await opened.refused({ method: 'eth_getBalance', params: ['bob'] }),
      ).toMatchObject({ code: -32602 })
      expect(await opened.request('eth_getBlockByNumber', ['0x1', false])).toBe(
        null,
      )
    })

    test('options: only what it acts on counts', async () => {
      const opened = await door.open({
        faults: [{ type: 'unknownBlockAsZero', times: 1 }],
      })
      await balance(opened)
      expect(await balance(opened, '0x9')).toBe('0x0')
      expect(
        await opened.refused({
          method: 'eth_getBalance',
          params: [bob, '0x9'],
        }),
      ).toMatchObject({ code: -32001 })
    })
  })

  describe('faults: zero beside faults that answer', () => {
    const unsealed = { method: 'eth_getBalance', params: [bob, '0x9'] }
    const chainId = { method: 'eth_chainId' }

    test.each(['before', 'after'] as const)(
      'declared %s an outage, it does not hide it',
      async (where) => {
        const down = { type: 'http', status: 429 } as const
        const zero = { type: 'unknownBlockAsZero' } as const
        const faults = where === 'before' ? [zero, down] : [down, zero]
        const opened = await door.open({ faults })
        for (const request of [unsealed, chainId])
          expect(await opened.refused(request)).toMatchObject({ code: -32016 })
      },
    )

    test('behavior: not even where it is about to act', async () => {
      const opened = await door.open({
        faults: [
          { type: 'unknownBlockAsZero', times: 1 },
          { type: 'rpc', code: -32005, message: 'busy', times: 1 },
        ],
      })
      expect(await opened.refused(unsealed)).toMatchObject({ code: -32005 })
      expect(await balance(opened, '0x9')).toBe('0x0')
      expect(await opened.refused(unsealed)).toMatchObject({ code: -32001 })
    })

    test('behavior: its zero is an answer, which null replaces', async () => {
      const opened = await door.open({
        faults: [{ type: 'null', times: 1 }, { type: 'unknownBlockAsZero' }],
      })
      expect(await balance(opened, '0x9')).toBe(null)
      expect(await balance(opened, '0x9')).toBe('0x0')
    })

    test('options: after, every and times count reads of no block', async () => {
      const opened = await door.open({
        faults: [
          { type: 'unknownBlockAsZero', skip: 1, everyNth: 2, times: 1 },
        ],
      })
      const read = async () => {
        await balance(opened)
        return balance(opened, '0x9').catch(({ code }) => code)
      }
      const seen: unknown[] = []
      for (let turn = 0; turn < 4; turn++) seen.push(await read())
      expect(seen).toEqual([-32001, -32001, '0x0', -32001])
    })
  })

  describe('faults: the past', () => {
    test.each([
      { type: 'frozen', times: 1 },
      { type: 'stale', beats: 1, times: 1 },
    ] as const)('$type is not used up by what never changes', async (fault) => {
      const opened = await door.open(growing)
      opened.node.fault(fault)
      opened.node.nextBeat()
      await opened.request('eth_chainId')
      await opened.request('net_version')
      await opened.request('web3_clientVersion')
      expect(await balance(opened)).toBe('0x1')
      expect(await balance(opened)).toBe('0x2')
    })
  })

  describe('faults: every', () => {
    test('default: two backends in turn', async () => {
      const opened = await door.open({
        ...growing,
        faults: [{ type: 'stale', beats: 3, everyNth: 2 }],
      })
      opened.node.nextBeat(9)
      const seen: unknown[] = []
      for (let turn = 0; turn < 5; turn++) seen.push(await balance(opened))
      expect(seen).toEqual(['0xa', '0x7', '0xa', '0x7', '0xa'])
    })

    test('options: after and times', async () => {
      const opened = await door.open({
        faults: [{ type: 'null', skip: 1, everyNth: 3, times: 2 }],
      })
      const seen: unknown[] = []
      for (let turn = 0; turn < 10; turn++)
        seen.push((await opened.request('eth_blockNumber')) === null ? 0 : 1)
      expect(seen).toEqual([1, 1, 1, 0, 1, 1, 0, 1, 1, 1])
    })
  })
}
