import type { Fault, MockNodeOptions } from 'preseal'
import { record } from 'preseal/record'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import {
  createLiveNode,
  type Fetch,
  recordFor,
  url,
} from '../record/recordings.js'

beforeEach(() => {
  vi.useFakeTimers()
})

afterEach(() => {
  expect(vi.getTimerCount()).toBe(0)
  vi.useRealTimers()
})

type Message = { id: number; method: string; params: unknown[] }

const isOfReceipts = ({ method }: { method: string }) =>
  method === 'eth_getBlockReceipts'

/** The faults of a scenario, without what they match. */
function faultsOf({ steps = [] }: MockNodeOptions): Partial<Fault>[] {
  return steps.flatMap((step) => {
    if (step.type !== 'fault') return []
    const { methods, block, label: _, ...fault } = step.fault
    expect(methods).toEqual(['eth_getBlockReceipts'])
    return [fault]
  })
}

const json = { 'content-type': 'application/json' }
const said = (code: number, message: string) =>
  JSON.stringify({ jsonrpc: '2.0', error: { code, message }, id: null })

const failed = (fields: object, message = 'no') =>
  Object.assign(new Error(message), fields)

/** Errors whose causes lead back to them. */
const endless = failed({})
endless.cause = failed({ cause: endless })

describe('what a provider throws, as a fault', () => {
  test.each<[name: string, thrown: unknown, fault: Partial<Fault>]>([
    ['a code', failed({ code: 5 }), { type: 'rpc', code: 5, message: 'no' }],
    [
      'a code with data',
      failed({ code: -32000, data: { a: [1] } }),
      { type: 'rpc', code: -32000, message: 'no', data: { a: [1] } },
    ],
    [
      'the details of viem, as its message has the URL',
      failed({ code: 5, details: 'short' }, 'URL: http://key.test'),
      { type: 'rpc', code: 5, message: 'short' },
    ],
    [
      'a message that is no text',
      { code: 5, message: { a: 1 } },
      { type: 'rpc', code: 5, message: '{"code":5,"message":{"a":1}}' },
    ],
    [
      'a cause with a code',
      failed({ cause: failed({ cause: failed({ code: 7 }, 'why') }) }),
      { type: 'rpc', code: 7, message: 'why' },
    ],
    ['EIP-1193: disconnected', failed({ code: 4900 }), { type: 'network' }],
    ['a code that is no integer', failed({ code: 1.5 }), { type: 'network' }],
    ['causes without an end', endless, { type: 'network' }],
    ['a text', 'no', { type: 'network' }],
    ['nothing', undefined, { type: 'network' }],
    ['a time-out', failed({ name: 'TimeoutError' }), { type: 'hold' }],
    ['a status', failed({ status: 400 }), { type: 'http', status: 400 }],
    [
      'a status with a code',
      failed({ status: 599, code: -32005 }, 'slow'),
      {
        type: 'http',
        status: 599,
        body: said(-32005, 'slow'),
        headers: json,
      },
    ],
    [
      'the status of ethers and MetaMask',
      failed({ code: -32603, data: { httpStatus: 403 } }),
      { type: 'http', status: 403, body: said(-32603, 'no'), headers: json },
    ],
    ...[399, 600, '400'].map((status): [string, unknown, Partial<Fault>] => [
      `no HTTP error: ${JSON.stringify(status)}`,
      failed({ status }),
      { type: 'network' },
    ]),
  ])('behavior: %s', async (_, thrown, fault) => {
    const { provider } = createLiveNode()
    const { scenario } = await recordFor(0, {
      watch: {},
      from: {
        async request(args: Message) {
          if (isOfReceipts(args)) throw thrown
          return provider.request(args as never)
        },
      },
    })
    expect(faultsOf(scenario)).toEqual([fault])
  })

  test('error: data that JSON cannot hold', async () => {
    const recording = record({
      from: {
        request: async () => {
          throw failed({ code: 5, data: 1n })
        },
      },
      duration: 0,
    })
    await expect(recording).rejects.toThrow(
      'The endpoint answered eth_chainId() with 1n, expected a value that JSON can hold. Record an endpoint of an EVM chain.',
    )
  })

  test('error: null in place of every block', async () => {
    const { provider } = createLiveNode()
    const recording = record({
      from: {
        request: async (args: Message) =>
          args.method === 'eth_chainId'
            ? provider.request(args as never)
            : null,
      },
      duration: 0,
    })
    await expect(recording).rejects.toThrow('no latest block (null).')
  })
})

/** An endpoint that answers questions for receipts in a way of its own. */
function answeringReceipts(answer: (message: Message) => Response): Fetch {
  const live = createLiveNode()
  return async (input, init) => {
    const body: Message | Message[] = JSON.parse(`${init.body}`)
    if (Array.isArray(body)) return new Response('no', { status: 400 })
    return isOfReceipts(body) ? answer(body) : live.fetch(input, init)
  }
}

const rpc = (fields: object) => (message: Message) =>
  Response.json({ jsonrpc: '2.0', id: message.id, ...fields })

const http = (body: string | null, headers: Record<string, string> = {}) => {
  return () => new Response(body, { status: 500, headers })
}

describe('what an endpoint answers, as a fault', () => {
  test.each<
    [name: string, answer: (message: Message) => Response, fault: object]
  >([
    [
      'an error with data',
      rpc({ error: { code: 3, message: 'no', data: '0x' } }),
      { type: 'rpc', code: 3, message: 'no', data: '0x' },
    ],
    [
      'an error without code and message',
      rpc({ error: { code: '3' } }),
      { type: 'rpc', code: -32603, message: '{"code":"3"}' },
    ],
    ['null', rpc({ result: null }), { type: 'null' }],
    [
      'null beside an empty error',
      rpc({ result: null, error: null }),
      { type: 'null' },
    ],
    [
      'an HTTP error, without the id of the request',
      http('{"id":7,"error":{"code":1}}'),
      { body: '{"id":null,"error":{"code":1}}' },
    ],
    [
      'an HTTP error with JSON of its own',
      http('{"id":7,"reason":1}'),
      { body: '{"id":7,"reason":1}' },
    ],
    ['an HTTP error with a page', http('<p>'), { body: '<p>' }],
    ['an HTTP error without a body', http(null), { body: '' }],
    [
      'the longest body',
      http('x'.repeat(65_536)),
      { body: 'x'.repeat(65_536) },
    ],
    ['too long a body', http('x'.repeat(65_537)), { body: '' }],
    [
      'headers, as far as they matter',
      http('', { 'content-type': 'text/html', 'x-own': '1' }),
      { headers: { 'content-type': 'text/html' } },
    ],
  ])('behavior: %s', async (_, answer, fault) => {
    const fetch = answeringReceipts(answer)
    const { scenario } = await recordFor(0, { from: url, fetch, watch: {} })
    expect(faultsOf(scenario)).toEqual([expect.objectContaining(fault)])
  })

  test.each([
    ['out of order', (answers: object[]) => answers.reverse(), 0],
    ['without one', (answers: object[]) => answers.slice(1), 1],
    ['as one error', ([answer]: object[]) => answer, 1],
  ])('behavior: a batch that is answered %s', async (_, change, falls) => {
    const live = createLiveNode()
    let alone = 0
    const { scenario } = await recordFor(200, {
      from: url,
      fetch: async (input, init) => {
        const answer = await live.fetch(input, init)
        if (!`${init.body}`.startsWith('[')) {
          alone = 1
          return answer
        }
        return Response.json(change((await answer.json()) as object[]))
      },
    })
    expect(faultsOf(scenario)).toEqual([])
    expect(alone).toBe(falls)
    expect(scenario.chainId).toBe(31_337)
  })

  test.each([
    [400, true],
    [401, false],
    [413, true],
    [429, false],
    [500, true],
    [502, false],
    [503, false],
    [504, false],
  ])(
    'behavior: after a batch with the status %i, requests go alone: %s',
    async (status, goesAlone) => {
      const bodies: unknown[] = []
      const live = createLiveNode()
      const { scenario } = await recordFor(200, {
        from: url,
        fetch: async (input, init) => {
          const body = JSON.parse(`${init.body}`)
          bodies.push(body)
          return Array.isArray(body) && bodies.length === 1
            ? new Response(null, { status })
            : live.fetch(input, init)
        },
      })
      expect(Array.isArray(bodies[1])).toBe(!goesAlone)
      const [fault] =
        scenario.steps?.filter(({ type }) => type === 'fault') ?? []
      if (goesAlone) expect(fault).toBe(undefined)
      // Everything failed, whatever the method.
      else expect(fault).toMatchObject({ fault: { type: 'http', status } })
    },
  )

  test('behavior: several methods that fail in two ways are two faults', async () => {
    const live = createLiveNode()
    const refused = { code: -32601, message: 'not found' }
    const { scenario } = await recordFor(200, {
      from: {
        async request(args: Message) {
          if (args.method === 'eth_getStorageAt')
            throw failed(refused, 'not found')
          if (isOfReceipts(args)) throw failed(refused, 'not found')
          if (args.method === 'eth_getBalance' && args.params[1] === 'latest')
            throw failed({ code: 4900 })
          return live.provider.request(args as never)
        },
      },
    })
    expect(scenario.steps?.filter(({ type }) => type === 'fault')).toEqual([
      {
        at: 0,
        type: 'fault',
        fault: {
          label: 'fault 1',
          type: 'rpc',
          ...refused,
          methods: ['eth_getBlockReceipts', 'eth_getStorageAt'],
        },
      },
      {
        at: 0,
        type: 'fault',
        fault: {
          label: 'fault 2',
          type: 'network',
          methods: ['eth_getBalance'],
          block: 'latest',
        },
      },
    ])
  })
})
