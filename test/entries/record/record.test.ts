import { getEventListeners } from 'node:events'
import {
  createMockNode,
  formatScenario,
  type MockNodeOptions,
  type Step,
} from 'preseal'
import { type RecordOptions, record } from 'preseal/record'
import { createClient, createPublicClient, http } from 'viem'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { alice, bob } from '../../node/actors.js'
import {
  accounts,
  createLiveNode,
  type Fetch,
  outline,
  post,
  readAll,
  recordFor,
  toPost,
  url,
} from './recordings.js'

beforeEach(() => {
  vi.useFakeTimers()
})

afterEach(() => {
  expect(vi.getTimerCount()).toBe(0)
  vi.useRealTimers()
})

const payment: Step = {
  at: 0,
  type: 'preconfirm',
  from: alice,
  to: bob,
  value: 1n,
}

const endpointUrl = 'http://node.test/'

type Message = { id: number; method: string; params: unknown[] }

/** An endpoint in front of another: what `intercept` gives is its answer. */
function inFrontOf(
  { fetch }: { fetch: Fetch },
  intercept: (
    body: Message | Message[],
  ) => Response | Promise<Response> | undefined,
): { fetch: Fetch; bodies: (Message | Message[])[] } {
  const bodies: (Message | Message[])[] = []
  return {
    bodies,
    async fetch(input, init) {
      const body = JSON.parse(`${init.body}`)
      bodies.push(body)
      return (await intercept(body)) ?? fetch(input, init)
    },
  }
}

function answering(result: unknown): { fetch: Fetch } {
  const answer = ({ id }: Message) => ({ jsonrpc: '2.0', id, result })
  return {
    fetch: async (_, init) => {
      const body = JSON.parse(`${init.body}`)
      return Response.json(
        Array.isArray(body) ? body.map(answer) : answer(body),
      )
    },
  }
}

const isBatch = (body: unknown) => Array.isArray(body)

function steps({ steps: timeline = [] }: MockNodeOptions, type: Step['type']) {
  return timeline.filter((step) => step.type === type)
}

describe('record', () => {
  test('default: writes a step where something changed, by its ms', async () => {
    const { fetch } = createLiveNode({ steps: [{ ...payment, at: 500 }] })
    const { scenario } = await recordFor(2_400, {
      from: url,
      fetch,
      watch: { balances: [bob] },
    })
    expect(outline(scenario)).toMatchInlineSnapshot(`
      [
        "0: latest 0x0, 0 transactions, receipts, 5 wei",
        "0: pending 0x1, 0 transactions, receipts, 5 wei",
        "600: pending 0x1, 1 transactions, receipts, 6 wei",
        "2000: latest 0x1, 1 transactions, receipts, 6 wei",
        "2000: pending 0x2, 0 transactions, receipts, 6 wei",
      ]
    `)
    const { steps: timeline, ...rest } = scenario
    expect(timeline?.map((step) => Object(step).state)).toEqual(
      [5n, 5n, 6n, 6n, 6n].map((balance) => ({ [bob]: { balance } })),
    )
    expect(rest).toEqual({ chainId: 31_337, sealing: 'manual', version: 1 })
  })

  test('default: reads each poll in one batch', async () => {
    const node = createLiveNode()
    const endpoint = inFrontOf(node, () => undefined)
    await recordFor(400, { from: url, fetch: endpoint.fetch })
    expect(endpoint.bodies.map(isBatch)).toEqual([true, true, true])
  })

  test('behavior: what nobody polled fails instead of being made up', async () => {
    const live = createLiveNode()
    await vi.advanceTimersByTimeAsync(2_000)
    const { scenario } = await recordFor(0, { from: url, fetch: live.fetch })
    const { fetch } = createMockNode(scenario)
    for (const block of ['safe', 'finalized', 'earliest', '0x0'])
      expect(
        await post(fetch, ['eth_getBlockByNumber', block, false]),
      ).toMatchObject([200, expect.stringContaining(`the block ${block}`)])
  })

  test('behavior: a node that is asked for other state says what to add', async () => {
    const { fetch } = createLiveNode()
    const { scenario } = await recordFor(0, { from: url, fetch, watch: {} })
    const node = createMockNode(scenario)
    expect(await post(node.fetch, ['eth_getBalance', bob, 'latest'])).toEqual([
      200,
      expect.stringContaining('is not known'),
    ])
  })

  test('behavior: blocks missed between two polls are read by number', async () => {
    const timeline = [1_000, 3_000, 5_000].map((at) => ({ ...payment, at }))
    const live = createLiveNode({ steps: timeline })
    const endpoint = inFrontOf(live, () => undefined)
    const { scenario } = await recordFor(16_000, {
      from: url,
      fetch: endpoint.fetch,
      pollingInterval: 16_000,
    })
    // Two polls, the receipts of the new block, and 7 blocks in two batches.
    expect(endpoint.bodies).toHaveLength(5)
    expect(outline(scenario)).toMatchInlineSnapshot(`
      [
        "0: latest 0x0, 0 transactions, receipts, 5 wei",
        "0: pending 0x1, 0 transactions, receipts, 5 wei",
        "16000: latest 0x1, 1 transactions, receipts, 6 wei",
        "16000: latest 0x2, 1 transactions, receipts, 7 wei",
        "16000: latest 0x3, 1 transactions, receipts, 8 wei",
        "16000: latest 0x4, 0 transactions, receipts, 8 wei",
        "16000: latest 0x5, 0 transactions, receipts, 8 wei",
        "16000: latest 0x6, 0 transactions, receipts, 8 wei",
        "16000: latest 0x7, 0 transactions, receipts, 8 wei",
        "16000: latest 0x8, 0 transactions, receipts, 8 wei",
        "16000: pending 0x9, 0 transactions, receipts, 8 wei",
      ]
    `)
    const node = createMockNode(scenario)
    node.seek(16_000)
    for (const number of ['0x0', '0x1', '0x2', '0x3', '0x4', '0x7', '0x8'])
      for (const request of [
        ['eth_getBlockByNumber', number, true],
        ['eth_getBlockReceipts', number],
        ['eth_getBalance', bob, number],
      ])
        expect(await post(node.fetch, request)).toEqual(
          await post(live.fetch, request),
        )
  })

  test('behavior: a reorg is kept, down to where the chains meet', async () => {
    const one = createLiveNode({ steps: [{ ...payment, at: 2_200 }] })
    const other = createLiveNode({
      steps: [
        { ...payment, at: 2_200, value: 2n },
        { ...payment, at: 4_200, value: 3n },
      ],
    })
    await vi.advanceTimersByTimeAsync(2_100)
    let current = one
    setTimeout(() => {
      current = other
    }, 4_500)
    const { scenario } = await recordFor(5_000, {
      from: url,
      fetch: (...request) => current.fetch(...request),
    })
    expect(outline(scenario)).toMatchInlineSnapshot(`
      [
        "0: latest 0x1, 0 transactions, receipts, 5 wei",
        "0: pending 0x2, 0 transactions, receipts, 5 wei",
        "200: pending 0x2, 1 transactions, receipts, 6 wei",
        "2000: latest 0x2, 1 transactions, receipts, 6 wei",
        "2000: pending 0x3, 0 transactions, receipts, 6 wei",
        "4000: latest 0x3, 0 transactions, receipts, 6 wei",
        "4000: pending 0x4, 0 transactions, receipts, 6 wei",
        "4600: latest 0x2, 1 transactions, receipts, 7 wei",
        "4600: latest 0x3, 1 transactions, receipts, 10 wei",
        "4600: pending 0x4, 0 transactions, receipts, 10 wei",
      ]
    `)
    const node = createMockNode(scenario)
    node.seek(5_000)
    expect(await readAll(node)).toEqual(await readAll(other))
  })

  test('behavior: blocks before the first one recorded are not read', async () => {
    const one = createLiveNode({ steps: [payment] })
    const other = createLiveNode({ steps: [{ ...payment, value: 2n }] })
    await vi.advanceTimersByTimeAsync(6_100)
    let current = one
    setTimeout(() => {
      current = other
    }, 300)
    const { scenario } = await recordFor(400, {
      from: url,
      fetch: (...request) => current.fetch(...request),
    })
    expect(outline(scenario).slice(2)).toEqual([
      '400: latest 0x3, 0 transactions, receipts, 7 wei',
      '400: pending 0x4, 0 transactions, receipts, 7 wei',
    ])
  })

  test('behavior: a backend that lags takes the chain backward', async () => {
    const timeline = [{ ...payment, at: 2_100 }]
    const live = createLiveNode({ steps: timeline })
    const lagging = createMockNode({ accounts, steps: timeline })
    await vi.advanceTimersByTimeAsync(4_100)
    lagging.seek(2_100)
    let polls = 0
    const { scenario } = await recordFor(600, {
      from: url,
      fetch: (...request) => {
        polls += 1
        return (polls === 2 ? lagging : live).fetch(...request)
      },
    })
    const node = createMockNode(scenario)
    for (const [at, original] of [
      [0, live],
      [200, lagging],
      [400, live],
    ] as const) {
      node.seek(at)
      expect(await readAll(node)).toEqual(await readAll(original))
    }
  })

  test.each([
    ['pending', 300],
    ['latest', 2_300],
  ])(
    'behavior: receipts of another instant than %s are read again',
    async (block, at) => {
      const timeline = [{ ...payment, at: 200 }]
      // Without hashes in receipts that would tell pending blocks apart.
      const pendingIdentity = 'nullNumberAndHash'
      const live = createLiveNode({ steps: timeline, pendingIdentity })
      const other = createMockNode({
        accounts,
        steps: [{ ...payment, value: 2n }],
        pendingIdentity,
      })
      await vi.advanceTimersByTimeAsync(at)
      other.seek(at)
      let answered = 0
      const endpoint = inFrontOf(live, (body) => {
        if (Array.isArray(body)) return new Response(null, { status: 400 })
        const { method, params } = body
        const isFirst =
          method === 'eth_getBlockReceipts' &&
          params[0] === block &&
          answered++ === 0
        return isFirst ? other.fetch(url, toPost(body)) : undefined
      })
      const { scenario } = await recordFor(0, {
        from: url,
        fetch: endpoint.fetch,
      })
      const node = createMockNode(scenario)
      expect(await readAll(node)).toEqual(await readAll(live))
    },
  )
})

describe('record: faults', () => {
  test('default: a method that is always refused is one fault', async () => {
    const live = createLiveNode({ endpoint: 'public' })
    const endpoint = inFrontOf(live, () => undefined)
    const { scenario } = await recordFor(10_000, {
      from: url,
      fetch: endpoint.fetch,
    })
    // It was asked alone once for each block, to see how it is then answered.
    expect(endpoint.bodies).toHaveLength(51 + 2)
    expect(steps(scenario, 'fault')).toEqual([
      {
        at: 0,
        type: 'fault',
        fault: {
          type: 'http',
          label: 'fault 1',
          methods: ['eth_getBlockReceipts'],
          status: 403,
          headers: { 'content-type': 'application/json' },
          body: '{"jsonrpc":"2.0","id":null,"error":{"code":-32601,"message":"rpc method is not whitelisted"}}',
        },
      },
    ])
    expect(steps(scenario, 'lift')).toEqual([])
    const node = createMockNode(scenario)
    const request = ['eth_getBlockReceipts', 'pending']
    expect(await post(node.fetch, request)).toEqual(
      await post(live.fetch, request),
    )
  })

  test('behavior: messages that differ in their numbers are one fault', async () => {
    let count = 0
    const live = createLiveNode()
    live.handle('eth_getBlockReceipts', () => {
      count += 1
      throw Object.assign(new Error(`request 0x${count} of ${count}`), {
        code: -32000,
      })
    })
    const { scenario } = await recordFor(2_000, {
      from: url,
      fetch: live.fetch,
    })
    expect(steps(scenario, 'fault')).toHaveLength(1)
  })

  test('behavior: an endpoint without batches is asked alone', async () => {
    const live = createLiveNode()
    const endpoint = inFrontOf(live, (body) =>
      isBatch(body) ? new Response('no batches', { status: 400 }) : undefined,
    )
    const { scenario } = await recordFor(400, {
      from: url,
      fetch: endpoint.fetch,
    })
    expect(endpoint.bodies.filter(isBatch)).toHaveLength(1)
    expect(steps(scenario, 'fault')).toEqual([])
    expect(await readAll(createMockNode(scenario))).toEqual(
      await readAll(createMockNode({ accounts, clock: 'virtual' })),
    )
  })

  test('behavior: the pause that Retry-After asks for is kept', async () => {
    const live = createLiveNode()
    const endpoint = inFrontOf(live, () =>
      endpoint.bodies.length === 2
        ? Response.json(
            { jsonrpc: '2.0', id: 7, error: { code: -32016, message: 'slow' } },
            { status: 429, headers: { 'Retry-After': '2' } },
          )
        : undefined,
    )
    const { scenario, instants } = await recordFor(3_000, {
      from: url,
      fetch: endpoint.fetch,
    })
    expect(instants).toEqual([0, 200, 2_200, 2_400, 2_600, 2_800, 3_000])
    expect(steps(scenario, 'fault')).toMatchObject([
      { at: 200, fault: { status: 429, headers: { 'retry-after': '2' } } },
    ])
    expect(steps(scenario, 'lift')).toEqual([
      { at: 2_200, type: 'lift', label: 'fault 1' },
    ])
  })

  test('behavior: a Retry-After may be a date', async () => {
    vi.setSystemTime('2026-01-01T00:00:00Z')
    const live = createLiveNode()
    const endpoint = inFrontOf(live, () =>
      endpoint.bodies.length === 1
        ? new Response(null, {
            status: 503,
            headers: { 'Retry-After': 'Thu, 01 Jan 2026 00:00:03 GMT' },
          })
        : undefined,
    )
    const { instants } = await recordFor(3_200, {
      from: url,
      fetch: endpoint.fetch,
    })
    expect(instants).toEqual([0, 3_000, 3_200])
  })

  test('behavior: what is not answered in time hangs until it is', async () => {
    const live = createLiveNode({
      steps: [
        {
          at: 300,
          type: 'fault',
          fault: { label: 'stuck', type: 'hold', methods: ['eth_getBalance'] },
        },
        { at: 1_500, type: 'lift', label: 'stuck' },
      ],
    })
    const { scenario, instants } = await recordFor(2_400, {
      from: live.provider,
      timeout: 500,
    })
    expect(instants).toEqual([
      0, 200, 900, 1_500, 1_600, 1_800, 2_000, 2_200, 2_400,
    ])
    const fault = {
      label: 'fault 1',
      type: 'hold',
      methods: ['eth_getBalance'],
    }
    expect(
      scenario.steps?.filter(({ type }) => type !== 'importBlock'),
    ).toEqual([
      { at: 400, type: 'fault', fault },
      { at: 1_600, type: 'lift', label: 'fault 1' },
    ])
  })

  test('behavior: a client of viem does as a provider', async () => {
    const live = createLiveNode({ endpoint: 'public' })
    const transport = http('http://key.test/?secret', {
      fetchFn: live.fetch,
      retryCount: 0,
    })
    const { scenario } = await recordFor(400, {
      from: createClient({ transport }),
    })
    expect(steps(scenario, 'fault')).toMatchObject([
      {
        at: 0,
        fault: {
          type: 'rpc',
          code: -32601,
          message: 'rpc method is not whitelisted',
          methods: ['eth_getBlockReceipts'],
        },
      },
    ])
    expect(JSON.stringify(steps(scenario, 'fault'))).not.toContain('secret')
    const client = createPublicClient({
      transport: http('http://node.test', {
        fetchFn: createMockNode(scenario).fetch,
      }),
    })
    expect(await client.getBalance({ address: bob })).toBe(5n)
  })
})

describe('record: options', () => {
  test.each([
    ['me:s%C3%A9cret', 'me:sécret'],
    ['me', 'me:'],
    ['me:100%', 'me:100%'],
  ])(
    'options: credentials %s in the url become a header',
    async (given, pair) => {
      const { fetch } = createLiveNode()
      const seen = new Set<string>()
      const { scenario } = await recordFor(0, {
        from: `http://${given}@node.test/rpc?key=1`,
        fetch: (input, init) => {
          const sent = new Headers(init.headers).get('authorization') ?? ''
          const [scheme, token = ''] = sent.split(' ')
          seen.add(`${input} ${scheme} ${Buffer.from(token, 'base64')}`)
          return fetch(url, init)
        },
      })
      expect([...seen]).toEqual([`http://node.test/rpc?key=1 Basic ${pair}`])
      expect(formatScenario(scenario)).not.toContain('cret')
    },
  )

  test('options: a signal ends it with what there is', async () => {
    const { fetch } = createLiveNode()
    const stopping = new AbortController()
    const recording = record({
      from: url,
      fetch,
      duration: 60_000,
      signal: stopping.signal,
    })
    await vi.advanceTimersByTimeAsync(500)
    stopping.abort()
    const scenario = await recording
    expect(steps(scenario, 'importBlock')).toHaveLength(2)
    expect(getEventListeners(stopping.signal, 'abort')).toEqual([])
  })

  test('options: a signal ends a request on its way', async () => {
    const { fetch } = createLiveNode({ faults: [{ type: 'hold', skip: 1 }] })
    const stopping = new AbortController()
    let isAborted = false
    const recording = record({
      from: url,
      fetch: (input, init) => {
        init.signal?.addEventListener('abort', () => {
          isAborted = true
        })
        return fetch(input, init)
      },
      duration: 60_000,
      signal: stopping.signal,
    })
    await vi.advanceTimersByTimeAsync(500)
    stopping.abort()
    await expect(recording).rejects.toThrow('Nothing was recorded')
    expect(isAborted).toBe(true)
  })

  test('options: clock, whose timers may be late', async () => {
    const live = createLiveNode()
    const instants: number[] = []
    const recording = record({
      from: live.provider,
      duration: 600,
      clock: {
        get now() {
          return Date.now()
        },
        setTimeout: (callback, ms) => setTimeout(callback, ms + 13),
        clearTimeout: (id) => clearTimeout(id),
      },
      onProgress: ({ elapsed }) => instants.push(elapsed),
    })
    await vi.advanceTimersByTimeAsync(613)
    await recording
    expect(instants).toEqual([0, 213, 413, 613])
  })

  test('options: progress is told after every poll', async () => {
    const { fetch } = createLiveNode()
    const told: unknown[] = []
    const recording = record({
      from: url,
      fetch,
      duration: 200,
      onProgress: ({ characters, ...progress }) => {
        expect(characters).toBeGreaterThan(1_000)
        told.push(progress)
      },
    })
    await vi.advanceTimersByTimeAsync(200)
    await recording
    expect(told).toEqual([
      { elapsed: 0, duration: 200, polls: 1, steps: 2, blockNumber: 0n },
      { elapsed: 200, duration: 200, polls: 2, steps: 2, blockNumber: 0n },
    ])
  })
})

describe('record: errors', () => {
  const valid = { from: endpointUrl, duration: 1 }
  const clock = { now: 0, setTimeout() {}, clearTimeout() {} }
  test.each<[given: object | undefined, message: string]>([
    [undefined, 'its argument is missing, expected an object { from, duration'],
    [{ from: undefined }, '"from" is nothing, expected the http or'],
    [{ from: 'node.test' }, '"from" is "node.test"'],
    [{ from: 'ftp://node.test' }, '"from" is "ftp://node.test"'],
    [{ from: 'wss://me:secret@node.test' }, '"from" is "wss://***@node.test"'],
    [{ from: {} }, '"from" is {}'],
    [{ fetch: true }, '"fetch" is true, expected a function'],
    [{ duration: undefined }, '"duration" is nothing, expected a whole number'],
    [{ duration: -1 }, '"duration" is -1'],
    [{ watch: null }, '"watch" is null, expected an object'],
    [{ watch: { balance: [alice] } }, '"watch.balance" is an unknown key'],
    [{ watch: { balances: ['0x1'] } }, '"watch.balances[0]" is "0x1"'],
    [{ watch: { storage: [null] } }, '"watch.storage[0]" is null'],
    [
      { watch: { storage: [{ address: alice, slots: 0 }] } },
      '"watch.storage[0].slots" is an unknown key, expected "slot"',
    ],
    [
      { watch: { storage: [{ address: alice, slot: -1 }] } },
      '"watch.storage[0].slot" is -1',
    ],
    [
      { watch: { balances: ['0x1', bob], storage: [null, 5] } },
      'digits. "watch.storage[0]" is null, expected an object { address, slot }. "watch.storage[1]" is 5',
    ],
    [{ pollingInterval: 0 }, '"pollingInterval" is 0, expected a whole number'],
    [{ timeout: 0.5 }, '"timeout" is 0.5'],
    [{ signal: {} }, '"signal" is {}, expected an AbortSignal'],
    [{ onProgress: true }, '"onProgress" is true'],
    [{ clock: null }, '"clock" is null'],
    [{ clock: { ...clock, now: '1' } }, '"clock" is {'],
    [{ clock: { ...clock, setTimeout: 1 } }, '"clock" is {'],
    [{ clock: { ...clock, clearTimeout: 1 } }, '"clock" is {'],
  ])('error: options %o', async (given, message) => {
    const recording = record((given && { ...valid, ...given }) as RecordOptions)
    await expect(recording).rejects.toMatchObject({
      name: 'InvalidParametersError',
      message: expect.stringContaining(message),
    })
  })

  const dead = async () => {
    throw new TypeError('fetch failed')
  }

  test.each([
    [200, 2_000],
    [700, 2_800],
  ])(
    'error: no connection, polled every %i ms',
    async (pollingInterval, end) => {
      const instants: number[] = []
      const recording = record({
        from: url,
        fetch: dead,
        duration: 60_000,
        pollingInterval,
        onProgress: ({ elapsed }) => instants.push(elapsed),
      })
      await Promise.all([
        expect(recording).rejects.toMatchObject({
          name: 'EndpointError',
          message:
            'Nothing was recorded: the endpoint returned no latest block (no connection). Check the URL, and that the endpoint is up.',
        }),
        vi.advanceTimersByTimeAsync(end),
      ])
      expect(instants.at(-1)).toBe(end)
    },
  )

  test('behavior: a connection that came about once is waited for', async () => {
    const live = createLiveNode()
    const began = Date.now()
    let requests = 0
    const { scenario } = await recordFor(4_000, {
      from: url,
      fetch: async (...request) => {
        requests += 1
        if (Date.now() - began >= 3_000) return live.fetch(...request)
        return requests === 1 ? new Response(null, { status: 503 }) : dead()
      },
    })
    expect(outline(scenario)[0]).toMatch(/^3000: latest 0x1/)
  })

  test('error: an endpoint that never answers', async () => {
    const recording = record({
      from: url,
      duration: 400,
      fetch: async () => new Response(null, { status: 502 }),
    })
    await Promise.all([
      expect(recording).rejects.toMatchObject({
        name: 'EndpointError',
        message:
          'Nothing was recorded: the endpoint returned no latest block (HTTP status 502). Check the URL, or record for longer.',
      }),
      vi.advanceTimersByTimeAsync(400),
    ])
  })

  const unexpected: [name: string, fetch: Fetch, message: string][] = [
    [
      'a page',
      async () => new Response('<html>'),
      'with "<html>", expected JSON',
    ],
    [
      'no response',
      async () => Response.json({}),
      'with {}, expected a JSON-RPC response',
    ],
    ['a list', answering([]).fetch, 'eth_chainId() with an array of 0'],
    ['no block', answering('0x1').fetch, 'with "0x1", expected a block'],
  ]
  test.each(unexpected)('error: %s', async (_, fetch, message) => {
    await expect(
      record({ from: url, fetch, duration: 0 }),
    ).rejects.toMatchObject({
      name: 'EndpointError',
      message: expect.stringContaining(message),
    })
  })

  const spoiled: [
    name: string,
    spoil: (block: object) => unknown,
    message: string,
  ][] = [
    [
      'a prototype',
      (block) =>
        JSON.parse(JSON.stringify(block).replace('{', '{"__proto__":{},')),
      'with a key __proto__, expected none',
    ],
    [
      'a block without gas',
      (block) => ({ ...block, gasUsed: undefined }),
      'gasUsed" is missing',
    ],
    ...[{ number: 5 }, { hash: '0x1' }, { parentHash: null }].map(
      (change): (typeof spoiled)[number] => [
        `a block with ${JSON.stringify(change)}`,
        (block) => ({ ...block, ...change }),
        'expected a block',
      ],
    ),
    ['a cycle', (block) => Object.assign(block, { block }), 'an object within'],
    [
      'too much',
      (block) => ({ ...block, extraData: `0x${'0'.repeat(2 ** 26)}` }),
      'expected at most 67108864',
    ],
  ]
  test.each(spoiled)('error: %s', async (_, spoil, message) => {
    const { provider } = createLiveNode()
    const request = async (args: { method: string; params: unknown[] }) => {
      const answer = await provider.request(args as never)
      return args.method === 'eth_getBlockByNumber'
        ? spoil(answer as object)
        : answer
    }
    const recording = record({ from: { request }, duration: 0 })
    await expect(recording).rejects.toMatchObject({
      name: 'EndpointError',
      message: expect.stringContaining(message),
    })
  })
})
