import { createMockNode } from 'preseal'
import {
  fasterBlocks,
  loadBalancer,
  partialPending,
  publicEndpoint,
  silentZeros,
} from 'preseal/presets'
import { describe, expect, test } from 'vitest'
import { bob, ether, play } from './play.js'

describe('partialPending', () => {
  test('default: storage and receipts of latest, all else live', async () => {
    const story = play(partialPending())
    expect(await story.at(400)).toEqual([1, 0, 3, 0])
    expect(await story.slot('pending')).toBe(0)
    expect(await story.receipts('pending')).toEqual([])
    expect(await story.at(2_000)).toEqual([2, 1, 11, 10])
    expect(await story.slot('pending')).toBe(10)
    expect(await story.receipts('pending')).toEqual(
      await story.receipts('latest'),
    )
    expect((await story.block('pending')).transactions).toHaveLength(1)
    expect(await story.nonce('pending')).toBe(11)
  })

  test('options: methods', async () => {
    const story = play(
      partialPending({ methods: ['eth_getBalance'], blocks: 1 }),
    )
    expect(await story.at(400)).toEqual([1, 0, 0, 0])
    expect(await story.slot('pending')).toBe(3)
    expect(await story.receipts('pending')).toHaveLength(3)
  })

  test('error: a method without a block was called a mistake of "block"', () => {
    const wrong = partialPending({ methods: ['eth_chainId'] })
    expect(() => createMockNode(wrong)).toThrow(
      'Option "faults[0].methods" is "eth_chainId", expected one that is asked with a block, since "block" is "pending".',
    )
  })

  test('options: transactions write what storage they say', async () => {
    const changes = { [bob]: { storage: { '0x0': '0x7' } } } as const
    const story = play(partialPending({ transactions: [{ changes }] }))
    story.to(2_000)
    expect(await story.slot('pending')).toBe(7)
  })
})

describe('loadBalancer', () => {
  const five = async (read: () => Promise<unknown>) => {
    const seen: unknown[] = []
    for (let turn = 0; turn < 5; turn++) seen.push(await read())
    return seen
  }

  test('default: every second answer is three beats old', async () => {
    const story = play(loadBalancer())
    story.to(1_000)
    const read = async () => Number((await story.balance('pending')) / ether)
    expect(await five(read)).toEqual([6, 3, 6, 3, 6])
    expect(await five(() => story.balance('latest'))).toEqual(Array(5).fill(0n))
  })

  test('behavior: numbers go backward after a boundary, latest does not', async () => {
    const story = play(loadBalancer())
    story.to(2_200)
    expect(await five(() => story.numberOf('pending'))).toEqual([2, 1, 2, 1, 2])
    expect(await five(() => story.numberOf('latest'))).toEqual([1, 1, 1, 1, 1])
  })

  test('behavior: receipts come and go', async () => {
    const story = play(loadBalancer())
    story.to(600)
    const hash = (await story.hashes('pending')).at(-1)
    const read = async () => (await story.receipt(hash)) !== null
    expect(await five(read)).toEqual([true, false, true, false, true])
    story.to(1_200)
    expect(await five(read)).toEqual(Array(5).fill(true))
  })

  test('options: lag, blocks', async () => {
    const story = play(loadBalancer({ lag: 1, blocks: 1, value: 1n }))
    story.to(1_000)
    const read = () => story.balance('pending')
    expect(await five(read)).toEqual([6n, 5n, 6n, 5n, 6n])
  })
})

describe('silentZeros', () => {
  test('default: state at an unsealed number is 0x0', async () => {
    const story = play(silentZeros())
    story.to(400)
    expect(await story.ask('eth_getBalance', bob, '0x1')).toBe('0x0')
    expect(await story.ask('eth_getTransactionCount', bob, '0x9')).toBe('0x0')
    expect(await story.balance('pending')).toBe(3n * ether)
    expect(await story.ask('eth_getBlockByNumber', '0x1', false)).toBe(null)
    story.to(2_000)
    expect(await story.balance('0x1')).toBe(10n * ether)
  })

  test('behavior: it hides no outage', async () => {
    const story = play(silentZeros())
    const lift = story.node.fault({ type: 'http', status: 429 })
    const over = { status: 429, message: 'over rate limit' }
    await expect(story.balance('latest')).rejects.toMatchObject(over)
    await expect(story.balance('0x9')).rejects.toMatchObject(over)
    lift()
    expect(await story.balance('0x9')).toBe(0n)
  })

  test('options: blocks', () => {
    expect(silentZeros({ blocks: 5 }).steps).toHaveLength(50)
  })
})

describe('publicEndpoint', () => {
  test('default: 403 for receipts of blocks', async () => {
    const story = play(publicEndpoint())
    story.to(400)
    const error = { status: 403, code: -32601 }
    await expect(story.receipts('pending')).rejects.toMatchObject(error)
    const [hash] = await story.hashes('pending')
    expect(await story.receipt(hash)).toMatchObject({ status: '0x1' })
  })

  test('default: 429 after 20 requests in a second', async () => {
    const story = play(publicEndpoint())
    const ask = () => story.balance('pending')
    const reads = await Promise.allSettled(Array.from({ length: 21 }, ask))
    expect(reads.map(({ status }) => status)).toEqual([
      ...Array(20).fill('fulfilled'),
      'rejected',
    ])
    expect(reads.at(-1)).toMatchObject({
      reason: { status: 429, code: -32016 },
    })
    story.to(1_000)
    expect(await ask()).toBe(6n * ether)
  })

  test('default: 413 for more than 10 in a batch', async () => {
    const { node } = play(publicEndpoint())
    const post = async (length: number) => {
      const calls = Array.from({ length }, (_, id) => ({
        jsonrpc: '2.0',
        id,
        method: 'eth_chainId',
        params: [],
      }))
      const response = await node.fetch('http://node.test', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(calls),
      })
      return response.status
    }
    expect([await post(10), await post(11)]).toEqual([200, 413])
  })

  test('options: rate, batch, methods', async () => {
    const scenario = publicEndpoint({ rate: 2, batch: 3, methods: ['eth_x'] })
    expect(scenario).toMatchObject({
      endpoint: { rate: { requests: 2, per: 1_000 }, batch: 3 },
      faults: [{ type: 'http', status: 403, methods: ['eth_x'] }],
    })
    const story = play(scenario)
    expect(await story.receipts('pending')).toHaveLength(1)
  })
})

describe('fasterBlocks', () => {
  test('default: blocks of 2 s, then of 200 ms, and pending is latest', async () => {
    const story = play(fasterBlocks())
    const numbers = async (at: number) => {
      story.to(at)
      return Promise.all(
        ['latest', 'pending'].map(async (tag) =>
          Number((await story.block(tag)).number),
        ),
      )
    }
    expect(await numbers(3_999)).toEqual([1, 2])
    expect(await numbers(4_000)).toEqual([2, 2])
    expect(await numbers(4_199)).toEqual([2, 2])
    expect(await numbers(4_200)).toEqual([3, 3])
    expect(await numbers(8_000)).toEqual([22, 22])
    expect(await story.block('pending')).toEqual(await story.block('latest'))
  })

  test('behavior: timestamps go on, and five blocks share one', async () => {
    const story = play(fasterBlocks())
    story.to(6_000)
    const stamps = await Promise.all(
      [1, 2, 3, 6, 7, 12].map(async (number) => {
        const block = await story.block(`0x${number.toString(16)}`)
        const { timestampMs } = block as { timestampMs?: string }
        return [
          Number(block.timestamp) - 1_767_225_600,
          timestampMs === undefined ? null : Number(timestampMs) % 1_000,
        ]
      }),
    )
    expect(stamps).toEqual([
      [2, null],
      [4, null],
      [4, 200],
      [4, 800],
      [5, 0],
      [6, 0],
    ])
  })

  test('behavior: a payment is found at its beat, and later at its seal', async () => {
    const story = play(fasterBlocks())
    const sent: string[] = []
    story.node.on('preconfirmed', ({ hash, transaction }) => {
      if (transaction.value > 0n) sent.push(hash)
    })
    const newest = () => sent.at(-1)
    story.to(3_800)
    expect(await story.receipt(newest())).toMatchObject({ blockNumber: '0x2' })
    story.to(4_399)
    expect(await story.receipt(newest())).toBe(null)
    const hash = newest()
    story.to(4_400)
    expect(await story.receipt(hash)).toMatchObject({ blockNumber: '0x4' })
  })

  test('options: before, blocks', () => {
    expect(fasterBlocks({ before: 1, blocks: 4 })).toMatchObject({
      blockTime: 2_000,
      duration: 2_800,
    })
    expect(() =>
      fasterBlocks({ blockTime: 250, preconfirmationTime: 50 }),
    ).toThrow(
      'fasterBlocks: "blockTime" is 250, expected a time of which 2 are a whole multiple of 200.',
    )
  })
})
