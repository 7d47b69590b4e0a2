import {
  loadBalancer,
  publicEndpoint,
  retired,
  silentZeros,
  splitBrain,
} from 'preseal/presets'
import { describe, expect, test } from 'vitest'
import { bob, ether, play } from './play.js'

describe('splitBrain', () => {
  test('default: storage and receipts of latest, all else live', async () => {
    const story = play(splitBrain())
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
    const story = play(splitBrain({ methods: ['eth_getBalance'], blocks: 1 }))
    expect(await story.at(400)).toEqual([1, 0, 0, 0])
    expect(await story.slot('pending')).toBe(3)
    expect(await story.receipts('pending')).toHaveLength(3)
  })

  test('options: transactions write what storage they say', async () => {
    const changes = { [bob]: { storage: { '0x0': '0x7' } } } as const
    const story = play(splitBrain({ transactions: [{ changes }] }))
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

describe('retired', () => {
  test('default: blocks of 200 ms, and pending is latest', async () => {
    const story = play(retired())
    expect(await story.at(199)).toEqual([0, 0, 0, 0])
    expect(await story.at(200)).toEqual([1, 1, 1, 1])
    expect(await story.at(1_000)).toEqual([5, 5, 5, 5])
    expect(await story.block('pending')).toEqual(await story.block('latest'))
    expect(await story.at(4_000)).toEqual([20, 20, 20, 20])
    expect(await story.at(8_000)).toEqual([40, 40, 20, 20])
  })

  test('behavior: five blocks share a timestamp', async () => {
    const story = play(retired())
    story.to(2_000)
    const stamps = await Promise.all(
      [4, 5, 9, 10].map(async (number) =>
        Number((await story.block(`0x${number.toString(16)}`)).timestamp),
      ),
    )
    expect(stamps.map((stamp) => stamp - 1_767_225_600)).toEqual([0, 1, 1, 2])
  })

  test('behavior: a transaction is found once it is sealed', async () => {
    const story = play(retired())
    let newest: string | undefined
    story.node.on('preconfirmed', ({ hash }) => {
      newest = hash
    })
    story.to(399)
    expect(newest).toBeDefined()
    const hash = newest
    expect(await story.receipt(hash)).toBe(null)
    story.to(400)
    expect(await story.receipt(hash)).toMatchObject({ blockNumber: '0x2' })
  })

  test('options: blockTime, blocks', async () => {
    const scenario = retired({ blockTime: 250, blocks: 4 })
    expect(scenario).toMatchObject({
      blockTime: 250,
      preconfirmationTime: 250,
      duration: 1_000,
    })
    expect(await play(scenario).at(750)).toEqual([3, 3, 3, 3])
  })
})
