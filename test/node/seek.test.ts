import fc from 'fast-check'
import { createMockNode } from 'preseal'
import { describe, expect, test } from 'vitest'
import { share } from '../runs.js'
import { alice, bob, carol, ether, funded, tenYears } from './actors.js'
import { listen } from './listen.js'
import { ask, pendingHashes, readAll, readBalance } from './reads.js'
import { story, storyLength } from './stories.js'

describe('seek', () => {
  test('default: back to the start', async () => {
    const node = createMockNode(funded)
    const first = await readAll(node)
    node.advance(1)
    node.preconfirm({ from: alice, to: bob })
    node.nextBlock(3)
    node.seek(0)
    expect(await readAll(node)).toEqual(first)
  })

  test('behavior: back to any instant, verbs included', async () => {
    const timeline = story.steps?.filter(
      ({ type }) => type !== 'fault' && type !== 'lift',
    )
    const node = createMockNode({ ...story, steps: timeline })
    const visited: [number, unknown][] = []
    const act = [
      () => node.preconfirm({ from: alice, to: bob, value: 3n }),
      () => node.setBalance({ address: carol, value: 2n * ether }),
      () => node.setStorageAt({ address: bob, index: 0, value: '0x9' }),
    ]
    for (let k = 0; node.now < storyLength; k++) {
      node.advance(137)
      act[k % 7]?.()
      visited.push([node.now, await readAll(node)])
    }
    for (const [ms, reads] of visited.reverse()) {
      node.seek(ms)
      expect(await readAll(node)).toEqual(reads)
    }
  })

  test('behavior: back to an instant that was only passed', async () => {
    const node = createMockNode(story)
    const other = createMockNode(story)
    node.advance(storyLength)
    for (const ms of [6_100, 4_321, 2_000, 1_999, 450, 200, 1]) {
      node.seek(ms)
      const fresh = createMockNode(story)
      fresh.advance(ms)
      expect(await readAll(node)).toEqual(await readAll(fresh))
    }
    other.advance(1)
    expect(node.now).toBe(other.now)
  })

  test('behavior: it forgets what lay after', async () => {
    const node = createMockNode(funded)
    node.advance(500)
    const hash = node.preconfirm({ from: alice, to: bob, value: ether })
    node.setBalance({ address: carol, value: 1n })
    node.nextBlock(2)
    node.seek(499)
    node.advance(10_000)
    expect(await readBalance(node, bob)).toBe(5n * ether)
    expect(await readBalance(node, carol)).toBe(0n)
    expect(await ask(node, 'eth_getTransactionByHash', hash)).toBe(null)
  })

  test('behavior: the verbs of that very instant are there', async () => {
    const node = createMockNode(funded)
    node.advance(500)
    const hash = node.preconfirm({ from: alice, to: bob, value: ether })
    node.setBalance({ address: carol, value: 1n })
    node.nextBlock(2)
    node.seek(500)
    expect(await readBalance(node, carol)).toBe(1n)
    expect(await pendingHashes(node)).toEqual([])
    node.nextBeat()
    expect(await pendingHashes(node)).toEqual([hash])
  })

  test('behavior: to the present it changes nothing', async () => {
    const node = createMockNode(funded)
    node.advance(250)
    const hash = node.preconfirm({ from: alice, to: bob })
    const before = await readAll(node)
    node.seek(250)
    expect(await readAll(node)).toEqual(before)
    node.nextBeat()
    expect(await pendingHashes(node)).toEqual([hash])
  })

  test('behavior: forward it plays on and tells the listeners', async () => {
    const [node, other] = [createMockNode(story), createMockNode(story)]
    const names = ['beat', 'preconfirmed', 'dropped', 'sealed'] as const
    const told = [listen(node, ...names), listen(other, ...names)]
    node.seek(storyLength)
    other.advance(storyLength)
    expect(told[0]).toEqual(told[1])
    expect(await readAll(node)).toEqual(await readAll(other))
  })

  test('behavior: back tells nobody; forward again tells it again', () => {
    const node = createMockNode(funded)
    node.advance(1)
    node.preconfirm({ from: alice, to: bob })
    const told = listen(node, 'preconfirmed')
    node.nextBeat()
    node.seek(1)
    expect(told).toHaveLength(1)
    node.seek(200)
    expect(told).toHaveLength(2)
  })

  test('behavior: under the virtual clock advance goes on from there', async () => {
    const node = createMockNode(funded)
    node.advance(5_000)
    node.seek(1_500)
    node.advance(500)
    expect(node.now).toBe(2_000)
    expect(await ask(node, 'eth_blockNumber')).toBe('0x1')
    node.seek(9_000)
    node.nextBlock()
    expect(node.now).toBe(10_000)
    node.seek(300)
    node.nextBeat()
    expect(node.now).toBe(400)
  })

  test('behavior: beats are told at their instants after it', () => {
    const node = createMockNode()
    const told = listen(node, 'beat')
    node.advance(500)
    node.seek(150)
    node.advance(300)
    node.seek(999)
    node.advance(1)
    expect(told.map(([, { at: now }]) => now)).toEqual([
      200, 400, 200, 400, 600, 800, 1_000,
    ])
  })

  test('behavior: faults are as they were then', async () => {
    const node = createMockNode()
    node.advance(100)
    node.fault({ type: 'null', times: 2 })
    node.advance(100)
    expect(await ask(node, 'eth_chainId')).toBe(null)
    node.advance(100)
    expect(await ask(node, 'eth_chainId')).toBe(null)
    expect(await ask(node, 'eth_chainId')).toBe('0x7a69')
    node.seek(250)
    expect(await ask(node, 'eth_chainId')).toBe(null)
    expect(await ask(node, 'eth_chainId')).toBe('0x7a69')
    node.seek(150)
    expect(await ask(node, 'eth_chainId')).toBe(null)
    expect(await ask(node, 'eth_chainId')).toBe(null)
    node.seek(99)
    expect(await ask(node, 'eth_chainId')).toBe('0x7a69')
  })

  test('behavior: ten years there and back', async () => {
    const node = createMockNode(funded)
    const hash = node.preconfirm({ from: alice, to: bob })
    node.seek(tenYears)
    node.preconfirm({ from: alice, to: bob })
    node.seek(2 * tenYears)
    node.seek(400)
    expect(await pendingHashes(node)).toEqual([hash])
  })

  test('behavior: forward, an answer that was late is due', async () => {
    const node = createMockNode()
    node.fault({ type: 'delay', ms: 300 })
    const answered = ask(node, 'eth_blockNumber')
    node.seek(2_000)
    expect(await answered).toBe('0x0')
    expect(node.answeredRequests).toMatchObject([{ at: 0, settledAt: 300 }])
  })

  test('behavior: ten minutes with listeners', () => {
    const node = createMockNode(funded)
    const told = { beat: 0 }
    node.on('beat', () => told.beat++)
    node.seek(600_000)
    expect([node.now, told.beat]).toEqual([600_000, 3_000])
  })

  test('behavior: a snapshot holds wherever seek went', async () => {
    const node = createMockNode(funded)
    node.advance(300)
    node.setBalance({ address: carol, value: 1n })
    const snapshot = node.snapshot()
    node.seek(100)
    node.setBalance({ address: carol, value: 2n })
    node.seek(5_000)
    node.revert(snapshot)
    expect([node.now, await readBalance(node, carol)]).toEqual([300, 1n])
    node.seek(299)
    expect(await readBalance(node, carol)).toBe(0n)
  })

  test('behavior: any walk ends as the direct way does', async () => {
    const ends = new Map<number, unknown>()
    const direct = async (ms: number) => {
      if (!ends.has(ms)) {
        const fresh = createMockNode(story)
        fresh.advance(ms)
        ends.set(ms, await readAll(fresh))
      }
      return ends.get(ms)
    }
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.nat({ max: storyLength }), { minLength: 1, maxLength: 8 }),
        fc.boolean(),
        async (walk, isWatched) => {
          const node = createMockNode(story)
          if (isWatched) listen(node, 'beat')
          for (const ms of walk) node.seek(ms)
          expect(await readAll(node)).toEqual(await direct(node.now))
          expect(node.now).toBe(walk.at(-1))
        },
      ),
      { numRuns: share(30) },
    )
  })
})
