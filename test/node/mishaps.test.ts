import { createClock } from '@sinonjs/fake-timers'
import {
  createMockNode,
  type MockNode,
  type MockNodeOptions,
  type Step,
  type StepNow,
} from 'preseal'
import { describe, expect, test } from 'vitest'
import { call } from '../api/control/call.js'
import { thrown } from '../base/clock/thrown.js'
import { says } from '../says.js'
import { alice, bob, carol, funded, token, word } from './actors.js'
import { listen } from './listen.js'
import { pendingHashes, readAll, readBalance, readBlock } from './reads.js'

const payments: Step[] = [
  { at: 0, type: 'preconfirm', label: 'a', from: alice, to: bob, value: 1n },
  { at: 0, type: 'preconfirm', label: 'b', from: bob, to: carol, value: 2n },
  {
    at: 2_100,
    type: 'preconfirm',
    label: 'c',
    from: alice,
    to: carol,
    value: 3n,
  },
  { at: 2_200, type: 'preconfirm', label: 'd', from: bob, to: alice },
  { at: 2_200, type: 'fault', fault: { label: 'outage', type: 'network' } },
  { at: 2_201, type: 'lift', label: 'outage' },
]

const block = {
  ...{ number: '0x9', timestamp: '0x1', transactions: [], uncles: [] },
  ...{ hash: word(1), parentHash: word(2), stateRoot: word(3) },
  ...{ transactionsRoot: word(4), receiptsRoot: word(5), sha3Uncles: word(6) },
  ...{ miner: bob, difficulty: '0x0', gasLimit: '0x1', gasUsed: '0x0' },
  ...{ extraData: '0x', mixHash: word(7), nonce: '0x0000000000000000' },
  ...{ logsBloom: `0x${'0'.repeat(512)}`, baseFeePerGas: '0x0', size: '0x1' },
}

type Verb = (node: MockNode) => unknown

/** A step of each type, and how a test does the same. */
const twins: { [type in Step['type']]: [StepNow & { type: type }, Verb?][] } = {
  preconfirm: [
    [
      { type: 'preconfirm', from: alice, to: token, value: 9n },
      (node) => node.preconfirm({ from: alice, to: token, value: 9n }),
    ],
  ],
  drop: [[{ type: 'drop', transaction: 'c' }, (node) => node.drop('c')]],
  setBalance: [
    [
      { type: 'setBalance', address: carol, value: 7n },
      (node) => node.setBalance({ address: carol, value: 7n }),
    ],
  ],
  setNonce: [
    [
      { type: 'setNonce', address: carol, nonce: 7 },
      (node) => node.setNonce({ address: carol, nonce: 7 }),
    ],
  ],
  setCode: [
    [
      { type: 'setCode', address: token, bytecode: '0x60' },
      (node) => node.setCode({ address: token, bytecode: '0x60' }),
    ],
  ],
  setStorageAt: [
    [
      { type: 'setStorageAt', address: token, index: 1, value: '0x1' },
      (node) => node.setStorageAt({ address: token, index: 1, value: '0x1' }),
    ],
  ],
  setContract: [
    [
      {
        type: 'setContract',
        contract: { type: 'erc20', address: token, symbol: 'T' },
      },
      (node) =>
        node.setContract({ type: 'erc20', address: token, symbol: 'T' }),
    ],
  ],
  fault: [
    [
      { type: 'fault', fault: { type: 'includeNever' } },
      (node) => node.fault({ type: 'includeNever' }),
    ],
    [
      { type: 'fault', fault: { type: 'otherBlock', to: 'latest' } },
      (node) => node.fault({ type: 'otherBlock', to: 'latest' }),
    ],
  ],
  lift: [[{ type: 'lift', label: 'outage' }]],
  importBlock: [
    [{ type: 'importBlock', block }, (node) => node.importBlock({ block })],
  ],
  announceBlock: [[{ type: 'announceBlock', hash: word(8) }]],
  seal: [[{ type: 'seal' }, (node) => node.seal()]],
  planBeats: [[{ type: 'planBeats', offsets: [100, 700, 1_700] }]],
  planSeal: [
    [{ type: 'planSeal', delay: 300 }, (node) => node.planSeal({ delay: 300 })],
    [
      { type: 'planSeal', omit: ['c'] },
      (node) => node.planSeal({ omit: ['c'] }),
    ],
    [
      { type: 'planSeal', order: ['d', 'c'] },
      (node) => node.planSeal({ order: ['d', 'c'] }),
    ],
    [
      { type: 'planSeal', amend: [{ transaction: 'd', status: 'reverted' }] },
      (node) =>
        node.planSeal({ amend: [{ transaction: 'd', status: 'reverted' }] }),
    ],
  ],
  reorg: [
    [{ type: 'reorg' }, (node) => node.reorg()],
    [
      { type: 'reorg', depth: 1, omit: ['a'] },
      (node) => node.reorg({ omit: ['a'] }),
    ],
  ],
  setFinalityLag: [
    [
      { type: 'setFinalityLag', safe: 1, finalized: 2 },
      (node) => node.setFinalityLag({ safe: 1, finalized: 2 }),
    ],
  ],
  setCadence: [
    [
      { type: 'setCadence', blockTime: 400, beatsSeenBy: 'none' },
      (node) => node.setCadence({ blockTime: 400, beatsSeenBy: 'none' }),
    ],
  ],
  setSealing: [
    [
      { type: 'setSealing', sealing: 'instant' },
      (node) => node.setSealing('instant'),
    ],
    [
      { type: 'setSealing', sealing: 'manual' },
      (node) => node.setSealing('manual'),
    ],
  ],
  disconnectSockets: [
    [
      { type: 'disconnectSockets', code: 1012, reason: 'restart' },
      (node) => node.disconnectSockets({ code: 1012, reason: 'restart' }),
    ],
  ],
}

const options: MockNodeOptions = {
  ...funded,
  finalityLag: { safe: 0, finalized: 0 },
}

/** What is told and can be read, of whatever comes between beats. */
async function tale(timeline: readonly Step[], act: Verb, at: number) {
  const node = createMockNode({ ...options, steps: timeline })
  const told = listen(node, 'preconfirmed', 'dropped', 'sealed', 'beat')
  node.advance(at)
  act(node)
  const all = [await read(node)]
  for (const ms of [150, 4_300]) {
    node.advance(ms)
    all.push(await read(node))
  }
  return { all, told: told.map(([name, event]) => [name, { ...event }]) }
}

/** All that can be read; after `announceBlock`, what is pending. */
async function read(node: MockNode) {
  try {
    return await readAll(node)
  } catch (error) {
    return [`${error}`, await readBlock(node, 'pending')]
  }
}

const cases = Object.entries(twins).flatMap(([type, list]) =>
  list.map(([step, verb], index) => [`${type} ${index}`, step, verb] as const),
)

test.each(cases)(
  'behavior: between beats, applied or by its verb, it is as the step: %s',
  async (_, step, verb) => {
    const at = 2_550
    const timeline = [...payments, { at, ...step } as Step]
    const asStep = await tale(timeline, () => undefined, at)
    const apply: Verb = (node) => node.apply(step as { type: 'seal' })
    for (const act of verb ? [apply, verb] : [apply])
      expect(await tale(payments, act, at)).toEqual(asStep)
  },
)

describe('node.apply', () => {
  test('error: "at" was called unknown, expected "type"', () => {
    const node = createMockNode()
    expect(() => node.apply({ at: 3, type: 'seal' } as never)).toThrow(
      /^apply: "at" is 3, expected none: leave it out\.$/,
    )
    expect(() => node.apply({ time: 3, type: 'seal' } as never)).toThrow(
      'apply: "time" is an unknown key, expected one of type.',
    )
    expect(node.now).toBe(0)
  })

  test('default: it returns what the verb returns', async () => {
    const node = createMockNode(funded)
    const hash = node.apply({ type: 'preconfirm', from: alice, to: bob })
    node.nextBeat()
    expect(await pendingHashes(node)).toEqual([hash])
    const lift = node.apply({ type: 'fault', fault: { type: 'network' } })
    await expect(pendingHashes(node)).rejects.toThrow()
    lift()
    expect(await pendingHashes(node)).toEqual([hash])
    expect(node.apply({ type: 'importBlock', block })).toMatchObject({
      number: 9n,
      links: true,
    })
    expect(node.apply({ type: 'seal' })).toBe(undefined)
  })

  test('behavior: a fault has a label, and can be lifted by it', async () => {
    const node = createMockNode()
    node.apply({ type: 'fault', fault: { label: 'out', type: 'network' } })
    await expect(readBlock(node, 'latest')).rejects.toThrow()
    node.apply({ type: 'lift', label: 'out' })
    expect(await readBlock(node, 'latest')).toBeDefined()
  })

  test('error: a time, no type, unknown fields', () => {
    const node = createMockNode()
    expect(
      [
        { at: 0, type: 'seal' },
        {},
        undefined,
        { type: 'reorg', depht: 1 },
        { type: 'reorgs' },
      ].map((step) => thrown(() => node.apply(step as { type: 'seal' }))),
    ).toEqual(
      [
        'InvalidParametersError … "at" is 0, expected none: leave it out',
        'InvalidParametersError … "type" … expected one of',
        'InvalidParametersError … expected a step without "at", such',
        'InvalidParametersError … "depht" … expected "depth", the nearest',
        'InvalidParametersError … "type" … Write "reorg".',
      ].map(says),
    )
  })
})

describe('labels given to verbs', () => {
  const labelled = () => {
    const node = createMockNode(funded)
    const pay = (label: string) =>
      node.preconfirm({ from: alice, to: bob, value: 1n, label })
    const hashes = [pay('a'), pay('b')] as const
    node.nextBeat()
    return { node, pay, hashes }
  }

  test('behavior: planSeal names them', async () => {
    const { node, hashes } = labelled()
    const told = listen(node, 'dropped')
    node.planSeal({ omit: ['b'] })
    node.nextBlock()
    expect(await readBalance(node, bob)).toBe(5n * 10n ** 18n + 1n)
    expect(told).toMatchObject([
      ['dropped', { hash: hashes[1], reason: 'omitted' }],
    ])
  })

  test('behavior: of two with one label it is the newest, as of now', async () => {
    const { node, pay, hashes } = labelled()
    const again = pay('b')
    node.planSeal({ omit: ['b'] })
    const last = pay('b')
    node.nextBlock()
    const { transactions } = await readBlock(node, 'latest')
    expect(transactions.map(({ hash }) => hash)).toEqual(hashes)
    expect([again, last]).not.toContain(hashes[1])
    expect(await pendingHashes(node)).toEqual([])
  })

  test('behavior: reorg names them', async () => {
    const { node, hashes } = labelled()
    node.nextBlock()
    node.reorg({ omit: ['b'] })
    const { transactions } = await readBlock(node, 'latest')
    expect(transactions.map(({ hash }) => hash)).toEqual([hashes[0]])
  })

  test('error: nobody has the label', () => {
    const { node } = labelled()
    expect(
      [
        () => node.planSeal({ omit: ['c'] }),
        () => node.planSeal({ amend: [{ transaction: 'c', gasUsed: 1n }] }),
        () => {
          node.nextBlock()
          node.planSeal({ order: ['a', 'b'] })
        },
        () => node.reorg({ omit: ['c'] }),
      ].map(thrown),
    ).toEqual(
      [
        'UnknownTransactionError … "c" … Name one that is, before its block',
        'UnknownTransactionError … "c" … Name one that is, before its block',
        'UnknownTransactionError … "a" … Name one that is, before its block',
        'UnknownTransactionError … "c" … Name a transaction that one of',
      ].map(says),
    )
  })

  test('error: a step that names what its blocks do not hold', () => {
    const step: Step = { at: 4_100, type: 'reorg', depth: 1, omit: ['a'] }
    const node = createMockNode({ ...options, steps: [...payments, step] })
    expect(thrown(() => node.advance(4_100))).toEqual(
      says('UnknownTransactionError … "a" … Name a transaction that one of'),
    )
  })
})

describe('node.seal', () => {
  test('behavior: what is queued is pre-confirmed, then sealed', async () => {
    const node = createMockNode(funded)
    const first = node.preconfirm({ from: alice, to: bob })
    node.nextBeat()
    const second = node.preconfirm({ from: alice, to: bob })
    const told = listen(node, 'preconfirmed', 'sealed', 'beat')
    node.advance(50)
    node.seal()
    expect(told.map(([name]) => name)).toEqual([
      'preconfirmed',
      'beat',
      'sealed',
      'beat',
    ])
    expect(told[1]).toMatchObject(['beat', { at: 250, index: 2 }])
    expect(await pendingHashes(node)).toEqual([])
    const { transactions } = await readBlock(node, 'latest')
    expect(transactions.map(({ hash }) => hash)).toEqual([first, second])
    node.nextBeat()
    expect(node.now).toBe(450)
    node.nextBlock()
    expect(node.now).toBe(2_250)
  })

  test('behavior: without a clock that seals', async () => {
    const node = createMockNode({ ...funded, sealing: 'manual' })
    node.seal()
    node.seal()
    expect((await readBlock(node, 'latest')).number).toBe('0x2')
    expect(node.now).toBe(0)
  })

  test('behavior: a listener seals', async () => {
    const node = createMockNode(funded)
    node.preconfirm({ from: alice, to: bob })
    const off = node.on('preconfirmed', () => node.seal())
    node.advance(200)
    off()
    expect((await readBlock(node, 'latest')).transactions).toHaveLength(1)
  })

  test('error: a plan that cannot be; the block is sealed all the same', async () => {
    const node = createMockNode(funded)
    node.preconfirm({ from: alice, to: bob, label: 'late' })
    node.planSeal({ omit: ['late'] })
    node.drop('late')
    expect(thrown(() => node.seal())).toMatch(/^UnknownTransactionError/)
    const { number, transactions } = await readBlock(node, 'latest')
    expect([number, transactions]).toEqual(['0x1', []])
  })
})

describe('beats that a verb moves', () => {
  test('behavior: a beat that has been stays one', async () => {
    const node = createMockNode(funded)
    const told = listen(node, 'beat')
    node.advance(400)
    node.apply({ type: 'planBeats', offsets: [300, 500] })
    node.advance(1_700)
    expect(told.map(([, { at: now, index }]) => [now, index])).toEqual([
      [200, 1],
      [400, 2],
      [500, 3],
      [2_000, 0],
    ])
  })

  test('behavior: listeners hear a beat that comes sooner than it would', async () => {
    const clock = createClock()
    const node = createMockNode({ clock })
    const told = listen(node, 'beat')
    node.apply({ type: 'planBeats', offsets: [30] })
    clock.tick(30)
    expect(told.map(([, { at, index }]) => [at, index])).toEqual([[30, 1]])
    node.dispose()
  })
})

describe('as control methods', () => {
  test('default: each of them', async () => {
    const node = createMockNode(funded)
    const hash = await call(node, 'preseal_apply', {
      type: 'preconfirm',
      label: 'pay',
      from: alice,
      to: bob,
      value: '1',
    })
    node.nextBeat()
    expect(await pendingHashes(node)).toEqual([hash])
    expect([
      await call(node, 'preseal_planSeal', { delay: 100 }),
      await call(node, 'preseal_planSeal', { omit: ['pay'] }),
      await call(node, 'preseal_seal'),
      await call(node, 'preseal_setFinalityLag', { safe: 0, finalized: 0 }),
      await call(node, 'preseal_reorg'),
      await call(node, 'preseal_reorg', { depth: 1, omit: [] }),
    ]).toEqual([null, null, null, null, null, null])
    expect(await readBlock(node, 'finalized')).toMatchObject({
      number: '0x1',
      transactions: [],
    })
    const id = await call(node, 'preseal_apply', {
      type: 'fault',
      fault: { type: 'null', block: 'latest' },
    })
    await expect(readBlock(node, 'latest')).rejects.toThrow('no block')
    await call(node, 'preseal_lift', id)
    expect(await readBlock(node, 'latest')).toBeDefined()
    expect(
      await call(node, 'preseal_apply', { type: 'importBlock', block }),
    ).toMatchObject({ number: '0x9', links: true })
  })
})

describe('reorged', () => {
  test('behavior: it is told before the new blocks, once per reorg', () => {
    const node = createMockNode({
      ...funded,
      finalityLag: { safe: 1, finalized: 2 },
    })
    node.nextBlock(3)
    const told = listen(node, 'reorged', 'sealed')
    node.reorg({ depth: 2 })
    node.reorg({ depth: 3 })
    expect(
      told.map(([name, event]) =>
        name === 'sealed' ? event.blockNumber : event,
      ),
    ).toEqual([
      {
        type: 'reorged',
        at: 6_000,
        blockNumber: 2n,
        depth: 2,
        wasFinalized: false,
      },
      2n,
      3n,
      {
        type: 'reorged',
        at: 6_000,
        blockNumber: 1n,
        depth: 3,
        wasFinalized: true,
      },
      1n,
      2n,
      3n,
    ])
  })

  test('behavior: an import over blocks is one, an import after them is none', () => {
    const node = createMockNode()
    node.nextBlock(12)
    const told = listen(node, 'reorged')
    node.importBlock({ block })
    node.importBlock({
      block: { ...block, number: '0xa', hash: word(9), parentHash: word(1) },
    })
    expect(told).toEqual([
      [
        'reorged',
        {
          type: 'reorged',
          at: 24_000,
          blockNumber: 9n,
          depth: 4,
          wasFinalized: false,
        },
      ],
    ])
  })

  test('behavior: to listen to it alone is enough to be told in time', () => {
    const clock = createClock()
    const timeline: Step[] = [{ at: 2_100, type: 'reorg' }]
    const node = createMockNode({ clock, steps: timeline })
    const told = listen(node, 'reorged')
    clock.tick(2_200)
    expect(told).toHaveLength(1)
    node.dispose()
  })
})
