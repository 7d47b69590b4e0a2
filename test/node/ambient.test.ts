import { install } from '@sinonjs/fake-timers'
import fc from 'fast-check'
import { createMockNode, type MockNode, type NodeEvents } from 'preseal'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { thrown } from '../base/clock/thrown.js'
import { share } from '../runs.js'
import { says } from '../says.js'
import { alice, bob, day, ether, funded, tenYears } from './actors.js'
import { listen } from './listen.js'
import { ask, pendingHashes, readBalance, readBlock } from './reads.js'

const createdAt = 1_767_225_600_123
const nodes: MockNode[] = []

function ambientNode(options: Parameters<typeof createMockNode>[0] = {}) {
  const node = createMockNode({ ...funded, clock: 'ambient', ...options })
  nodes.push(node)
  return node
}

beforeEach(() => {
  vi.useFakeTimers({ now: createdAt })
})

afterEach(() => {
  for (const node of nodes.splice(0)) node.dispose()
  vi.useRealTimers()
})

describe('the ambient clock', () => {
  test('default', async () => {
    const node = ambientNode()
    const hash = node.preconfirm({ from: alice, to: bob, value: ether })
    expect(await pendingHashes(node)).toEqual([])
    await vi.advanceTimersByTimeAsync(200)
    expect(node.now).toBe(200)
    expect(await pendingHashes(node)).toEqual([hash])
    expect(await readBalance(node, bob, 'pending')).toBe(6n * ether)
    expect(await readBalance(node, bob)).toBe(5n * ether)
    await vi.advanceTimersByTimeAsync(1_800)
    expect(await readBalance(node, bob)).toBe(6n * ether)
  })

  test('behavior: the genesis timestamp is Date.now() at creation', async () => {
    const node = ambientNode()
    const seconds = BigInt(Math.floor(createdAt / 1000))
    expect(BigInt((await readBlock(node, '0x0')).timestamp)).toBe(seconds)
    vi.setSystemTime(createdAt + 10_000)
    expect(BigInt((await readBlock(node, 'latest')).timestamp)).toBe(
      BigInt(Math.floor(Date.now() / 1000)),
    )
  })

  test('behavior: a given timestamp wins over Date.now()', async () => {
    const node = ambientNode({ timestamp: 5n })
    expect((await readBlock(node, '0x0')).timestamp).toBe('0x5')
  })

  test('behavior: no timer while nobody listens, whatever happens', async () => {
    const node = ambientNode({
      steps: [{ at: 300, type: 'setBalance', address: bob, value: 1n }],
    })
    const hash = node.preconfirm({ from: alice, to: bob })
    node.drop(hash)
    node.preconfirm({ from: alice, to: bob })
    node.setBalance({ address: bob, value: 2n })
    node.fault({ type: 'hold', methods: ['eth_call'] })()
    node.fault({ type: 'rpc', code: -1, message: 'no', skip: 3 })
    node.handle('eth_call', () => '0x')()
    node.on('answered', () => {})
    node.provider.on('message', () => {})
    await ask(node, 'eth_blockNumber')
    await readBlock(node, 'pending')
    const snapshot = node.snapshot()
    node.seek(5_000)
    node.revert(snapshot)
    expect(vi.getTimerCount()).toBe(0)
  })

  test.each(['beat', 'preconfirmed', 'dropped', 'sealed'] as const)(
    'behavior: one timer while somebody listens to %s',
    (name) => {
      const node = ambientNode()
      const offs = [node.on(name, () => {}), node.on(name, () => {})]
      expect(vi.getTimerCount()).toBe(1)
      vi.advanceTimersByTime(2_500)
      expect(vi.getTimerCount()).toBe(1)
      offs[0]?.()
      expect(vi.getTimerCount()).toBe(1)
      offs[1]?.()
      expect(vi.getTimerCount()).toBe(0)
    },
  )

  test('behavior: a listener of several events is one timer', () => {
    const node = ambientNode()
    listen(node, 'beat', 'preconfirmed', 'dropped', 'sealed')
    node.preconfirm({ from: alice, to: bob })
    vi.advanceTimersByTime(7_777)
    expect(vi.getTimerCount()).toBe(1)
  })

  test('behavior: taking off twice takes nobody else off', () => {
    const node = ambientNode()
    const off = node.on('beat', () => {})
    const told = listen(node, 'beat')
    off()
    off()
    vi.advanceTimersByTime(400)
    expect(told).toHaveLength(2)
  })

  test('behavior: runAllTimers ends while nobody listens', () => {
    const node = ambientNode()
    node.preconfirm({ from: alice, to: bob })
    const fired = vi.fn()
    setTimeout(fired, 50)
    vi.runAllTimers()
    expect(fired).toHaveBeenCalledOnce()
    expect(node.now).toBe(50)
  })

  test('behavior: runAllTimers ends once the last listener is off', () => {
    const node = ambientNode()
    const told: number[] = []
    const off = node.on('beat', ({ at: now }) => {
      told.push(now)
      if (now === 600) off()
    })
    vi.runAllTimers()
    expect(told).toEqual([200, 400, 600])
  })

  test('behavior: runAllTimers ends where a request is late', async () => {
    const node = ambientNode()
    node.fault({ type: 'delay', ms: 300 })
    const answered = ask(node, 'eth_blockNumber')
    expect(vi.getTimerCount()).toBe(1)
    vi.runAllTimers()
    expect(await answered).toBe('0x0')
    expect(vi.getTimerCount()).toBe(0)
  })

  test('behavior: listeners are told at the very beat', () => {
    const node = ambientNode()
    const at: number[] = []
    node.on('beat', () => at.push(Date.now() - createdAt))
    vi.advanceTimersByTime(1_000)
    expect(at).toEqual([200, 400, 600, 800, 1_000])
  })

  test('behavior: a listener that comes between beats is told at the next', () => {
    const node = ambientNode()
    vi.advanceTimersByTime(250)
    const told = listen(node, 'beat')
    vi.advanceTimersByTime(150)
    expect(told).toMatchObject([
      ['beat', { at: 400, blockNumber: 1n, index: 2 }],
    ])
  })

  test('behavior: the timer does not keep the process alive', () => {
    vi.useRealTimers()
    const made = vi.spyOn(globalThis, 'setTimeout')
    const node = ambientNode()
    node.on('beat', () => {})
    const [timer] = made.mock.results.map(({ value }) => value)
    expect(timer.hasRef()).toBe(false)
    node.dispose()
    made.mockRestore()
  })

  test('behavior: follows real time', async () => {
    vi.useRealTimers()
    const node = ambientNode({ preconfirmationTime: 10, blockTime: 20 })
    // It listens first: on a busy machine 20 ms may pass between two lines.
    const sealed = new Promise<NodeEvents['sealed']>((resolve) => {
      node.on('sealed', (event) => {
        if (event.transactions.length > 0) resolve(event)
      })
    })
    const hash = node.preconfirm({ from: alice, to: bob })
    expect((await sealed).transactions).toEqual([hash])
    expect(node.now).toBeGreaterThanOrEqual(20)
  })

  test('behavior: fake timers that come and go later are followed', () => {
    vi.useRealTimers()
    const node = ambientNode()
    const told = listen(node, 'beat')
    vi.useFakeTimers({ now: Date.now() + 1_000 })
    const { now } = node
    expect(now).toBeGreaterThanOrEqual(1_000)
    told.splice(0)
    vi.advanceTimersByTime(400)
    expect(told).toHaveLength(2)
    expect(vi.getTimerCount()).toBe(1)
  })

  test('behavior: verbs move the fake timers, and all that waits for them', () => {
    const node = ambientNode()
    const at: number[] = []
    const timer = setInterval(() => at.push(node.now), 150)
    node.advance(300)
    node.nextBeat(2)
    expect([node.now, Date.now() - createdAt]).toEqual([600, 600])
    node.nextBlock()
    expect([node.now, Date.now() - createdAt]).toEqual([2_000, 2_000])
    expect(at.slice(0, 4)).toEqual([150, 300, 450, 600])
    clearInterval(timer)
  })

  test('error: verbs in real time, which nothing moves', () => {
    vi.useRealTimers()
    const node = ambientNode()
    expect(
      [() => node.advance(300), () => node.nextBeat(0)].map(thrown),
    ).toEqual(
      [
        'ClockError … Let 300 ms pass, or call vi.useFakeTimers() or',
        'ClockError … Let 0 ms pass, or call vi.useFakeTimers() or',
      ].map(says),
    )
  })
})

describe('a verb that fails', () => {
  test.each([
    ['advance', (node: MockNode) => node.advance(-1)],
    ['nextBeat', (node: MockNode) => node.nextBeat(-1)],
    ['nextBlock', (node: MockNode) => node.nextBlock(0.5)],
    ['seek', (node: MockNode) => node.seek(-1)],
    ['revert', (node: MockNode) => node.revert({ now: 0 })],
  ])('behavior: after %s the beats are told as ever', (_, verb) => {
    const node = ambientNode()
    const told = listen(node, 'beat')
    expect(() => verb(node)).toThrow()
    expect(vi.getTimerCount()).toBe(1)
    vi.advanceTimersByTime(400)
    expect(told.map(([, { at }]) => at)).toEqual([200, 400])
  })
})

describe('a jump of the system time', () => {
  test.each([
    ['10 minutes', 600_000, 300],
    ['ten years', tenYears, 157_766_400],
  ])('behavior: %s are caught up by a read', async (_, ms, blocks) => {
    const node = ambientNode()
    const hash = node.preconfirm({ from: alice, to: bob, value: ether })
    vi.setSystemTime(createdAt + ms)
    expect(await ask(node, 'eth_blockNumber')).toBe(`0x${blocks.toString(16)}`)
    expect(node.now).toBe(ms)
    expect(await readBalance(node, bob)).toBe(6n * ether)
    expect(await ask(node, 'eth_getTransactionReceipt', hash)).toMatchObject({
      blockNumber: '0x1',
    })
    expect(vi.getTimerCount()).toBe(0)
  })

  test('behavior: the chain goes on from there beat by beat', async () => {
    const node = ambientNode()
    const told = listen(node, 'preconfirmed')
    vi.setSystemTime(createdAt + 600_000)
    const hash = node.preconfirm({ from: alice, to: bob })
    expect(told).toEqual([])
    await vi.advanceTimersByTimeAsync(200)
    expect(told.map(([, event]) => event.hash)).toEqual([hash])
    expect(node.now).toBe(600_200)
  })

  test('behavior: steps that were jumped over have acted in their time', async () => {
    const node = ambientNode({
      steps: [
        { at: 300, type: 'preconfirm', from: alice, to: bob, value: 1n },
        { at: 5_000, type: 'setBalance', address: bob, value: 7n },
        { at: day, type: 'preconfirm', from: alice, to: bob, value: 2n },
      ],
    })
    vi.setSystemTime(createdAt + tenYears)
    const balance = (selector: string) => readBalance(node, bob, selector)
    expect([
      await balance('0x0'),
      await balance('0x1'),
      await balance('0x2'),
      await balance('0x3'),
      await balance('latest'),
    ]).toEqual([5n * ether, 5n * ether + 1n, 7n, 7n, 9n])
  })

  test('behavior: a jump back is no time', async () => {
    const node = ambientNode()
    vi.advanceTimersByTime(2_500)
    expect(node.now).toBe(2_500)
    vi.setSystemTime(createdAt - day)
    expect(node.now).toBe(2_500)
    expect(await ask(node, 'eth_blockNumber')).toBe('0x1')
    vi.advanceTimersByTime(300)
    expect(node.now).toBe(2_800)
  })

  test('behavior: after a jump back the beats go on from where they were', () => {
    const node = ambientNode()
    const told = listen(node, 'beat')
    vi.advanceTimersByTime(500)
    expect(node.now).toBe(500)
    vi.setSystemTime(createdAt - day)
    expect(node.now).toBe(500)
    vi.advanceTimersByTime(500)
    expect(told.map(([, { at }]) => at)).toEqual([200, 400, 600, 800, 1_000])
  })

  test('behavior: idle blocks are told one by one', () => {
    const node = ambientNode()
    const told = { beat: 0, sealed: 0 }
    node.on('beat', () => told.beat++)
    node.on('sealed', () => told.sealed++)
    vi.setSystemTime(createdAt + 60_000)
    expect(node.now).toBe(60_000)
    expect(told).toEqual({ beat: 300, sealed: 30 })
  })
})

describe('equal deadlines', () => {
  test.each(['before', 'after'] as const)(
    'behavior: a timer of the test made %s those of the node reads the same at its instant',
    async (order) => {
      const node = ambientNode()
      const reads: Promise<string[]>[] = []
      const read = () => reads.push(pendingHashes(node))
      if (order === 'before') setTimeout(read, 200)
      listen(node, 'beat')
      if (order === 'after') setTimeout(read, 200)
      const hash = node.preconfirm({ from: alice, to: bob })
      await vi.advanceTimersByTimeAsync(200)
      expect(await Promise.all(reads)).toEqual([[hash]])
    },
  )

  test.each(['before', 'after'] as const)(
    'behavior: a verb in a timer made %s those of the node waits for the next beat',
    async (order) => {
      const node = ambientNode()
      const act = () => node.preconfirm({ from: alice, to: bob })
      if (order === 'before') setTimeout(act, 2_000)
      const told = listen(node, 'preconfirmed')
      if (order === 'after') setTimeout(act, 2_000)
      await vi.advanceTimersByTimeAsync(4_000)
      expect(told).toMatchObject([
        ['preconfirmed', { blockNumber: 2n, index: 1 }],
      ])
    },
  )
})

describe('everything faked', () => {
  test('behavior: answers settle although nextTick and queueMicrotask stand still', async () => {
    vi.useRealTimers()
    const real = [process.nextTick, queueMicrotask]
    const clock = install({ now: createdAt })
    try {
      expect(process.nextTick).not.toBe(real[0])
      expect(queueMicrotask).not.toBe(real[1])
      const node = ambientNode()
      const hash = node.preconfirm({ from: alice, to: bob })
      const told = listen(node, 'beat')
      clock.tick(200)
      expect(told).toHaveLength(1)
      expect(await pendingHashes(node)).toEqual([hash])
      await expect(ask(node, 'eth_nothing')).rejects.toMatchObject({
        code: -32601,
      })
      expect(clock.countTimers()).toBe(1)
      node.dispose()
      expect(clock.countTimers()).toBe(0)
    } finally {
      clock.uninstall()
    }
  })

  test('behavior: under the virtual clock, too', async () => {
    vi.useRealTimers()
    const clock = install({ now: createdAt })
    try {
      const node = createMockNode({ ...funded, clock: 'virtual' })
      const told = listen(node, 'beat', 'answered')
      node.fault({ type: 'delay', ms: 100 })
      const answered = ask(node, 'eth_blockNumber')
      node.nextBlock()
      expect(await answered).toBe('0x0')
      expect(told).toHaveLength(11)
      expect(clock.countTimers()).toBe(0)
    } finally {
      clock.uninstall()
    }
  })

  test('fakes that stood 25 years back and went made a million beats of a minute', () => {
    vi.setSystemTime(new Date('2001-01-01'))
    const node = ambientNode()
    const beats = listen(node, 'beat')
    vi.advanceTimersByTime(1_000)
    expect(beats).toHaveLength(5)
    vi.useRealTimers()
    // What real time passed since is not more than a test takes.
    expect(node.now).toBeLessThan(60_000)
    expect(beats.length).toBeLessThan(60_000 / 200)
  })

  test('property: time is what passed under each clock, whatever years they stand in', () => {
    fc.assert(
      fc.property(
        fc.array(
          fc.record({
            year: fc.integer({ min: 1971, max: 2200 }),
            passes: fc.array(fc.nat({ max: 5_000 }), { maxLength: 3 }),
          }),
          { minLength: 1, maxLength: 5 },
        ),
        (clocks) => {
          vi.useFakeTimers({ now: createdAt })
          const node = ambientNode()
          let passed = 0
          for (const { year, passes } of clocks) {
            vi.useFakeTimers({ now: Date.UTC(year, 0) })
            expect(node.now).toBe(passed)
            for (const ms of passes) {
              vi.advanceTimersByTime(ms)
              passed += ms
              expect(node.now).toBe(passed)
            }
          }
          node.dispose()
        },
      ),
      { numRuns: share(200, 20) },
    )
  })
})
