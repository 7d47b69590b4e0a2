import fc from 'fast-check'
import { createMockNode, type MockNode } from 'preseal'
import { describe, expect, test } from 'vitest'
import { codePoint } from '../codePoint.js'
import { answer, answered, chainId, json, post, read, url } from './post.js'

const method = fc.constantFrom(
  'eth_chainId',
  'eth_getBalance',
  'eth_getBlockByNumber',
  'test_echo',
  'eth_foo',
)
const param = fc.oneof(
  fc.constantFrom('latest', 'pending', '0x0', `0x${'0'.repeat(40)}`, true),
  fc.jsonValue(),
)

/** What resembles a request, each field now and then something else. */
const nearRequest = fc.record(
  {
    jsonrpc: fc.oneof(
      { weight: 9, arbitrary: fc.constant('2.0') },
      fc.jsonValue(),
    ),
    id: fc.oneof(fc.nat(), fc.string(), fc.constant(null), fc.jsonValue()),
    method: fc.oneof({ weight: 9, arbitrary: method }, fc.jsonValue()),
    params: fc.oneof(
      { weight: 9, arbitrary: fc.array(param, { maxLength: 3 }) },
      fc.jsonValue(),
    ),
    ['__proto__']: fc.jsonValue(),
  },
  { requiredKeys: ['jsonrpc'] },
)

const message = fc.oneof(
  nearRequest,
  fc.array(fc.oneof(nearRequest, fc.jsonValue()), { maxLength: 5 }),
  fc.jsonValue(),
)

/** JSON with a stretch of it cut out or doubled, or something put in. */
const text = fc
  .tuple(
    message.map((value) => JSON.stringify(value)),
    fc.nat(),
    fc.nat(5),
    fc.oneof(fc.constant(''), fc.string({ unit: codePoint, maxLength: 3 })),
    fc.boolean(),
  )
  .map(([json, at, length, put, isWhole]) => {
    if (isWhole) return json
    const start = at % (json.length + 1)
    return json.slice(0, start) + put + json.slice(start + length)
  })
  // A string that a Request would send otherwise than it is.
  .filter((text) => !/\p{Surrogate}/u.test(text))

const body = fc.oneof(
  { weight: 4, arbitrary: text },
  fc.string({ unit: codePoint }).filter((text) => !/\p{Surrogate}/u.test(text)),
  fc.uint8Array({ maxLength: 60 }),
)

const token = fc.stringMatching(/^[a-z][a-z-]{0,15}$/)
const headers = fc.dictionary(
  fc.oneof(
    token,
    fc.constantFrom(
      'content-type',
      'content-length',
      'origin',
      'access-control-request-headers',
      'transfer-encoding',
    ),
  ),
  fc.oneof(
    fc.constantFrom('application/json', '0', '-1', '1e9', 'NaN', 'gzip'),
    fc.stringMatching(/^[\x20-\x7e]{0,20}$/),
  ),
  { maxKeys: 4 },
)

// As `fc.webPath()`, which makes a table of all characters first.
const path = fc
  .array(fc.string({ unit: codePoint }).map(encodeURIComponent))
  .map((segments) => segments.map((segment) => `/${segment}`).join(''))

const answerKeys = [
  ['error', 'id', 'jsonrpc'],
  ['id', 'jsonrpc', 'result'],
]

/** Whether each is a response of JSON-RPC 2.0. */
function checkAnswers(answers: unknown) {
  for (const one of Array.isArray(answers) ? answers : [answers]) {
    expect(answerKeys).toContainEqual(Object.keys(one).sort())
    expect(one.jsonrpc).toBe('2.0')
    expect(['string', 'number', 'object']).toContain(typeof one.id)
    if ('error' in one) {
      expect(one.error.code).toSatisfy(Number.isSafeInteger)
      expect(one.error.message).toBeTypeOf('string')
    }
  }
}

type Tries = { numRuns: number; seed?: number }

/** Laws of all requests, and how many of ten tries each of them gets. */
export const fuzzed: readonly {
  readonly name: string
  readonly part: number
  readonly hold: (node: MockNode, how: Tries) => Promise<void>
}[] = [
  {
    name: 'is answered in a form that clients can read',
    part: 5,
    hold: (node, how) => {
      return fc.assert(
        fc.asyncProperty(body, async (body) => {
          const { status, headers, text } = await read(post(node, '', { body }))
          expect([200, 204, 400]).toContain(status)
          expect(headers['access-control-allow-origin']).toBe('*')
          if (status === 204) {
            expect(text).toBe('')
          } else {
            expect(headers['content-type']).toBe('application/json')
            checkAnswers(JSON.parse(text))
          }
        }),
        how,
      )
    },
  },
  {
    name: 'with whatever method, path and headers',
    part: 3,
    hold: (node, how) => {
      return fc.assert(
        fc.asyncProperty(
          fc.constantFrom(
            'POST',
            'post',
            'GET',
            'HEAD',
            'OPTIONS',
            'DELETE',
            'M',
          ),
          fc.oneof(
            { weight: 3, arbitrary: fc.constantFrom('', '/', '/?a=1') },
            path,
          ),
          headers,
          body,
          async (method, path, headers, body) => {
            const hasBody = !['GET', 'HEAD'].includes(method)
            const { status, text } = await read(
              node.fetch(url + path, {
                method,
                headers,
                ...(hasBody && { body }),
              }),
            )
            expect([200, 204, 400, 404, 405, 413, 415]).toContain(status)
            if (text !== '') checkAnswers(JSON.parse(text))
          },
        ),
        how,
      )
    },
  },
  {
    name: 'a text and a Request of it are answered alike',
    part: 2,
    hold: (node, how) => {
      return fc.assert(
        fc.asyncProperty(
          text,
          headers,
          fc.constantFrom('', '/', '/elsewhere', '/?a', ':80'),
          async (body, headers, path) => {
            const init = {
              method: 'POST',
              headers: { ...json, ...headers },
              body,
            }
            const to = url + path
            const [plain, request] = await Promise.all([
              read(node.fetch(to, init)),
              read(node.fetch(new Request(to, init))),
            ])
            expect(plain).toEqual(request)
          },
        ),
        how,
      )
    },
  },
  {
    name: 'ids come back, in order, whatever is around them',
    part: 0.5,
    hold: (node, how) => {
      const id = fc.oneof(
        fc.string({ unit: codePoint }),
        fc.maxSafeInteger(),
        fc.double({
          noNaN: true,
          min: -Number.MAX_SAFE_INTEGER,
          max: Number.MAX_SAFE_INTEGER,
        }),
        fc.constant(null),
      )
      const calls = fc.array(
        fc.record({ id, method, params: fc.array(param) }),
        {
          minLength: 1,
          maxLength: 8,
        },
      )
      return fc.assert(
        fc.asyncProperty(calls, async (calls) => {
          const batch = calls.map((call) => ({ jsonrpc: '2.0', ...call }))
          const [status, answers] = await answer(post(node, batch))
          expect(status).toBe(200)
          expect((answers as { id: unknown }[]).map(({ id }) => id)).toEqual(
            JSON.parse(JSON.stringify(calls.map(({ id }) => id))),
          )
        }),
        how,
      )
    },
  },
]

/** Tries a law at a new node, which must still work afterwards. */
export async function tryFuzzed({ hold }: (typeof fuzzed)[number], how: Tries) {
  const node = createMockNode({ requestHistory: 10 })
  node.handle('test_echo', (params) => params)
  await hold(node, how)
  expect(await answer(post(node, chainId))).toEqual([200, answered])
  expect('polluted' in {}).toBe(false)
  node.dispose()
}

/** Tries each a few times `thousand`. */
export function fuzz(thousand: number) {
  describe('whatever is sent', () => {
    for (const one of fuzzed)
      test(`behavior: ${one.name}`, () =>
        tryFuzzed(one, { numRuns: one.part * thousand }))
  })
}
