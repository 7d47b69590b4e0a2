import { createMockNode, type MockNode } from 'preseal'
import { contract } from 'preseal/contracts'
import type { Engine } from 'preseal/evm'
import { readTimeline } from 'preseal/timeline'
import { parseAbi, toFunctionSelector } from 'viem'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { thrown } from '../base/clock/thrown.js'
import { alice, bob, token } from '../conformance/actors.js'
import { says } from '../says.js'
import { ask } from './reads.js'

const abi = parseAbi(['function use()', 'function look() view'])
const use = {
  ...{ from: alice, to: token, gas: 100_000n, execute: true as const },
  data: toFunctionSelector('use()'),
}
const look = { to: token, data: toFunctionSelector('look()') }

/** A node of a contract whose functions do what is given. */
function nodeOf(act: (node: MockNode) => void, options: object = {}) {
  const functions = { use: () => act(node), look: () => act(node) }
  const node: MockNode = createMockNode({
    ...options,
    contracts: [contract({ address: token, abi, functions })],
  })
  return node
}

const call = (node: MockNode) =>
  node.provider
    .request({ method: 'eth_call', params: [look, 'pending'] } as never)
    .then(
      () => 'nothing',
      (error: Error) => error.message,
    )

const earlier = new WeakMap<MockNode, ReturnType<MockNode['snapshot']>>()

const verbs: { [name: string]: (node: MockNode) => void } = {
  nextBeat: (node) => node.nextBeat(),
  advance: (node) => node.advance(1),
  nextBlock: (node) => node.nextBlock(),
  seal: (node) => node.seal(),
  seek: (node) => node.seek(5),
  reorg: (node) => node.reorg(),
  preconfirm: (node) => void node.preconfirm({ from: bob, to: bob }),
  drop: (node) => node.drop('none'),
  setBalance: (node) => node.setBalance({ address: bob, value: 1n }),
  fault: (node) => void node.fault({ type: 'null' }),
  hold: (node) => void node.hold(),
  handle: (node) => void node.handle('eth_chainId', () => '0x1'),
  snapshot: (node) => void node.snapshot(),
  revert: (node) => node.revert(earlier.get(node) as never),
  dispose: (node) => node.dispose(),
  // A step without a verb of its own.
  apply: (node) => void node.apply({ type: 'lift', label: 'none' }),
}

afterEach(() => {
  vi.useRealTimers()
})

describe('a verb inside a function of a contract', () => {
  test.each(Object.keys(verbs))('error: node.%s', async (name) => {
    const node = nodeOf((node) => verbs[name]?.(node))
    earlier.set(node, node.snapshot())
    const expected = new RegExp(
      `(use|look) of the contract ${token} threw ReentrantCallError: node\\.${name} was called from inside a contract's function or an engine, where time stands still and the node can only be read\\. Call it after the method or request that executes has returned \\(at .*\\)\\.`,
    )
    expect(await call(node)).toMatch(expected)
    expect(thrown(() => node.preconfirm(use))).toMatch(expected)
    expect(readTimeline(node).events).toEqual([])
    expect(node.now).toBe(0)
    expect(await ask(node, 'eth_chainId')).toBe('0x7a69')
  })

  test('time passed twice in the beat that ran a transaction again', () => {
    let isAgain = false
    const node: MockNode = createMockNode({
      contracts: [
        contract({
          address: token,
          abi,
          functions: {
            use({ state }) {
              if (isAgain) node.nextBeat()
              if (state.get('first') === 0n) state.set('first', 1n)
            },
          },
        }),
      ],
    })
    const first = node.preconfirm({ ...use, from: bob })
    node.preconfirm(use)
    node.drop(first)
    isAgain = true
    expect(thrown(() => node.nextBeat())).toMatch(
      /^ContractFunctionError: use of .* threw ReentrantCallError: node\.nextBeat/,
    )
    expect(node.now).toBe(200)
  })

  test('error: by the function that an earlier verb returned', async () => {
    const inside: { act?: () => void } = {}
    const node = nodeOf(() => inside.act?.())
    inside.act = node.fault({ type: 'null', methods: ['eth_chainId'] })
    expect(await call(node)).toMatch(/What node\.fault returned was called/)
    expect(await ask(node, 'eth_chainId')).toBe(null)
    const gate = node.hold({ methods: ['eth_gasPrice'] })
    for (const act of [gate.release, () => gate.fail({ type: 'network' })]) {
      inside.act = act
      expect(await call(node)).toMatch(/A gate of node\.hold was called/)
    }
    gate.release()
  })

  test('behavior: it may be caught, as any error', async () => {
    const node = nodeOf((node) => {
      expect(thrown(() => node.nextBeat())).toMatch(/^ReentrantCallError: /)
    })
    expect(await call(node)).toBe('nothing')
    node.preconfirm(use)
    node.nextBeat()
    expect(node.now).toBe(200)
  })

  test('error: a request that sends, or that controls', async () => {
    const asked: Promise<unknown>[] = []
    const node = nodeOf((node) => {
      asked.push(
        ask(node, 'eth_sendTransaction', { from: alice, to: bob }),
        node.control.request({ method: 'evm_mine' }),
      )
    })
    expect(await call(node)).toBe('nothing')
    const ends = await Promise.allSettled(asked)
    expect(ends).toMatchObject([
      {
        reason: {
          message: expect.stringMatching(/^A method that sends was called/),
        },
      },
      { reason: { message: expect.stringMatching(/^node\.\w+ was called/) } },
    ])
    expect(node.now).toBe(0)
    expect(readTimeline(node).events).toEqual([])
  })

  test('behavior: reads go on', async () => {
    const reads: unknown[] = []
    const node = nodeOf((node) => {
      const { now, answeredRequests: exchanges } = node
      const { events } = readTimeline(node)
      reads.push(now, exchanges.length, events.length, ask(node, 'eth_chainId'))
    })
    expect(await call(node)).toBe('nothing')
    expect(await Promise.all(reads)).toEqual([0, 0, 0, '0x7a69'])
  })

  test('a function that asked for the time lost the beats that were due', async () => {
    vi.useFakeTimers()
    const node = nodeOf(
      (node) => {
        vi.setSystemTime(Date.now() + 1_000)
        expect(node.now).toBe(0)
      },
      { clock: 'ambient' },
    )
    const beats: number[] = []
    node.on('beat', ({ at }) => beats.push(at))
    node.preconfirm(use)
    expect(node.now).toBe(1_000)
    expect(beats).toEqual([200, 400, 600, 800, 1_000])
    node.dispose()
  })

  test('error: in a native contract that is a bare function', () => {
    const node: MockNode = createMockNode({
      contracts: [
        {
          ...{ type: 'native', address: token },
          native: () => {
            node.nextBeat()
            return { status: 'success', output: '0x', gasUsed: 0n }
          },
        },
      ],
    })
    expect(thrown(() => node.preconfirm(use))).toEqual(
      says('ContractFunctionError … Call it after the method or request that'),
    )
  })

  test('error: in an engine', () => {
    const engine: Engine = {
      execute() {
        node.nextBeat()
        throw new Error('The verb above throws')
      },
    }
    const node = createMockNode({ engine })
    expect(thrown(() => node.preconfirm(use))).toEqual(
      says('ReentrantCallError … Call it after the method or request that'),
    )
  })
})
