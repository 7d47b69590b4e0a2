import * as timers from '@sinonjs/fake-timers'
import {
  createMockNode,
  isPresealError,
  type MockNode,
  type PresealError,
  parseScenario,
  type Step,
} from 'preseal'
import { base } from 'preseal/chains'
import { contract } from 'preseal/contracts'
import { type Engine, evm } from 'preseal/evm'
import {
  type ExploreOptions,
  explore,
  neverPaidTwice,
  wasTrue,
} from 'preseal/explore'
import { parseFork, recordFork } from 'preseal/fork'
import { toBeSealed } from 'preseal/matchers'
import { steady } from 'preseal/presets'
import { record } from 'preseal/record'
import { serve } from 'preseal/server'
import { fromStream } from 'preseal/stream'
import { formatTimeline } from 'preseal/timeline'
import { nextBeatAsync, testNode } from 'preseal/vitest'
import { createWallet } from 'preseal/wallet'
import { createWebSocket } from 'preseal/websocket'
import { encodeFunctionData, parseAbi } from 'viem'
import { vi } from 'vitest'
import { toTimers } from '../../src/entries/explore/options/options.js'
import { createExplore } from '../../src/entries/exploreKit/index.js'
import { checkRunner, createKit } from '../../src/entries/kit/index.js'
import { createTestRunner } from '../entries/kit/testRunner.js'
import { accounts, alice, bob, payment, request } from './reading.js'

const block = {
  number: '0x1',
  hash: `0x${'1'.repeat(64)}`,
  parentHash: `0x${'0'.repeat(64)}`,
  timestamp: '0x1',
  gasLimit: '0x1',
  gasUsed: '0x0',
  transactions: [],
}

type Mistake = () => unknown

/** How to make each error of the table, if need be in several ways. */
export const mistakes: {
  [name: string]: Mistake | { [cause: string]: Mistake }
} = {
  InvalidParametersError: {
    createMockNode: () => createMockNode({ blockTime: 0 }),
    explore: () => explore(() => {}, { timers, runs: -1 }),
    'a preset': () => steady({ blocks: 0 }),
    serve: () => serve(createMockNode(), { port: -1 }),
    createWallet: () => createWallet(createMockNode(), { accounts: 0 }),
    record: () => record({} as never),
    recordFork: () => recordFork({ from: 'eth.example', run: () => {} }),
  },
  'InvalidParametersError setBalance': () =>
    createMockNode().setBalance({ address: bob, value: -1n }),
  'MisuseError member': () =>
    (createMockNode() as unknown as { url: string }).url,
  'InvalidParametersError timeline': () => formatTimeline({} as never),
  'InvalidCaptureError stream': () => fromStream([]),
  'InvalidParametersError handle': () =>
    createMockNode().handle('', () => null),
  'InvalidParametersError on': () => createMockNode().on('beat', null as never),
  InsufficientBalanceError: () => createMockNode().preconfirm(payment),
  NonceError: () =>
    createMockNode({ accounts }).preconfirm({ ...payment, nonce: 1 }),
  GasLimitError: {
    'of the block': () =>
      createMockNode({ accounts }).preconfirm({
        ...payment,
        gas: 60_000_001n,
      }),
    'intrinsic gas': () =>
      createMockNode({ accounts }).preconfirm({
        ...payment,
        execute: true,
        gas: 20_999n,
      }),
    'cap of Osaka': () =>
      createMockNode({ accounts, hardfork: 'osaka' }).preconfirm({
        ...payment,
        execute: true,
        gas: 2n ** 24n + 1n,
      }),
    'an amendment': () =>
      playSteps(
        { at: 0, type: 'preconfirm', label: 'a', ...payment },
        {
          at: 0,
          type: 'planSeal',
          amend: [{ transaction: 'a', gasUsed: 30_000n }],
        },
      ),
  },
  'ChainRuleError overflow': () =>
    createMockNode({
      accounts: { ...accounts, [bob]: { balance: 2n ** 256n - 1n } },
    }).preconfirm(payment),
  'GasLimitError initcode': () =>
    createMockNode({ accounts }).preconfirm({
      from: alice,
      data: `0x${'00'.repeat(49_153)}`,
      execute: true,
      gas: 3_000_000n,
    }),
  'InvalidParametersError contract': () =>
    contract({ address: '0x1', abi: [] }),
  ContractFunctionError: () =>
    request(
      createMockNode({
        contracts: [
          contract({ address: bob, abi: parseAbi(['function f()']) }),
        ],
      }),
      'eth_call',
      [{ to: bob, data: '0x26121ff0' }, 'latest'],
    ),
  NoEngineError: () =>
    createMockNode({
      accounts: { ...accounts, [bob]: { code: '0x00' } },
    }).preconfirm({ ...payment, execute: true }),
  'GasLimitError compute': () =>
    createMockNode({
      accounts,
      engine: evm({ computeUnitLimit: 0 }),
    }).preconfirm({
      ...payment,
      to: `0x${'1'.padStart(40, '0')}`,
      execute: true,
    }),
  KnownTransactionError() {
    const node = createMockNode({ accounts })
    node.preconfirm(payment)
    node.nextBlock(2)
    node.setNonce({ address: alice, nonce: 0 })
    node.preconfirm(payment)
  },
  'UnknownIdError socket': () =>
    createMockNode().disconnectSockets({ socket: 1 }),
  UnknownTransactionError: {
    'not on this node': () => createMockNode().drop(`0x${'0'.repeat(64)}`),
    'it opens the block'() {
      const node = createMockNode({ l1Attributes: {} })
      node.on('preconfirmed', ({ hash }) => node.drop(hash))
      node.nextBlock()
    },
    'not pending': () =>
      playSteps(
        { at: 0, type: 'preconfirm', label: 'a', ...payment },
        { at: 2_000, type: 'planSeal', omit: ['a'] },
      ),
    'a label': () =>
      playSteps(
        { at: 0, type: 'preconfirm', label: 'a', ...payment },
        { at: 3_000, type: 'drop', transaction: 'a' },
      ),
    'not sent': () => createMockNode().drop({ sent: {} }),
    'not replaced'() {
      const node = createMockNode()
      node.nextBlock()
      node.reorg({ omit: ['a'] })
    },
  },
  'ChainRuleError namedTwice'() {
    const hash = createMockNode({ accounts }).preconfirm(payment)
    playSteps(
      { at: 0, type: 'preconfirm', label: 'a', ...payment },
      { at: 0, type: 'planSeal', order: ['a', hash] },
    )
  },
  'ChainRuleError reorg': {
    'too deep': () => playSteps({ at: 2_000, type: 'reorg', depth: 2 }),
    'an imported block': () =>
      playSteps(
        { at: 0, type: 'importBlock', block },
        { at: 1, type: 'reorg', depth: 1 },
      ),
  },
  'NothingAheadError request'() {
    const gate = createMockNode().hold()
    gate.release()
    return gate.arrived
  },
  'ChainRuleError cadence': () =>
    createMockNode().setCadence({ blockTime: 300 }),
  'ChainRuleError finality': () =>
    playSteps({ at: 1, type: 'setFinalityLag', finalized: 1 }),
  UnknownStateError() {
    const node = createMockNode()
    node.importBlock({ block })
    node.preconfirm(payment)
  },
  'GasLimitError hashes'() {
    const node = createMockNode()
    // More than reads in a row would hash, so that none is hashed first.
    node.seek(2_000 * 2_000_000)
    node.on('sealed', ({ hash }) => hash)
    node.nextBlock()
  },
  'InvalidParametersError advance'() {
    const node = createMockNode()
    node.advance(1)
    node.advance(Number.MAX_SAFE_INTEGER)
  },
  'NothingAheadError block': () =>
    createMockNode({ sealing: 'manual' }).nextBlock(),
  'NothingAheadError beat': () =>
    createMockNode({
      sealing: 'manual',
      steps: [{ at: 0, type: 'planBeats', offsets: [] }],
    }).nextBeat(),
  'MisuseError noTestNode': () => nextBeatAsync(),
  'MisuseError outsideTest': () =>
    createKit({
      whenTestEnds() {
        throw new Error('No test runs.')
      },
    } as never).testNode(),
  'MisuseError concurrent': () => {
    const { runner, end } = createTestRunner()
    createKit(runner).testNode()
    end([], 'a test', true)
  },
  'MisuseError wrongRunner': () => checkRunner('jest'),
  'InvalidParametersError matcher': () =>
    toBeSealed(createMockNode(), undefined as never),
  'InvalidParametersError testNode': () =>
    testNode({ clock: 'virtual' } as never),
  async 'NothingAheadError rest'() {
    const node = testNode({ faults: [{ type: 'hold' }] })
    void node.provider.request({ method: 'eth_chainId' })
    // The mistakes after it are of the same test, and need real timers.
    await nextBeatAsync().finally(() => vi.useRealTimers())
  },
  ReentrantCallError: {
    'in an exploration': () =>
      explore(() => explore(() => {}, { timers }), { timers }),
    'in an execution'() {
      const engine: Engine = {
        execute() {
          node.nextBeat()
          throw new Error('The verb above throws')
        },
      }
      const node = createMockNode({ engine })
      node.preconfirm({ from: alice, to: bob, execute: true, gas: 21_000n })
    },
    'in a listener'() {
      const node = createMockNode()
      node.on('beat', () => node.advance(1))
      node.nextBeat()
    },
  },
  ExplorationError: {
    inside: () => explore(() => nextBeatAsync(), { timers }),
    'unending test': () => explore(() => new Promise(() => {}), { timers }),
    'mistake of the test'() {
      const abi = parseAbi(['function read() view'])
      const read = () => {
        throw new Error('A slip')
      }
      const functions = { read }
      const contracts = [contract({ address: bob, abi, functions })]
      const data = encodeFunctionData({ abi })
      const call = [{ to: bob, data }, 'latest'] as const
      return explore(
        ({ node }) => request(node, 'eth_call', ...call).catch(() => {}),
        { timers, node: { contracts } },
      )
    },
    'nothing judged': () =>
      exploreInKit({ runs: 1, invariants: [neverPaidTwice()] }),
    incomplete: () => exploreInKit({ timeLimit: 1, runs: 20 }),
  },
  'InvalidParametersError invariant': () => wasTrue({}),
  'ExplorationError watch': () =>
    explore(({ watch }) => watch('', [] as never, []), { timers }),
  MishapFoundError: () => exploreInKit({}),
  'ClockError notOwned': () => createMockNode({ clock: 'ambient' }).nextBeat(),
  'ClockError fakeTimers'() {
    const node = createMockNode()
    vi.useFakeTimers()
    vi.advanceTimersByTime(200)
    try {
      node.nextBeat()
    } finally {
      vi.useRealTimers()
    }
  },
  async 'MisuseError unawaited'() {
    const { runner, end } = createTestRunner()
    const { nextBeatAsync, testNode } = createKit(runner)
    testNode()
    void nextBeatAsync()
    end()
  },
  'ReentrantCallError endless'() {
    const node = createMockNode()
    node.on('sealed', () => node.seal())
    node.nextBlock()
  },
  'UnknownIdError snapshot': () =>
    createMockNode().revert(createMockNode().snapshot()),
  InvalidScenarioError: () => parseScenario('{}'),
  'InvalidParametersError profile': () => base({ before: 'cobalt' as 'denim' }),
  'InvalidParametersError emit': () =>
    createMockNode().provider.emit('unknown' as never, 0 as never),
  DisposedError() {
    const node = createMockNode()
    node.dispose()
    node.nextBeat()
  },
  ProviderRpcError: () => request(createMockNode(), 'eth_notServed'),
  'UnknownStateError announced'() {
    const hash = `0x${'1'.repeat(64)}` as const
    const timeline: Step[] = [{ at: 0, type: 'announceBlock', hash }]
    return request(createMockNode({ steps: timeline }), 'eth_blockNumber')
  },
  'UnknownStateError partial'() {
    const node = createMockNode()
    const transactions = [`0x${'2'.repeat(64)}`]
    node.importBlock({ block: { ...block, transactions } })
    return request(node, 'eth_getBlockReceipts', 'latest')
  },
  'UnknownIdError fault': () => control('preseal_lift', '0x1'),
  'ChainRuleError timestamp': () => control('evm_setNextBlockTimestamp', 1),
  async 'ProviderRpcError handler'() {
    const node = createMockNode()
    let thrown: unknown
    node.handle('eth_call', async (_, view) => {
      try {
        const params = [bob, '0x9'] as const
        return await view.request({ method: 'eth_getBalance', params })
      } catch (error) {
        thrown = error
        return '0x'
      }
    })
    await request(node, 'eth_call')
    throw thrown
  },
  'EnvironmentError global': {
    async Response() {
      vi.stubGlobal('Response', undefined)
      try {
        await createMockNode().fetch('http://node.test')
      } finally {
        vi.unstubAllGlobals()
      }
    },
    window: () => createWallet(createMockNode()).announce(),
  },
  'InvalidParametersError serve': () => serve({} as never),
  'InvalidParametersError createWebSocket': () => createWebSocket({}),
  'EnvironmentError port': {
    async 'a port in use'() {
      const { url, close } = await serve(createMockNode())
      try {
        await serve(createMockNode(), { port: Number(new URL(url).port) })
      } finally {
        await close()
      }
    },
    'another host': () => serve(createMockNode(), { hostname: '192.0.2.1' }),
  },
  'InvalidParametersError control': () =>
    serve(createMockNode(), { control: true, hostname: '0.0.0.0' }),
  EndpointError: {
    'no latest block': () => recordAnswer(null),
    'unexpected answer': () => recordAnswer('no quantity'),
    refused: () => recordForkOf({ eth_getBalance: -32601 }, 'no such method'),
    unreachable: () => recordForkOf({ eth_chainId: 4900 }, ''),
    'state is pruned': () =>
      recordForkOf({ eth_getBalance: -32000 }, 'missing trie node'),
    'rate is limited': () =>
      recordForkOf({ eth_getCode: -32005 }, 'limit exceeded'),
    'another hash'() {
      const { request } = createMockNode().provider
      const from = {
        async request(asked: { method: string }) {
          const answer = await request(asked as never)
          return asked.method === 'eth_getBlockByNumber'
            ? { ...Object(answer), gasUsed: '0x1' }
            : answer
        },
      }
      return recordFork({ from, run: () => {} })
    },
  },
  'InvalidCaptureError fork': () => parseFork('{}'),
  NotRecordedError: () =>
    forkOn((node) => node.preconfirm({ from: bob, to: bob })),
  'EndpointError unrecordable': {
    'reorged block': () =>
      recordForkOf({ eth_getBalance: -32000 }, 'header not found', true),
    'state of an older block': () =>
      recordForkOf({}, '', false, (node) =>
        node.view().request({
          method: 'eth_getBalance',
          params: [bob, '0x0'],
        }),
      ),
    'another chain': () =>
      recordFork({
        from: createMockNode({ chainId: 42_161 }).provider,
        run: () => {},
      }),
  },
}

/** A test that any failed request breaks, unless there is no time for one. */
async function exploreInKit(options: ExploreOptions) {
  let ran: Promise<void> | undefined
  const declare = (_: string, run: () => Promise<void>) => {
    ran = run()
  }
  const explored = createExplore({
    timers: toTimers(timers),
    declare: { test: declare, only: declare, skip: declare },
    testFile: () => undefined,
  })
  explored(
    'a test',
    ({ node }) => request(node, 'eth_chainId').then(() => {}),
    options,
  )
  await ran
}

function control(method: string, ...params: unknown[]) {
  const asked = { method, params } as never
  return createMockNode().control.request(asked)
}

/** A node on a fork of another one, which has alice alone. */
async function forkOn(use: (node: MockNode) => unknown) {
  const fork = await recordFork({
    from: createMockNode({ accounts, chainId: 1 }).provider,
    run: () => {},
  })
  return use(createMockNode({ fork }))
}

/** Of an endpoint that refuses some methods, after a reorg or not. */
function recordForkOf(
  codes: { readonly [method: string]: number },
  message: string,
  isReorged = false,
  use: (node: MockNode) => unknown = (node) =>
    node.preconfirm({ from: alice, to: bob, value: 1n }),
) {
  const live = createMockNode({ accounts })
  live.nextBlock(3)
  const provider = {
    request(request: { method: string }) {
      const code = codes[request.method]
      if (code === undefined) return live.provider.request(request as never)
      if (isReorged) live.reorg()
      return Promise.reject(Object.assign(new Error(message), { code }))
    },
  }
  return recordFork({
    from: provider,
    clock: {
      now: 0,
      setTimeout: (callback) => setTimeout(callback, 1),
      clearTimeout: (id) => clearTimeout(id as never),
    },
    run: (fork) => use(createMockNode({ fork })),
  })
}

function recordAnswer(answer: unknown) {
  const provider = { request: async () => answer }
  return record({ from: provider, duration: 20, pollingInterval: 10 })
}

function playSteps(...timeline: Step[]) {
  createMockNode({ accounts, steps: timeline }).advance(10_000)
}

/** What a call throws. */
function errorOf(mistake: () => unknown): PresealError | undefined {
  try {
    mistake()
  } catch (error) {
    if (isPresealError(error)) return error
    throw error
  }
  return undefined
}

/** What a call throws, or what its promise rejects with. */
export async function failureOf(
  mistake: () => unknown,
): Promise<PresealError | undefined> {
  try {
    await mistake()
  } catch (error) {
    return errorOf(() => {
      throw error
    })
  }
  return undefined
}
