import type { Fault, Hex, MockNodeOptions, Outcome } from 'preseal'
import { describe, expect, test } from 'vitest'
import { alice, bob, ether, token, word } from './actors.js'
import type { Door, OpenDoor } from './door.js'
import { first, last, readBlock, readReceipts } from './wire.js'

type Asked = readonly [method: string, ...params: unknown[]]

const chainId: Asked = ['eth_chainId']
const balance: Asked = ['eth_getBalance', bob, 'pending']
const receipts: Asked = ['eth_getBlockReceipts', 'pending']
const block: Asked = ['eth_getBlockByNumber', 'pending', false]
const storage: Asked = ['eth_getStorageAt', token, '0x0', 'latest']
const malformed: Asked = ['eth_getBalance', bob, 'Pending']
const unserved: Asked = ['eth_foo']
const failing: Asked = ['eth_getBalance', bob, '0xff']

const overloaded = { type: 'http', status: 503 } as const
const refusing = { type: 'rpc', code: -32042, message: 'not now' } as const

/** One wei more for bob at every beat, for half a minute. */
const growing: MockNodeOptions = {
  accounts: { [alice]: { balance: ether } },
  steps: Array.from({ length: 150 }, (_, beat) => ({
    at: beat * 200,
    type: 'preconfirm' as const,
    from: alice,
    to: bob,
    value: 1n,
  })),
}

const open = (door: Door, ...faults: Fault[]) => door.open({ faults })

/** How a request ends, as the node has it: the doors dress it. */
async function outcomeOf(opened: OpenDoor, asked: Asked): Promise<Outcome> {
  const [method, ...params] = asked
  await opened.request(method, params).catch(() => {})
  return last(opened.node.answeredRequests).outcome
}

/** The same in one word or number. */
async function endOf(opened: OpenDoor, asked: Asked): Promise<string | number> {
  const outcome = await outcomeOf(opened, asked)
  switch (outcome.type) {
    case 'error':
      return outcome.error.code
    case 'http':
      return `http ${outcome.status}`
    case 'result':
      return outcome.value === null ? 'null' : 'answered'
    case 'network':
      return 'network'
  }
}

async function endsOf(opened: OpenDoor, ...asked: Asked[]) {
  const ends: (string | number)[] = []
  for (const one of asked) ends.push(await endOf(opened, one))
  return ends
}

const times = (count: number, asked: Asked) =>
  Array.from({ length: count }, () => asked)

/** A request under way, and whether it is over. */
function start({ request }: OpenDoor, [method, ...params]: Asked) {
  const state = { isOver: false, result: undefined as unknown }
  const promise = request(method, params).then(
    (result) => Object.assign(state, { isOver: true, result }),
    (error: unknown) => Object.assign(state, { isOver: true, result: error }),
  )
  return { state, promise }
}

export function faults(door: Door) {
  /** Lets every request arrive, and every promise that is due settle. */
  async function settle() {
    await door.arrival?.()
    for (let turn = 0; turn < 20; turn++) await Promise.resolve()
  }

  describe('faults: types', () => {
    test('default: http, with the answer of a proxy where there is one', async () => {
      const opened = await open(door, overloaded)
      expect(await outcomeOf(opened, chainId)).toEqual({
        type: 'http',
        status: 503,
        body: {
          code: -32011,
          message: 'no backend is currently healthy to serve traffic',
        },
        headers: {},
      })
    })

    test('options: http with body and headers', async () => {
      const opened = await open(door, {
        type: 'http',
        status: 418,
        body: 'I am a teapot',
        headers: { 'Retry-After': '1' },
      })
      expect(await outcomeOf(opened, balance)).toEqual({
        type: 'http',
        status: 418,
        body: 'I am a teapot',
        headers: { 'retry-after': '1' },
      })
    })

    test('default: rpc', async () => {
      const data = { retryIn: [1, null] }
      const opened = await open(door, { ...refusing, data })
      const request = { method: 'eth_chainId' }
      const refused = await opened.refused(request)
      expect(refused).toEqual({
        code: -32042,
        message: 'not now',
        data: { retryIn: [1, null] },
      })
      Object.assign(refused.data as object, { spoilt: true })
      data.retryIn.push(2)
      expect((await opened.refused(request)).data).toEqual({
        retryIn: [1, null],
      })
    })

    test('default: null, in place of whatever the method said', async () => {
      const opened = await open(door, { type: 'null' })
      expect(
        await endsOf(opened, chainId, balance, block, receipts, storage),
      ).toEqual(['null', 'null', 'null', 'null', 'null'])
    })

    test('default: network', async () => {
      const opened = await open(door, { type: 'network', times: 1 })
      expect(await endsOf(opened, chainId, chainId)).toEqual([
        'network',
        'answered',
      ])
    })

    test('default: delay, on the clock of the node', async () => {
      const opened = await door.open({
        ...growing,
        faults: [{ type: 'delay', ms: 300 }],
      })
      const { node } = opened
      const asked = start(opened, balance)
      await settle()
      node.advance(299)
      await settle()
      expect(asked.state.isOver).toBe(false)
      node.advance(1)
      await asked.promise
      // What was the case when it was asked, though a beat has passed.
      expect(asked.state.result).toBe('0x1')
      expect(last(node.answeredRequests)).toMatchObject({
        at: 0,
        settledAt: 300,
        outcome: { type: 'result', value: '0x1' },
      })
    })

    test('behavior: an error is delayed as well', async () => {
      const opened = await open(door, { type: 'delay', ms: 50 })
      const asked = start(opened, malformed)
      await settle()
      expect(asked.state.isOver).toBe(false)
      opened.node.advance(50)
      await asked.promise
      expect(asked.state.result).toMatchObject({ code: -32602 })
    })

    test('behavior: delays of different length overtake one another', async () => {
      const opened = await open(
        door,
        { type: 'delay', ms: 500, times: 1 },
        { type: 'delay', ms: 100 },
      )
      const slow = start(opened, balance)
      const fast = start(opened, chainId)
      await settle()
      opened.node.advance(100)
      await fast.promise
      expect([slow.state.isOver, fast.state.isOver]).toEqual([false, true])
      opened.node.advance(500)
      await slow.promise
      expect(opened.node.answeredRequests.map(({ method }) => method)).toEqual([
        'eth_chainId',
        'eth_getBalance',
      ])
    })

    test('default: hang, until lifted', async () => {
      const opened = await door.open(growing)
      const { node } = opened
      const lift = node.fault({ type: 'hold' })
      const asked = start(opened, balance)
      await settle()
      node.advance(60_000)
      await settle()
      expect(asked.state.isOver).toBe(false)
      expect(node.answeredRequests).toEqual([])
      lift()
      await asked.promise
      expect(asked.state.result).toBe('0x96')
      expect(node.answeredRequests).toMatchObject([
        { at: 0, settledAt: 60_000 },
      ])
    })

    test('behavior: a hang that is over is asked of the other faults anew', async () => {
      const opened = await open(door, { type: 'hold', times: 1 })
      const { node } = opened
      node.fault(refusing)
      const asked = start(opened, balance)
      await settle()
      expect(asked.state.isOver).toBe(false)
      // The hang has had its one request, so another is not held.
      expect(await endOf(opened, balance)).toBe(-32042)
      expect(asked.state.isOver).toBe(false)
      node.dispose()
      await asked.promise
      expect(asked.state.isOver).toBe(true)
    })

    test('default: stale, from so many beats ago', async () => {
      const opened = await door.open({
        ...growing,
        faults: [{ type: 'stale', beats: 3 }],
      })
      const { node, request } = opened
      node.nextBeat(14)
      const [value, nonce, block, receipts, latest] = await Promise.all([
        request('eth_getBalance', [bob, 'pending']),
        request('eth_getTransactionCount', [alice, 'pending']),
        readBlock(opened, 'pending'),
        readReceipts(opened, 'pending'),
        request('eth_blockNumber'),
      ])
      expect({
        value,
        nonce,
        transactions: block.transactions.length,
        receipts: receipts.length,
        number: block.number,
        latest,
      }).toEqual({
        value: '0xc',
        nonce: '0xc',
        transactions: 2,
        receipts: 2,
        number: '0x2',
        latest: '0x1',
      })
    })

    test('behavior: stale goes back over a seal, past verbs, and stops at creation', async () => {
      const opened = await door.open(growing)
      const { node, request } = opened
      node.nextBeat(10)
      node.setStorageAt({ address: token, index: 0, value: '0x9' })
      expect(await request('eth_blockNumber')).toBe('0x1')
      node.fault({ type: 'stale', beats: 1 })
      const slot = () => request('eth_getStorageAt', [token, '0x0', 'latest'])
      expect(await request('eth_blockNumber')).toBe('0x0')
      expect(await slot()).toBe(word(0))
      node.nextBeat()
      expect(await slot()).toBe(word(9))
      node.fault({ type: 'stale', beats: 5_000 })
      expect(await request('eth_getBalance', [bob, 'pending'])).toBe('0x1')
      expect(await request('eth_blockNumber')).toBe('0x0')
    })

    test('options: stale by no beat is the present', async () => {
      const opened = await door.open({
        ...growing,
        faults: [{ type: 'stale', beats: 0 }],
      })
      opened.node.nextBeat(4)
      expect(await opened.request('eth_getBalance', [bob, 'pending'])).toBe(
        '0x5',
      )
    })
  })

  describe('faults: matching', () => {
    test('options: methods', async () => {
      const opened = await open(door, {
        ...refusing,
        methods: ['eth_getBalance', 'eth_chainId'],
      })
      expect(
        await endsOf(opened, balance, chainId, block, storage, unserved),
      ).toEqual([-32042, -32042, 'answered', 'answered', -32601])
    })

    test('options: a method that only a handler serves', async () => {
      const opened = await open(door, {
        ...refusing,
        methods: ['eth_call'],
        block: 'pending',
      })
      opened.node.handle('eth_call', () => '0x')
      expect(
        await endsOf(
          opened,
          ['eth_call', {}, 'latest'],
          ['eth_call', {}, 'pending'],
          ['eth_call', {}],
        ),
      ).toEqual(['answered', -32042, 'answered'])
    })

    test('options: block, as it was asked for', async () => {
      const opened = await open(door, { type: 'null', block: 'latest' })
      expect(
        await endsOf(
          opened,
          ['eth_getBalance', bob, 'latest'],
          ['eth_getBlockByNumber', 'latest', true],
          ['eth_getBlockReceipts', 'latest'],
          // The same block by other names, and methods without a selector.
          ['eth_getBalance', bob, '0x0'],
          ['eth_getBalance', bob, 'earliest'],
          ['eth_getBalance', bob, 'pending'],
          chainId,
        ),
      ).toEqual([
        'null',
        'null',
        'null',
        'answered',
        'answered',
        'answered',
        'answered',
      ])
    })

    test('options: block as a number, its digits in any case', async () => {
      const opened = await door.open({
        faults: [{ ...refusing, block: '0xA' }],
      })
      opened.node.nextBlock(10)
      expect(
        await endsOf(
          opened,
          ['eth_getBlockByNumber', '0xa', false],
          ['eth_getBalance', bob, '0xA'],
          ['eth_getBalance', bob, { blockNumber: '0xa' }],
          ['eth_getBalance', bob, 'latest'],
          ['eth_getBalance', bob, '0x9'],
        ),
      ).toEqual([-32042, -32042, -32042, 'answered', 'answered'])
    })

    test('options: block as a hash, its digits in any case', async () => {
      const opened = await door.open()
      const { hash } = await readBlock(opened, 'latest')
      const capitals: Hex = `0x${hash.slice(2).toUpperCase()}`
      opened.node.fault({ ...refusing, block: capitals })
      expect(
        await endsOf(
          opened,
          ['eth_getBlockByHash', hash, false],
          ['eth_getBlockReceipts', capitals],
          ['eth_getBalance', bob, { blockHash: hash }],
          ['eth_getBalance', bob, { blockHash: hash, requireCanonical: true }],
          ['eth_getBalance', bob, 'latest'],
          // A transaction's hash is no block's.
          ['eth_getTransactionByHash', hash],
        ),
      ).toEqual([-32042, -32042, -32042, -32042, 'answered', 'null'])
    })

    test('behavior: malformed parameters have no block to match', async () => {
      const opened = await open(
        door,
        { ...overloaded, block: 'pending' },
        { ...overloaded, status: 502, block: 'latest' },
      )
      expect(
        await endsOf(
          opened,
          ['eth_getBalance', 'bob', 'pending'],
          ['eth_getBalance', bob, 'Pending'],
          ['eth_getBalance', bob, 'pending', 'latest'],
          ['eth_getBalance', bob, 5],
          ['eth_getBalance', bob, 'latest'],
        ),
      ).toEqual([-32602, -32602, -32602, -32602, 'http 502'])
    })

    test('options: after and times', async () => {
      const opened = await open(door, {
        ...overloaded,
        methods: ['eth_getBalance'],
        skip: 2,
        times: 3,
      })
      expect(
        await endsOf(opened, chainId, ...times(7, balance), chainId),
      ).toEqual([
        'answered',
        'answered',
        'answered',
        'http 503',
        'http 503',
        'http 503',
        'answered',
        'answered',
        'answered',
      ])
    })

    test('options: from and until, the latter past', async () => {
      const opened = await open(door, { ...refusing, since: 100, until: 301 })
      const ends: unknown[] = []
      for (const now of [0, 99, 100, 300, 301, 5_000]) {
        opened.node.advance(now - opened.node.now)
        ends.push(await endOf(opened, chainId))
      }
      expect(ends).toEqual([
        'answered',
        'answered',
        -32042,
        -32042,
        'answered',
        'answered',
      ])
    })

    test('behavior: requests at the same time are counted one by one', async () => {
      const opened = await open(door, { ...refusing, times: 2 })
      const asked = times(4, chainId).map((one) => start(opened, one))
      await Promise.all(asked.map(({ promise }) => promise))
      expect(
        opened.node.answeredRequests.map(({ outcome }) => outcome.type).sort(),
      ).toEqual(['error', 'error', 'result', 'result'])
    })
  })

  describe('faults: order', () => {
    const acting = [
      [overloaded, 'http 503'],
      // An outage would not let a socket come as far as a request.
      [{ type: 'network', times: 100 }, 'network'],
      [refusing, -32042],
      [{ type: 'null' }, 'null'],
    ] as const satisfies [Fault, string | number][]

    test.each(
      acting.flatMap((one) => acting.map((two) => [one, two] as const)),
    )(
      'behavior: the first declared decides: %j before %j',
      async ([one, end], [two]) => {
        const opened = await open(door, one, two)
        expect(await endOf(opened, balance)).toBe(end)
      },
    )

    test('behavior: one that lets a request through leaves it to the next', async () => {
      const opened = await open(
        door,
        { ...refusing, skip: 1, times: 1 },
        { ...overloaded, skip: 1 },
        { type: 'null' },
      )
      // The second counts only what the first did not decide.
      expect(await endsOf(opened, ...times(4, balance))).toEqual([
        'null',
        -32042,
        'http 503',
        'http 503',
      ])
    })

    test('behavior: http and network answer before parameters are looked at', async () => {
      for (const [fault, end] of acting.slice(0, 2)) {
        const opened = await open(door, fault)
        expect
          .soft(await endsOf(opened, malformed, unserved, failing, balance))
          .toEqual([end, end, end, end])
      }
    })

    test('behavior: hang holds what is malformed too', async () => {
      const opened = await door.open()
      const lift = opened.node.fault({ type: 'hold' })
      const asked = start(opened, malformed)
      await settle()
      expect(asked.state.isOver).toBe(false)
      lift()
      await asked.promise
      expect(asked.state.result).toMatchObject({ code: -32602 })
    })

    test('behavior: rpc answers before the method runs, but says what is malformed', async () => {
      const opened = await open(door, refusing)
      expect(
        await endsOf(opened, malformed, unserved, failing, balance),
      ).toEqual([-32602, -32042, -32042, -32042])
    })

    test('behavior: null replaces a value, not an error', async () => {
      const opened = await open(door, { type: 'null' })
      expect(
        await endsOf(opened, malformed, unserved, failing, balance),
      ).toEqual([-32602, -32601, -32001, 'null'])
    })

    // What a promise rejected with was null, what was thrown was not.
    test('regression: null hid the error of an asynchronous handler', async () => {
      const opened = await open(door, { type: 'null' })
      const fail = (): never => {
        throw new Error('out of order')
      }
      opened.node.handle('test_thrown', fail)
      opened.node.handle('test_rejected', async () => fail())
      opened.node.handle('test_answered', async () => '0x1')
      expect(
        await endsOf(
          opened,
          ['test_thrown'],
          ['test_rejected'],
          ['test_answered'],
        ),
      ).toEqual([-32000, -32000, 'null'])
    })

    test('behavior: delays add up', async () => {
      const opened = await open(
        door,
        { type: 'delay', ms: 100 },
        { type: 'delay', ms: 250 },
        { type: 'delay', ms: 50, methods: ['eth_chainId'] },
        refusing,
      )
      const asked = start(opened, balance)
      await settle()
      opened.node.advance(349)
      await settle()
      expect(asked.state.isOver).toBe(false)
      opened.node.advance(1)
      await asked.promise
      expect(asked.state.result).toMatchObject({ code: -32042 })
    })

    test('behavior: the last stale holds', async () => {
      const opened = await door.open({
        ...growing,
        faults: [
          { type: 'stale', beats: 6 },
          { type: 'stale', beats: 2, times: 1 },
        ],
      })
      opened.node.nextBeat(9)
      const read = () => opened.request('eth_getBalance', [bob, 'pending'])
      expect([await read(), await read()]).toEqual(['0x8', '0x4'])
    })

    test('behavior: stale and delay together', async () => {
      const opened = await door.open({
        ...growing,
        faults: [
          { type: 'delay', ms: 400 },
          { type: 'stale', beats: 1 },
        ],
      })
      opened.node.nextBeat(5)
      const asked = start(opened, balance)
      await settle()
      opened.node.advance(400)
      await asked.promise
      expect(asked.state.result).toBe('0x5')
    })
  })

  describe('faults: counters', () => {
    test('behavior: only a fault that acted is counted', async () => {
      const cases: [Fault, Asked, string | number][] = [
        [{ type: 'null', times: 1 }, failing, -32001],
        [{ type: 'null', times: 1 }, malformed, -32602],
        [{ type: 'null', times: 1 }, unserved, -32601],
        [{ ...refusing, times: 1 }, malformed, -32602],
        [{ ...overloaded, times: 1, block: 'pending' }, malformed, -32602],
        [{ ...overloaded, times: 1, methods: ['eth_foo'] }, failing, -32001],
      ]
      for (const [fault, asked, end] of cases) {
        const opened = await open(door, { ...fault })
        expect.soft(await endsOf(opened, asked, asked)).toEqual([end, end])
        if ('methods' in fault) continue
        const [acted, after] = await endsOf(opened, balance, balance)
        expect.soft(acted, fault.type).not.toBe('answered')
        expect.soft(after, fault.type).toBe('answered')
      }
    })

    test('behavior: after counts what it would have acted on', async () => {
      const opened = await open(door, { type: 'null', skip: 1, times: 1 })
      expect(
        await endsOf(opened, malformed, failing, balance, balance, balance),
      ).toEqual([-32602, -32001, 'answered', 'null', 'answered'])
    })

    test('behavior: one that another decided before is not counted', async () => {
      const opened = await open(
        door,
        { ...overloaded, times: 2 },
        { ...refusing, times: 1 },
      )
      expect(await endsOf(opened, ...times(4, balance))).toEqual([
        'http 503',
        'http 503',
        -32042,
        'answered',
      ])
    })

    test('behavior: snapshot and revert keep and restore them', async () => {
      const opened = await open(door, { ...refusing, skip: 1, times: 2 })
      const { node } = opened
      expect(await endsOf(opened, chainId, chainId)).toEqual([
        'answered',
        -32042,
      ])
      const snapshot = node.snapshot()
      for (let turn = 0; turn < 2; turn++) {
        expect(await endsOf(opened, chainId, chainId)).toEqual([
          -32042,
          'answered',
        ])
        node.revert(snapshot)
      }
    })

    test('behavior: seek goes back to what they were', async () => {
      const opened = await open(door, { ...refusing, times: 1 })
      const { node } = opened
      node.advance(1_000)
      expect(await endsOf(opened, chainId, chainId)).toEqual([
        -32042,
        'answered',
      ])
      node.seek(500)
      expect(await endsOf(opened, chainId, chainId)).toEqual([
        -32042,
        'answered',
      ])
    })
  })

  describe('faults: lift', () => {
    test('default: at once, and once', async () => {
      const opened = await door.open()
      const lift = opened.node.fault(refusing)
      opened.node.fault({ ...overloaded, times: 1 })
      expect(await endOf(opened, chainId)).toBe(-32042)
      lift()
      lift()
      expect(await endsOf(opened, chainId, chainId)).toEqual([
        'http 503',
        'answered',
      ])
    })

    test('behavior: one that a revert undid cannot lift its successor', async () => {
      const opened = await door.open()
      const { node } = opened
      const snapshot = node.snapshot()
      const lift = node.fault(refusing)
      node.revert(snapshot)
      expect(await endOf(opened, chainId)).toBe('answered')
      node.fault({ ...refusing, code: -32043 })
      lift()
      expect(await endOf(opened, chainId)).toBe(-32043)
    })

    test('behavior: a revert brings a lifted one back', async () => {
      const opened = await door.open()
      const { node } = opened
      const lift = node.fault(refusing)
      const snapshot = node.snapshot()
      lift()
      node.revert(snapshot)
      expect(await endOf(opened, chainId)).toBe(-32042)
      lift()
      expect(await endOf(opened, chainId)).toBe('answered')
    })

    test('behavior: a revert to before a hang lets its requests go', async () => {
      const opened = await door.open(growing)
      const { node } = opened
      const snapshot = node.snapshot()
      node.nextBeat(4)
      node.fault({ type: 'hold' })
      const asked = start(opened, balance)
      await settle()
      node.revert(snapshot)
      await asked.promise
      expect(asked.state.result).toBe('0x1')
    })

    test('behavior: of two hangs each holds its own', async () => {
      const opened = await door.open()
      const { node } = opened
      const liftOne = node.fault({ type: 'hold', methods: ['eth_chainId'] })
      const liftTwo = node.fault({ type: 'hold', methods: ['eth_getBalance'] })
      const one = start(opened, chainId)
      const two = start(opened, balance)
      await settle()
      liftTwo()
      await two.promise
      expect([one.state.isOver, two.state.isOver]).toEqual([false, true])
      liftOne()
      await one.promise
      expect(one.state.result).toBe('0x7a69')
    })

    test('behavior: steps of a timeline declare and lift, to the ms', async () => {
      const opened = await door.open({
        steps: [
          { at: 150, type: 'fault', fault: { label: 'down', ...overloaded } },
          { at: 450, type: 'lift', label: 'down' },
        ],
      })
      const ends: unknown[] = []
      for (const now of [149, 150, 449, 450]) {
        opened.node.advance(now - opened.node.now)
        ends.push(await endOf(opened, chainId))
      }
      expect(ends).toEqual(['answered', 'http 503', 'http 503', 'answered'])
    })

    // It was answered from wherever time had gone by the end of the verb.
    test('regression: a held request is answered from the instant of its lift', async () => {
      const lifting = {
        ...growing,
        steps: [
          { at: 0, type: 'fault', fault: { label: 'held', type: 'hold' } },
          ...(growing.steps ?? []).slice(0, 3),
          { at: 500, type: 'lift', label: 'held' },
          ...(growing.steps ?? []).slice(3),
        ],
      } satisfies MockNodeOptions
      const cuts = [[2_000], [500, 1_500], [499, 1, 1_500]]
      const results: unknown[] = []
      for (const cut of cuts) {
        const opened = await door.open(lifting)
        const asked = start(opened, balance)
        await settle()
        for (const ms of cut) {
          opened.node.advance(ms)
          await settle()
        }
        await asked.promise
        const { at, settledAt } = first(opened.node.answeredRequests)
        results.push([asked.state.result, at, settledAt])
      }
      expect(results).toEqual(cuts.map(() => ['0x3', 0, 500]))
    })

    test('regression: verbs right after a lift were in the answer of the held request', async () => {
      const opened = await door.open({ accounts: growing.accounts })
      const { node } = opened
      const lift = node.fault({ type: 'hold' })
      const asked = start(opened, ['eth_getBalance', bob, 'latest'])
      await settle()
      lift()
      node.setBalance({ address: bob, value: 5n })
      await asked.promise
      expect(asked.state.result).toBe('0x0')
    })
  })

  describe("endpoint: 'public'", () => {
    const options = {
      endpoint: 'public',
      accounts: { [alice]: { balance: ether } },
    } as const satisfies MockNodeOptions

    test('default: eth_getBlockReceipts is HTTP 403, and nothing else', async () => {
      const opened = await door.open(options)
      const hash = opened.node.preconfirm({ from: alice, to: bob })
      opened.node.nextBeat()
      expect(await outcomeOf(opened, receipts)).toEqual({
        type: 'http',
        status: 403,
        body: { code: -32601, message: 'rpc method is not whitelisted' },
        headers: {},
      })
      expect(
        await endsOf(
          opened,
          ['eth_getBlockReceipts', 'latest'],
          ['eth_getBlockReceipts', '0xff'],
          ['eth_getBlockReceipts'],
          ['eth_getTransactionReceipt', hash],
          balance,
          block,
          storage,
          chainId,
        ),
      ).toEqual([
        'http 403',
        'http 403',
        'http 403',
        'answered',
        'answered',
        'answered',
        'answered',
        'answered',
      ])
    })

    test('behavior: it comes before every fault, which it does not count', async () => {
      const opened = await door.open({
        ...options,
        faults: [
          { ...refusing, times: 1 },
          { type: 'delay', ms: 1_000, times: 1 },
        ],
      })
      expect(await endsOf(opened, receipts, receipts)).toEqual([
        'http 403',
        'http 403',
      ])
      const asked = start(opened, balance)
      await settle()
      expect(asked.state.isOver).toBe(false)
      opened.node.advance(1_000)
      await asked.promise
      expect(asked.state.result).toMatchObject({ code: -32042 })
      expect(await endOf(opened, balance)).toBe('answered')
    })

    test('behavior: it comes before a handler', async () => {
      const opened = await door.open(options)
      opened.node.handle('eth_getBlockReceipts', () => [])
      expect(await endOf(opened, receipts)).toBe('http 403')
    })

    test("options: endpoint 'dedicated' is the default", async () => {
      for (const each of [{}, { endpoint: 'dedicated' } as const]) {
        const opened = await door.open(each)
        expect.soft(await endOf(opened, receipts)).toBe('answered')
      }
    })
  })

  describe('endpoint: rules', () => {
    test('options: allow', async () => {
      const opened = await door.open({
        endpoint: { allow: ['eth_chainId', 'eth_call'] },
      })
      opened.node.handle('eth_call', () => '0x')
      expect(
        await endsOf(opened, chainId, ['eth_call', {}], balance, unserved),
      ).toEqual(['answered', 'answered', 'http 403', 'http 403'])
    })

    const limited = {
      endpoint: { rate: { requests: 2, per: 500 } },
    } as const satisfies MockNodeOptions

    test('options: rate, on the clock of the node', async () => {
      const opened = await door.open(limited)
      expect(await outcomeOf(opened, chainId)).toMatchObject({ type: 'result' })
      expect(await endOf(opened, malformed)).toBe(-32602)
      expect(await outcomeOf(opened, chainId)).toEqual({
        type: 'http',
        status: 429,
        body: { code: -32016, message: 'over rate limit' },
        headers: {},
      })
      opened.node.advance(499)
      expect(await endOf(opened, chainId)).toBe('http 429')
      opened.node.advance(1)
      expect(await endsOf(opened, ...times(3, chainId))).toEqual([
        'answered',
        'answered',
        'http 429',
      ])
    })

    test('behavior: it comes before every fault, which it does not count', async () => {
      const opened = await door.open({
        ...limited,
        faults: [{ ...refusing, skip: 2, times: 1 }],
      })
      expect(await endsOf(opened, ...times(4, chainId))).toEqual([
        'answered',
        'answered',
        'http 429',
        'http 429',
      ])
      opened.node.advance(500)
      expect(await endsOf(opened, ...times(2, chainId))).toEqual([
        -32042,
        'answered',
      ])
    })

    test('behavior: a request that hung counts once', async () => {
      const opened = await door.open(limited)
      const lift = opened.node.fault({ type: 'hold', times: 1 })
      const held = start(opened, chainId)
      await settle()
      lift()
      await held.promise
      expect(await endsOf(opened, ...times(2, chainId))).toEqual([
        'answered',
        'http 429',
      ])
    })

    test('behavior: snapshot and seek restore the count', async () => {
      const opened = await door.open(limited)
      const { node } = opened
      await endOf(opened, chainId)
      const snapshot = node.snapshot()
      const used = ['answered', 'http 429']
      expect(await endsOf(opened, chainId, chainId)).toEqual(used)
      node.revert(snapshot)
      expect(await endsOf(opened, chainId, chainId)).toEqual(used)
      node.advance(100)
      expect(await endOf(opened, chainId)).toBe('http 429')
      node.seek(600)
      expect(await endOf(opened, chainId)).toBe('answered')
      node.seek(499)
      expect(await endOf(opened, chainId)).toBe('http 429')
      node.seek(599)
      expect(await endsOf(opened, chainId, chainId, chainId)).toEqual([
        'answered',
        'answered',
        'http 429',
      ])
    })
  })

  describe('dispose', () => {
    test('behavior: whoever waits is told that there is no connection', async () => {
      const opened = await door.open({
        faults: [
          { type: 'delay', ms: 500, methods: ['eth_getBalance'] },
          { type: 'hold', methods: ['eth_chainId'] },
        ],
      })
      const { node } = opened
      const delayed = start(opened, balance)
      const held = start(opened, chainId)
      await settle()
      expect([delayed.state.isOver, held.state.isOver]).toEqual([false, false])
      node.dispose()
      await Promise.all([delayed.promise, held.promise])
      expect(
        node.answeredRequests
          .map(({ method, outcome }) => [method, outcome.type])
          .sort(),
      ).toEqual([
        ['eth_chainId', 'network'],
        ['eth_getBalance', 'network'],
      ])
    })

    // It waited for the handler's promise, which nobody would ever settle.
    test('regression: a request to a handler outlived the node', async () => {
      const opened = await door.open()
      opened.node.handle('test_never', () => new Promise(() => {}))
      const asked = start(opened, ['test_never'])
      await settle()
      expect(asked.state.isOver).toBe(false)
      opened.node.dispose()
      await asked.promise
      expect(last(opened.node.answeredRequests).outcome.type).toBe('network')
    })

    test('behavior: faults and lifts of a disposed node do nothing', async () => {
      const { node } = await door.open()
      const lift = node.fault(refusing)
      node.dispose()
      expect(() => lift()).not.toThrow()
      expect(() => node.fault(refusing)).toThrow(/disposed/)
    })
  })

  describe('faults: bad ones', () => {
    test.each([
      [{ type: 'htpp', status: 503 }, /"http"/],
      [{ type: 'http' }, /status/],
      [{ type: 'http', status: 200 }, /400 to 599/],
      [{ type: 'rpc', code: 1.5, message: '' }, /code/],
      [{ type: 'rpc', code: -32000 }, /message/],
      [{ type: 'delay', ms: -1 }, /ms/],
      [{ type: 'stale' }, /beats/],
      [{ type: 'null', block: 'Latest' }, /latest/],
      [{ type: 'null', block: '0x01' }, /leading zeros/],
      [{ type: 'null', methods: [] }, /methods/],
      [{ type: 'null', times: -1 }, /times/],
      [{ type: 'null', since: 5, until: 5 }, /until/],
      [{ type: 'null', status: 503 }, /status/],
      [{}, /type/],
      [null, /null/],
    ])('error: %j', async (fault, message) => {
      const opened = await door.open()
      expect(() => opened.node.fault(fault as unknown as Fault)).toThrow(
        message,
      )
      expect(await endOf(opened, chainId)).toBe('answered')
    })
  })
}
