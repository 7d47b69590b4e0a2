import { createMockNode, type MockNode } from 'preseal'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { thrown } from '../base/clock/thrown.js'
import { alice, bob, carol, ether, funded, tenYears } from './actors.js'
import { listen } from './listen.js'
import { ask, readAll, readBalance, readBlock } from './reads.js'
import { story, storyLength } from './stories.js'

afterEach(() => {
  vi.useRealTimers()
})

describe('snapshot and revert', () => {
  test('default', async () => {
    const node = createMockNode(funded)
    node.preconfirm({ from: alice, to: bob, value: ether })
    node.advance(250)
    node.preconfirm({ from: alice, to: bob, value: ether })
    const snapshot = node.snapshot()
    expect(snapshot.now).toBe(250)
    const before = await readAll(node)
    node.setBalance({ address: bob, value: 0n })
    node.nextBlock(10)
    node.revert(snapshot)
    expect(node.now).toBe(250)
    expect(await readAll(node)).toEqual(before)
    node.nextBlock()
    expect(await readBalance(node, bob)).toBe(7n * ether)
  })

  test('behavior: reusable, and each time the same', async () => {
    const node = createMockNode(funded)
    node.preconfirm({ from: alice, to: bob, value: ether })
    node.advance(150)
    const snapshot = node.snapshot()
    const ends = []
    for (let k = 0; k < 3; k++) {
      node.preconfirm({ from: bob, to: alice, value: 1n })
      node.nextBlock(2)
      ends.push(await readAll(node))
      node.revert(snapshot)
    }
    expect(ends[1]).toEqual(ends[0])
    expect(ends[2]).toEqual(ends[0])
  })

  test('behavior: not consumed by going further back', async () => {
    const node = createMockNode(funded)
    const early = node.snapshot()
    node.preconfirm({ from: alice, to: bob, value: ether })
    node.nextBlock()
    const late = node.snapshot()
    const expected = await readAll(node)
    node.revert(early)
    expect(await ask(node, 'eth_blockNumber')).toBe('0x0')
    node.revert(late)
    expect(await readAll(node)).toEqual(expected)
    node.revert(early)
    expect(node.now).toBe(0)
  })

  test('behavior: it is a value that nobody can change', () => {
    const snapshot = createMockNode().snapshot()
    expect(Object.isFrozen(snapshot)).toBe(true)
  })

  test('behavior: what is queued, transactions and drops, comes back', () => {
    const node = createMockNode(funded)
    const dropped = node.preconfirm({ from: alice, to: bob })
    node.nextBeat()
    node.drop(dropped)
    const queued = node.preconfirm({ from: bob, to: alice })
    const snapshot = node.snapshot()
    node.nextBlock(3)
    node.revert(snapshot)
    const told = listen(node, 'preconfirmed', 'dropped')
    node.nextBeat()
    expect(told).toMatchObject([
      ['dropped', { hash: dropped }],
      ['preconfirmed', { hash: queued }],
    ])
  })

  test('behavior: faults come back, with what they have counted', async () => {
    const node = createMockNode()
    node.fault({ type: 'null', skip: 1, times: 2 })
    const answers = async (count: number) => {
      const all = []
      for (let k = 0; k < count; k++) all.push(await ask(node, 'eth_chainId'))
      return all
    }
    expect(await answers(2)).toEqual(['0x7a69', null])
    const snapshot = node.snapshot()
    expect(await answers(2)).toEqual([null, '0x7a69'])
    node.fault({ type: 'rpc', code: -1, message: 'later' })
    node.revert(snapshot)
    expect(await answers(3)).toEqual([null, '0x7a69', '0x7a69'])
    node.revert(snapshot)
    expect(await answers(3)).toEqual([null, '0x7a69', '0x7a69'])
  })

  test('behavior: a fault lifted since is there again, and its lift lifts it', async () => {
    const node = createMockNode()
    const lift = node.fault({ type: 'null' })
    const snapshot = node.snapshot()
    lift()
    expect(await ask(node, 'eth_chainId')).toBe('0x7a69')
    node.revert(snapshot)
    expect(await ask(node, 'eth_chainId')).toBe(null)
    lift()
    expect(await ask(node, 'eth_chainId')).toBe('0x7a69')
  })

  test('behavior: a request that a later fault holds is answered by the revert', async () => {
    const node = createMockNode()
    const snapshot = node.snapshot()
    node.nextBlock()
    node.fault({ type: 'hold' })
    const answered = ask(node, 'eth_blockNumber')
    node.revert(snapshot)
    expect(await answered).toBe('0x0')
  })

  test('behavior: the timeline goes on from there', async () => {
    const node = createMockNode(story)
    node.advance(2_050)
    const snapshot = node.snapshot()
    node.advance(storyLength - 2_050)
    const end = await readAll(node)
    node.revert(snapshot)
    node.nextBlock(0)
    node.advance(storyLength - 2_050)
    expect(await readAll(node)).toEqual(end)
  })

  test('behavior: handlers, listeners and answered requests stay as they are', async () => {
    const node = createMockNode(funded)
    const snapshot = node.snapshot()
    node.handle('eth_call', () => '0x01')
    const told = listen(node, 'beat', 'answered')
    await ask(node, 'eth_call')
    node.nextBeat()
    node.revert(snapshot)
    expect(await ask(node, 'eth_call')).toBe('0x01')
    node.nextBeat()
    expect(told.map(([name]) => name)).toEqual([
      'answered',
      'beat',
      'answered',
      'beat',
    ])
    expect(node.answeredRequests).toHaveLength(2)
  })

  test('behavior: listeners are not told of the way back', () => {
    const node = createMockNode(funded)
    node.preconfirm({ from: alice, to: bob })
    const snapshot = node.snapshot()
    node.nextBlock(2)
    const told = listen(node, 'beat', 'preconfirmed', 'dropped', 'sealed')
    node.revert(snapshot)
    expect(told).toEqual([])
    node.nextBeat()
    expect(told.map(([name, event]) => [name, event.blockNumber])).toEqual([
      ['preconfirmed', 1n],
      ['beat', 1n],
    ])
  })

  test('behavior: taken within a listener, it is that beat', async () => {
    const node = createMockNode(funded)
    const taken: ReturnType<MockNode['snapshot']>[] = []
    node.on('beat', () => taken.push(node.snapshot()))
    node.preconfirm({ from: alice, to: bob, value: 1n })
    node.nextBlock(2)
    const [first] = taken
    if (first === undefined) throw new Error('No beat was told.')
    node.revert(first)
    expect(node.now).toBe(200)
    expect(await readBalance(node, bob, 'pending')).toBe(5n * ether + 1n)
    expect(await readBalance(node, bob)).toBe(5n * ether)
  })

  test('behavior: branches do not disturb each other', async () => {
    const node = createMockNode(funded)
    node.nextBlock(3)
    const fork = node.snapshot()
    const branch = async (value: bigint) => {
      node.revert(fork)
      const hash = node.preconfirm({ from: alice, to: bob, value })
      node.nextBlock(3)
      node.setBalance({ address: carol, value })
      node.nextBlock(2)
      return { hash, end: await readAll(node), snapshot: node.snapshot() }
    }
    const one = await branch(1n)
    const abandoned = await readBlock(node, '0x4')
    const other = await branch(2n)
    expect(await readAll(node)).toEqual(other.end)
    expect((await readBlock(node, '0x4')).hash).not.toBe(abandoned.hash)
    expect(await ask(node, 'eth_getBlockByHash', abandoned.hash, false)).toBe(
      null,
    )
    await expect(readBalance(node, bob, abandoned.hash)).rejects.toMatchObject({
      code: -32001,
    })
    expect(await ask(node, 'eth_getTransactionByHash', one.hash)).toBe(null)
    expect(await ask(node, 'eth_getTransactionReceipt', one.hash)).toBe(null)

    node.revert(one.snapshot)
    expect(await readAll(node)).toEqual(one.end)
    expect(
      await ask(node, 'eth_getBlockByHash', abandoned.hash, false),
    ).toMatchObject({ number: '0x4' })
    expect(await ask(node, 'eth_getTransactionByHash', other.hash)).toBe(null)
  })

  test('behavior: idle branches of different length share their blocks', async () => {
    const node = createMockNode(funded)
    node.nextBlock(2)
    const fork = node.snapshot()
    node.nextBlock(10)
    const long = await readBlock(node, '0xa')
    node.revert(fork)
    expect(await ask(node, 'eth_getBlockByNumber', '0x3', false)).toBe(null)
    expect(await ask(node, 'eth_getBlockByHash', long.hash, false)).toBe(null)
    node.nextBlock(2)
    node.setBalance({ address: bob, value: 1n })
    node.nextBlock(8)
    expect((await readBlock(node, '0xa')).hash).not.toBe(long.hash)
    expect(await readBalance(node, bob, '0x3')).toBe(5n * ether)
    expect(await readBalance(node, bob, '0x4')).toBe(1n)
    node.revert(fork)
    node.nextBlock(8)
    expect(await readBlock(node, '0xa')).toEqual(long)
    expect(await readBalance(node, bob, '0x4')).toBe(5n * ether)
  })

  test('behavior: over ten years', async () => {
    const node = createMockNode(funded)
    node.preconfirm({ from: alice, to: bob, value: 1n })
    const snapshot = node.snapshot()
    node.advance(tenYears)
    node.revert(snapshot)
    expect(node.now).toBe(0)
    node.nextBlock()
    expect(await readBalance(node, bob)).toBe(5n * ether + 1n)
  })

  test('error: of another node', async () => {
    const node = createMockNode(funded)
    node.advance(300)
    const before = await readAll(node)
    const foreign = createMockNode(funded).snapshot()
    expect(thrown(() => node.revert(foreign))).toBe(
      'UnknownIdError: revert: given a snapshot of another node. Give what node.snapshot of this node returned.',
    )
    for (const [given, text] of [
      [{ now: 300 }, '{"now":300}'],
      [{ snapshot: node.snapshot() }, '{"snapshot":{"now":300}}'],
      [null, 'null'],
      [undefined, 'nothing'],
    ])
      expect(thrown(() => node.revert(given as never))).toBe(
        `UnknownIdError: revert: given ${text}, expected a snapshot, as node.snapshot of this node returned it.`,
      )
    expect(await readAll(node)).toEqual(before)
  })
})

describe('under the ambient clock', () => {
  test('behavior: revert moves the node’s offset, not the clock', async () => {
    vi.useFakeTimers({ now: 1_000_000 })
    const node = createMockNode({ ...funded, clock: 'ambient' })
    vi.advanceTimersByTime(300)
    const snapshot = node.snapshot()
    vi.advanceTimersByTime(5_000)
    expect(node.now).toBe(5_300)
    node.revert(snapshot)
    expect([node.now, Date.now()]).toEqual([300, 1_005_300])
    expect(await ask(node, 'eth_blockNumber')).toBe('0x0')
    vi.advanceTimersByTime(1_700)
    expect(node.now).toBe(2_000)
    expect(await ask(node, 'eth_blockNumber')).toBe('0x1')
  })

  test('behavior: beats come at the instants of the new offset', () => {
    vi.useFakeTimers({ now: 0 })
    const node = createMockNode({ clock: 'ambient' })
    vi.advanceTimersByTime(150)
    const snapshot = node.snapshot()
    const at: [number, number][] = []
    node.on('beat', ({ at: now }) => at.push([now, Date.now()]))
    vi.advanceTimersByTime(100)
    node.revert(snapshot)
    vi.advanceTimersByTime(300)
    expect(at).toEqual([
      [200, 200],
      [200, 300],
      [400, 500],
    ])
    expect(vi.getTimerCount()).toBe(1)
    node.dispose()
  })

  test('behavior: an answer that was late is due where seek goes', async () => {
    vi.useFakeTimers({ now: 0 })
    const node = createMockNode({ clock: 'ambient' })
    node.fault({ type: 'delay', ms: 300 })
    const answered = ask(node, 'eth_blockNumber')
    node.seek(2_000)
    expect(await answered).toBe('0x0')
    expect(node.answeredRequests).toMatchObject([{ at: 0, settledAt: 300 }])
    expect(vi.getTimerCount()).toBe(0)
  })

  test('behavior: seek moves it, too, there and back', async () => {
    vi.useFakeTimers({ now: 0 })
    const node = createMockNode({ ...funded, clock: 'ambient' })
    const hash = node.preconfirm({ from: alice, to: bob })
    node.seek(3_000)
    expect([node.now, Date.now()]).toEqual([3_000, 0])
    expect(await ask(node, 'eth_getTransactionReceipt', hash)).toMatchObject({
      blockNumber: '0x1',
    })
    vi.advanceTimersByTime(1_000)
    expect(await ask(node, 'eth_blockNumber')).toBe('0x2')
    node.seek(100)
    vi.advanceTimersByTime(99)
    expect(node.now).toBe(199)
    expect(await ask(node, 'eth_getTransactionReceipt', hash)).toBe(null)
    vi.advanceTimersByTime(1)
    expect(await ask(node, 'eth_getTransactionReceipt', hash)).toMatchObject({
      blockNumber: '0x1',
    })
  })
})
