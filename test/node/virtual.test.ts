import { createMockNode } from 'preseal'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { thrown } from '../base/clock/thrown.js'
import { says } from '../says.js'
import { alice, bob, funded, tenYears } from './actors.js'
import { listen } from './listen.js'
import { ask, pendingHashes, readBlock } from './reads.js'

afterEach(() => {
  vi.useRealTimers()
})

describe('the virtual clock', () => {
  test('default', async () => {
    const node = createMockNode()
    expect(node.now).toBe(0)
    node.advance(199)
    expect(node.now).toBe(199)
    node.advance(1)
    expect(node.now).toBe(200)
  })

  test('behavior: nothing but its verbs moves it', async () => {
    vi.useFakeTimers()
    const node = createMockNode({ clock: 'virtual' })
    const told = listen(node, 'beat', 'sealed')
    vi.advanceTimersByTime(10_000)
    vi.setSystemTime(Date.now() + tenYears)
    vi.useRealTimers()
    await new Promise((resolve) => setTimeout(resolve, 10))
    expect(node.now).toBe(0)
    expect(told).toEqual([])
    expect(await ask(node, 'eth_blockNumber')).toBe('0x0')
  })

  test('behavior: it makes no timer that others could run', () => {
    vi.useFakeTimers()
    const node = createMockNode({ ...funded, clock: 'virtual' })
    const told = listen(node, 'beat')
    node.preconfirm({ from: alice, to: bob })
    node.fault({ type: 'delay', ms: 300 })
    const answered = ask(node, 'eth_blockNumber')
    expect(vi.getTimerCount()).toBe(0)
    vi.runAllTimers()
    expect([node.now, told.length]).toEqual([0, 0])
    node.advance(300)
    expect(vi.getTimerCount()).toBe(0)
    return expect(answered).resolves.toBe('0x0')
  })

  test('behavior: each node has its own', () => {
    const [one, other] = [createMockNode(), createMockNode()]
    one.advance(1_000)
    expect([one.now, other.now]).toEqual([1_000, 0])
  })

  test('behavior: its verbs act before they return', async () => {
    const node = createMockNode(funded)
    const hash = node.preconfirm({ from: alice, to: bob })
    node.nextBeat()
    const pending = readBlock(node, 'pending')
    node.nextBlock()
    expect((await pending).transactions.map((one) => one.hash)).toEqual([hash])
    expect(await pendingHashes(node)).toEqual([])
  })

  test('behavior: idle blocks are told one by one', () => {
    const node = createMockNode()
    const told = { beat: 0, sealed: 0 }
    node.on('beat', () => told.beat++)
    node.on('sealed', () => told.sealed++)
    node.advance(60_000)
    expect(told).toEqual({ beat: 300, sealed: 30 })
  })

  test('behavior: of a long time all that happened is told', () => {
    const span = 600_000
    const node = createMockNode({
      ...funded,
      steps: [
        { at: span, type: 'preconfirm', from: alice, to: bob },
        { at: 2 * span + 1, type: 'preconfirm', from: alice, to: bob },
      ],
    })
    const told = { preconfirmed: 0, sealed: 0, last: 0n }
    const sealed: unknown[] = []
    node.on('preconfirmed', () => told.preconfirmed++)
    node.on('sealed', ({ blockNumber, transactions }) => {
      told.sealed++
      told.last = blockNumber
      sealed.push(...transactions)
    })
    node.advance(4 * span)
    expect(told).toEqual({ preconfirmed: 2, sealed: 1_200, last: 1_200n })
    expect(sealed).toHaveLength(2)
  })
})

describe('none', () => {
  test.each([
    {},
    { sealing: 'manual' },
    { preconfirmationTime: 2_000 },
  ] as const)(
    'behavior: 0 ms, beats or blocks move nothing: %o',
    async (options) => {
      const node = createMockNode({ ...funded, ...options })
      node.preconfirm({ from: alice, to: bob })
      const told: string[] = []
      for (const name of ['beat', 'preconfirmed', 'sealed'] as const)
        node.on(name, () => told.push(name))
      for (const verb of ['advance', 'nextBeat', 'nextBlock'] as const) {
        node[verb](0)
        await node.control.request({ method: `preseal_${verb}`, params: [0] })
      }
      await node.control.request({ method: 'anvil_mine', params: [0] })
      await node.control.request({
        method: 'evm_mine',
        params: [{ blocks: 0 }],
      })
      await node.control.request({ method: 'hardhat_mine', params: ['0x0'] })
      expect([node.now, told]).toEqual([0, []])
      expect(await ask(node, 'eth_blockNumber')).toBe('0x0')
    },
  )
})

describe('nextBeat', () => {
  test('default: to the next beat', () => {
    const node = createMockNode()
    node.nextBeat()
    expect(node.now).toBe(200)
  })

  test('behavior: to the n-th next beat, over boundaries', () => {
    const node = createMockNode()
    node.nextBeat(3)
    expect(node.now).toBe(600)
    node.nextBeat(20)
    expect(node.now).toBe(4_600)
  })

  test('behavior: from between beats, the next one is the first', () => {
    const node = createMockNode()
    node.advance(250)
    node.nextBeat()
    expect(node.now).toBe(400)
    node.advance(1)
    node.nextBeat(2)
    expect(node.now).toBe(800)
  })

  test('behavior: from a beat, the next one is a whole beat away', () => {
    const node = createMockNode()
    node.advance(2_000)
    node.nextBeat()
    expect(node.now).toBe(2_200)
  })

  test('behavior: 0 beats are no time', () => {
    const node = createMockNode()
    node.advance(250)
    node.nextBeat(0)
    expect(node.now).toBe(250)
  })

  test('options: preconfirmationTime', () => {
    const node = createMockNode({ preconfirmationTime: 70, blockTime: 210 })
    node.advance(100)
    node.nextBeat()
    expect(node.now).toBe(140)
    node.nextBeat(2)
    expect(node.now).toBe(280)
  })
})

describe('seal', () => {
  test('default: to the next block boundary', async () => {
    const node = createMockNode()
    node.nextBlock()
    expect(node.now).toBe(2_000)
    expect(await ask(node, 'eth_blockNumber')).toBe('0x1')
  })

  test('behavior: to the n-th next boundary', async () => {
    const node = createMockNode()
    node.nextBlock(16)
    expect(node.now).toBe(32_000)
    expect(await ask(node, 'eth_blockNumber')).toBe('0x10')
  })

  test('behavior: from between beats, the next boundary is the first', () => {
    const node = createMockNode()
    node.advance(2_250)
    node.nextBlock()
    expect(node.now).toBe(4_000)
    node.advance(1_999)
    node.nextBlock(2)
    expect(node.now).toBe(8_000)
  })

  test('behavior: from a boundary, the next one is a whole block away', () => {
    const node = createMockNode()
    node.advance(2_000)
    node.nextBlock()
    expect(node.now).toBe(4_000)
  })

  test('behavior: 0 blocks are no time', async () => {
    const node = createMockNode()
    node.advance(1_999)
    node.nextBlock(0)
    expect(node.now).toBe(1_999)
    expect(await ask(node, 'eth_blockNumber')).toBe('0x0')
  })

  test('behavior: what was queued since the last beat is then pending', async () => {
    const node = createMockNode(funded)
    const early = node.preconfirm({ from: alice, to: bob })
    node.advance(1_800)
    const late = node.preconfirm({ from: alice, to: bob })
    node.nextBlock()
    const latest = await readBlock(node, 'latest')
    expect(latest.transactions.map(({ hash }) => hash)).toEqual([early])
    expect(await pendingHashes(node)).toEqual([late])
  })

  test('options: blockTime', () => {
    const node = createMockNode({ preconfirmationTime: 500, blockTime: 1_500 })
    node.nextBlock(3)
    expect(node.now).toBe(4_500)
  })
})

describe('advance', () => {
  test('behavior: 0 ms are no time, and tell nobody', () => {
    const node = createMockNode(funded)
    node.preconfirm({ from: alice, to: bob })
    const told = listen(node, 'beat', 'preconfirmed', 'sealed')
    node.advance(0)
    expect([node.now, told]).toEqual([0, []])
  })

  test('error: what is no duration', () => {
    const node = createMockNode()
    node.advance(1)
    const verbs = [node.advance, node.nextBeat, node.nextBlock, node.seek]
    const bad = [-1, 0.5, Number.NaN, '200', 200n, null, 2 ** 53]
    for (const verb of verbs)
      for (const given of bad)
        expect(thrown(() => verb(given as never))).toMatch(
          /^InvalidParametersError: (advance|nextBeat|nextBlock|seek): "(ms|beats|blocks)" is .+, expected (an integer from 0 to 2\^53 - 1|a whole number of ms from 0 to 2\^53 - 1)/,
        )
    expect(node.now).toBe(1)
  })

  test('error: past the largest time', () => {
    const node = createMockNode()
    node.advance(1)
    const most = Number.MAX_SAFE_INTEGER
    expect([
      thrown(() => node.advance(most)),
      thrown(() => node.nextBeat(most)),
      thrown(() => node.nextBlock(most)),
    ]).toEqual(
      [
        'InvalidParametersError … advance moves the clock by a whole number',
        'InvalidParametersError … nextBeat moves the clock by a whole',
        'InvalidParametersError … nextBlock moves the clock by a whole',
      ].map(says),
    )
    expect(node.now).toBe(1)
  })
})
