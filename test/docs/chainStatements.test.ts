import { createMockNode, type MockNodeOptions, type Step } from 'preseal'
import { describe, expect, test } from 'vitest'
import {
  accounts,
  alice,
  bob,
  payment,
  readBlock,
  rejection,
  request,
} from './reading.js'

const to = (sender: string) => ({ ...payment, label: sender })

async function importAt(number: number) {
  const real = createMockNode()
  real.nextBlock(number)
  return { block: (await readBlock(real, 'latest')) as object }
}

function balances(node: ReturnType<typeof createMockNode>, address: string) {
  return Promise.all(
    ['pending', 'latest'].map((block) =>
      request(node, 'eth_getBalance', address, block).catch(({ code }) => code),
    ),
  )
}

function told(options: MockNodeOptions, until: number): unknown[][] {
  const node = createMockNode(options)
  const events: unknown[][] = []
  node.on('sealed', ({ blockNumber, transactions }) =>
    events.push([node.now, 'sealed', blockNumber, transactions.length]),
  )
  node.on('preconfirmed', ({ transaction, index }) =>
    events.push([node.now, 'preconfirmed', transaction.label, index]),
  )
  node.on('dropped', ({ transaction, reason, blockNumber, index }) =>
    events.push([node.now, reason, transaction.label, blockNumber, index]),
  )
  node.on('beat', ({ at, index }) => events.push([at, 'beat', index]))
  node.advance(until)
  return events
}

describe('statements about time', () => {
  test.each<[Step[], sealed: number, ticked: number]>([
    [[], 2_000, 200],
    [[{ at: 100, type: 'planSeal', delay: 500 }], 2_500, 200],
    [[{ at: 100, type: 'seal' }], 100, 100],
    [[{ at: 100, type: 'planBeats', offsets: [700] }], 2_000, 700],
  ])('nextBeat and nextBlock with the steps %j', (timeline, sealed, ticked) => {
    const sealing = createMockNode({ steps: timeline })
    sealing.nextBlock()
    expect(sealing.now).toBe(sealed)
    const ticking = createMockNode({ steps: timeline })
    ticking.nextBeat()
    expect(ticking.now).toBe(ticked)
  })

  test('seal over an import', async () => {
    const step = { at: 1_100, type: 'importBlock', ...(await importAt(8)) }
    const node = createMockNode({ steps: [step as Step] })
    node.nextBlock()
    expect(node.now).toBe(3_000)
  })

  test('an import in a block with beats of its own', async () => {
    const { block } = await importAt(8)
    const node = createMockNode({
      steps: [
        { at: 0, type: 'planBeats', offsets: [300, 700] },
        { at: 1_100, type: 'importBlock', block },
      ],
    })
    node.nextBlock()
    expect(node.now).toBe(3_100)
  })

  test('a beats step in the middle of a block', () => {
    const timeline: Step[] = [
      { at: 500, type: 'planBeats', offsets: [300, 700, 900] },
    ]
    expect(told({ steps: timeline }, 1_900)).toEqual([
      [200, 'beat', 1],
      [400, 'beat', 2],
      [700, 'beat', 3],
      [900, 'beat', 4],
    ])
  })

  test('what a seal leaves out', () => {
    const timeline: Step[] = [
      { at: 0, type: 'preconfirm', ...to('a') },
      { at: 0, type: 'preconfirm', ...to('b') },
      {
        at: 0,
        type: 'preconfirm',
        from: bob,
        to: alice,
        value: 1n,
        label: 'c',
      },
      { at: 1_000, type: 'planSeal', omit: ['b', 'a'] },
    ]
    const events = told({ accounts, steps: timeline }, 2_000)
    expect(events.filter(([at]) => at === 2_000)).toEqual([
      [2_000, 'sealed', 1n, 0],
      [2_000, 'omitted', 'a', 1n, 0],
      [2_000, 'omitted', 'b', 1n, 0],
      [2_000, 'funds', 'c', 1n, 0],
      [2_000, 'beat', 0],
    ])
  })

  test('a transaction without the nonce before it', () => {
    const timeline: Step[] = [
      { at: 0, type: 'preconfirm', ...to('a') },
      { at: 0, type: 'preconfirm', ...to('b') },
      { at: 1_000, type: 'planSeal', omit: ['a'] },
      { at: 3_000, type: 'preconfirm', ...to('c') },
    ]
    const events = told({ accounts, steps: timeline }, 4_000)
    expect(events.filter(([, type]) => type !== 'beat')).toEqual([
      [2_000, 'sealed', 1n, 0],
      [2_000, 'omitted', 'a', 1n, 0],
      [3_000, 'preconfirmed', 'c', 5],
      [3_000, 'preconfirmed', 'b', 5],
      [4_000, 'sealed', 2n, 2],
    ])
  })

  test('an order against the nonces', () => {
    const node = createMockNode({ accounts })
    const hashes = [1, 2].map(() => node.preconfirm(payment))
    const sealed: unknown[] = []
    node.on('sealed', ({ transactions }) => sealed.push(transactions))
    node.nextBeat()
    node.planSeal({ order: [...hashes].reverse() })
    node.nextBlock()
    expect(sealed).toEqual([hashes])
  })

  test('what happens at one instant', () => {
    const timeline: Step[] = [
      { at: 0, type: 'preconfirm', ...to('a') },
      { at: 2_000, type: 'reorg', depth: 1 },
      { at: 2_000, type: 'preconfirm', ...to('b') },
    ]
    const events = told({ accounts, steps: timeline }, 2_000)
    expect(events.filter(([at]) => at === 2_000)).toEqual([
      [2_000, 'sealed', 1n, 1],
      [2_000, 'sealed', 1n, 0],
      [2_000, 'omitted', 'a', 1n, 0],
      [2_000, 'preconfirmed', 'b', 0],
      [2_000, 'beat', 0],
    ])
  })

  test('when a transaction was taken back', () => {
    const node = createMockNode({ accounts })
    const places: unknown[] = []
    node.on('dropped', ({ blockNumber, index }) =>
      places.push([blockNumber, index]),
    )
    const hash = node.preconfirm(payment)
    node.nextBeat(2)
    node.drop(hash)
    node.nextBeat()
    expect(places).toEqual([[1n, 3]])
  })

  test('no boundary, no beat', () => {
    const timeline: Step[] = [{ at: 0, type: 'planBeats', offsets: [200] }]
    const node = createMockNode({ sealing: 'manual', steps: timeline })
    node.nextBeat()
    expect(node.now).toBe(200)
    expect(() => node.nextBeat()).toThrow('node.nextBeat')
    expect(() => node.nextBlock()).toThrow('node.nextBlock')
    const step: Step = { at: 500, type: 'seal' }
    const sealing = createMockNode({ sealing: 'manual', steps: [step] })
    sealing.nextBlock()
    expect(sealing.now).toBe(500)
  })

  test('a label that several transactions have', () => {
    const node = createMockNode({ accounts })
    const dropped: string[] = []
    node.on('dropped', ({ hash }) => dropped.push(hash))
    const hashes = [1, 2].map(() => node.preconfirm(to('a')))
    node.drop('a')
    node.drop('a')
    expect(dropped).toEqual(hashes.reverse())
    expect(() => node.drop('a')).toThrow('"a"')
  })
})

describe('statements about chains', () => {
  test('what was set before and after a transaction, over a reorg', async () => {
    const timeline: Step[] = [{ at: 2_500, type: 'reorg', depth: 1, omit: [] }]
    const set = { address: bob, value: 7n } as const
    const before = createMockNode({ accounts, steps: timeline })
    before.setBalance(set)
    before.preconfirm(payment)
    before.advance(3_000)
    expect(await balances(before, bob)).toEqual(['0x8', '0x8'])
    const after = createMockNode({ accounts, steps: timeline })
    after.preconfirm(payment)
    after.nextBeat()
    after.setBalance(set)
    after.nextBlock(2)
    expect(await balances(after, bob)).toEqual(['0x7', '0x7'])
  })

  test('what stays known over an import', async () => {
    const node = createMockNode({ accounts })
    node.preconfirm(payment)
    node.nextBlock(9)
    node.setBalance({ address: alice, value: 7n })
    node.nextBlock()
    const block = await importAt(8)
    const stranger = `0x${'5'.repeat(40)}`
    const state = { [stranger]: { balance: 5n } }
    node.importBlock({ ...block, state })
    expect(await balances(node, bob)).toEqual(['0x1', '0x1'])
    expect(await balances(node, alice)).toEqual(['0x7', '0x7'])
    expect(await balances(node, stranger)).toEqual(['0x5', '0x5'])
    node.importBlock(block)
    expect(await balances(node, stranger)).toEqual([-32000, -32000])
  })

  test('the state of an imported pending block', async () => {
    const node = createMockNode()
    const block = { ...(await readBlock(node, 'pending')), hash: null }
    node.importBlock({ block, state: { [bob]: { balance: 3n } } })
    expect(await balances(node, bob)).toEqual(['0x3', '0x0'])
    node.nextBlock()
    expect(await balances(node, bob)).toEqual(['0x3', '0x3'])
  })

  test('a deposit from an account whose balance is not known', async () => {
    const node = createMockNode()
    node.importBlock(await importAt(8))
    const deposit = { ...payment, type: 'deposit', mint: 1n } as const
    expect(() => node.preconfirm(deposit)).toThrow('The nonce of')
    node.setNonce({ address: alice, nonce: 0 })
    expect(() => node.preconfirm({ ...deposit, value: 2n })).toThrow(
      'The balance of',
    )
    node.preconfirm(deposit)
    node.nextBeat()
    expect(await balances(node, alice)).toEqual([-32000, -32000])
  })

  test('safe and finalized over an import', async () => {
    const node = createMockNode({ finalityLag: { safe: 2, finalized: 4 } })
    const read = () =>
      Promise.all(
        ['safe', 'finalized'].map(async (tag) => {
          const block = await readBlock(node, tag as 'latest')
          return Number(block?.number)
        }),
      )
    node.nextBlock(10)
    expect(await read()).toEqual([8, 6])
    node.importBlock(await importAt(9))
    expect(await read()).toEqual([8, 6])
    node.importBlock(await importAt(5))
    expect(await read()).toEqual([4, 4])
    node.nextBlock(2)
    expect(await read()).toEqual([5, 4])
  })

  test('the room beside the deposit that opens a block', () => {
    const node = createMockNode({ accounts, l1Attributes: {} })
    const gas = 60_000_000n - 46_108n
    expect(() => node.preconfirm({ ...payment, gas: gas + 1n })).toThrow(
      `no block holds more than ${gas}`,
    )
    node.preconfirm({ ...payment, gas })
  })

  test('L1 time after an import', async () => {
    const node = createMockNode({ l1Attributes: {} })
    const real = createMockNode({ timestamp: 1_000n })
    const block = (await readBlock(real, 'latest')) as object
    node.importBlock({ block })
    const slot = await request(
      node,
      'eth_getStorageAt',
      '0x4200000000000000000000000000000000000015',
      '0x0',
      'pending',
    )
    expect(Number(`0x${`${slot}`.slice(-32, -16)}`)).toBe(1_000)
  })

  test('the base fee after genesis', async () => {
    const fees = async (header: MockNodeOptions['header']) => {
      const node = createMockNode({ header })
      node.nextBlock(2)
      const blocks = await Promise.all(
        (['earliest', 'latest', 'pending'] as const).map((tag) =>
          readBlock(node, tag),
        ),
      )
      return blocks.map((block) => block?.baseFeePerGas)
    }
    expect(await fees({ minBaseFeePerGas: 5n })).toEqual(['0x0', '0x5', '0x5'])
    expect(await fees({})).toEqual(['0x0', '0x0', '0x0'])
  })

  test('a field that is null', async () => {
    const node = createMockNode({ accounts })
    const hash = node.preconfirm({
      ...payment,
      data: null,
      gasPrice: null,
      maxFeePerGas: null,
      nonce: null,
    })
    expect(createMockNode({ accounts }).preconfirm(payment)).toBe(hash)
    const to = node.preconfirm({ ...payment, to: null })
    node.nextBeat()
    expect(await request(node, 'eth_getTransactionByHash', to)).toMatchObject({
      to: null,
    })
  })

  test('control drops by label', async () => {
    const { control, preconfirm } = createMockNode({ accounts })
    preconfirm(to('a'))
    const params = ['a']
    const asked = { method: 'preseal_drop', params } as never
    expect(await control.request(asked)).toBe(null)
    expect(await rejection(control.request(asked))).toMatchObject({
      code: -32000,
    })
  })
})
