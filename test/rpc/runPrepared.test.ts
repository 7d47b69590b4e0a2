import { describe, expect, test } from 'vitest'
import { PresealError } from '../../src/base/errors/errors.js'
import { runPrepared } from '../../src/rpc/request.js'
import type { AnyHandler } from '../../src/rpc/view/view.js'
import { alice, ask, newChain, newView } from './newView.js'

const chain = newChain()
const raise = (thrown: unknown): never => {
  throw thrown
}
const handled = (handler: AnyHandler) =>
  newView(chain, { handlers: new Map([['eth_call', handler]]) })
const call = (handler: AnyHandler, ...params: unknown[]) =>
  ask(handled(handler), { method: 'eth_call', params })

/** As a built-in method whose answer this is. */
const runAnswer = (answer: () => never) =>
  runPrepared(newView(chain), {
    type: 'builtIn',
    method: 'eth_call',
    answer,
    reads: 'nothing',
    args: [],
    selector: undefined,
    selectorPosition: -1,
  })
/** The errors of calls to handlers. */
const errorsOf = (handlers: readonly AnyHandler[]) =>
  handlers.map((handler) => {
    const answer = call(handler)
    return answer.type === 'error' ? answer.error : answer
  })

describe('run', () => {
  test('default', () => {
    expect(ask(newView(chain), { method: 'eth_chainId' })).toEqual({
      type: 'result',
      value: '0x7a69',
    })
  })

  test('error: what the chain refuses is -32000', () => {
    const answer = () =>
      raise(new PresealError('GasLimitError', 'Too many blocks. Seal less.'))
    expect(runAnswer(answer)).toEqual({
      type: 'error',
      error: { code: -32000, message: 'Too many blocks. Seal less.' },
    })
  })

  test('error: what nobody expected is -32603', () => {
    const answer = () => raise(new TypeError('x is not a function'))
    expect(runAnswer(answer)).toEqual({
      type: 'error',
      error: { code: -32603, message: 'Internal error: x is not a function' },
    })
  })
})

describe('run: handlers', () => {
  test('default', () => {
    expect(
      call((params, { now }) => ({ now, params }), { to: alice }, 'latest'),
    ).toEqual({
      type: 'result',
      value: { now: 400, params: [{ to: alice }, 'latest'] },
    })
  })

  test('behavior: the answer is a copy', () => {
    const kept = { logs: [{ data: '0x', none: undefined }], none: null }
    const answer = call(() => kept)
    kept.logs.pop()
    expect(answer).toStrictEqual({
      type: 'result',
      value: { logs: [{ data: '0x' }], none: null },
    })
  })

  test('behavior: objects of another realm or of none', () => {
    const bare = Object.assign(Object.create(null), { a: [1] })
    expect(call(() => bare)).toEqual({ type: 'result', value: { a: [1] } })
  })

  test('error: a built-in error passes through', () => {
    expect(
      call((_, { request }) =>
        request({ method: 'eth_getBalance', params: ['0x12', 'latest'] }),
      ),
    ).toMatchObject({
      error: {
        code: -32602,
        message: expect.stringContaining('parameter 1 "address": given "0x12"'),
      },
    })
    const caught = call((_, { request }) => {
      try {
        return request({ method: 'eth_getCode', params: [alice, '0xff'] })
      } catch (error) {
        const { name, code, message, data } = error as Record<string, unknown>
        return [error instanceof Error, name, code, message, data ?? 'no data']
      }
    })
    expect(caught).toEqual({
      type: 'result',
      value: [
        true,
        'ProviderRpcError',
        -32001,
        'block not found: 0xff',
        'no data',
      ],
    })
  })

  test('behavior: built-in methods alone answer a handler', () => {
    expect(
      call((_, view) =>
        (view.request as (args: unknown) => unknown)({ method: 'eth_foo' }),
      ),
    ).toMatchObject({ type: 'error', error: { code: -32601 } })
  })

  test('error: a thrown integer code stays, with its data', () => {
    const revert = {
      code: 3,
      message: 'execution reverted',
      data: '0x08c379a0',
    }
    expect(
      errorsOf([
        () => raise(Object.assign(new Error(), revert)),
        () => raise(revert),
        () => raise({ code: 4001 }),
        () => raise({ code: -32000, message: 'no', data: { a: 5n } }),
      ]),
    ).toEqual([
      revert,
      revert,
      { code: 4001, message: '{"code":4001}' },
      { code: -32000, message: expect.stringMatching(/^no \(data\.a is 5n/) },
    ])
  })

  test('error: anything else thrown is -32000', () => {
    const { proxy, revoke } = Proxy.revocable({}, {})
    revoke()
    const thrown = [
      new Error('boom'),
      Object.assign(new Error('boom'), { code: 'ENOENT' }),
      Object.assign(new Error('boom'), { code: 1.5 }),
      'boom',
      undefined,
      null,
      5n,
      proxy,
    ]
    const errors = errorsOf(thrown.map((one) => () => raise(one)))
    expect(errors).toEqual(
      [
        ...['boom', 'boom', 'boom', 'boom', 'nothing', 'null', '5n'],
        expect.stringContaining('an error that cannot be read'),
      ].map((message) => ({ code: -32000, message })),
    )
  })

  test('error: an answer that is no JSON', () => {
    const cycle: Record<string, unknown> = {}
    cycle.self = { cycle }
    const values: [value: unknown, message: string][] = [
      [5n, 'result is 5n, expected a plain JSON value'],
      [() => 1, 'result is a function'],
      [Symbol('s'), 'result is Symbol(s)'],
      [Number.NaN, 'result is NaN'],
      [{ logs: [{ value: 5n }] }, 'result.logs[0].value is 5n'],
      [{ 'a b': [undefined, () => 1] }, 'result.a b[1] is a function'],
      [new Map(), 'result is an instance of Map'],
      [new Uint8Array(2), 'result is an instance of Uint8Array'],
      [{ at: new Date(0) }, 'result.at is an instance of Date'],
      [cycle, 'is more than 100 levels deep, or a cycle'],
      [JSON.parse('{ "__proto__": {} }'), 'is a "__proto__" key'],
      [
        {
          get a() {
            return raise(new Error('boom'))
          },
        },
        'boom',
      ],
    ]
    for (const [value, message] of values)
      expect(errorsOf([() => value])).toEqual([
        { code: -32000, message: expect.stringContaining(message) },
      ])
  })
})

describe('run: handlers that promise', () => {
  const promised = async (handler: AnyHandler) => {
    const answer = call(handler)
    if (answer.type === 'error') return answer
    expect(answer.value).toBeInstanceOf(Promise)
    return answer.value
  }

  test('behavior: any thenable', async () => {
    const thenable = {
      // biome-ignore lint/suspicious/noThenProperty: that is what is tested
      then: (done: (value: unknown) => void) => done('0x1'),
    }
    expect(await promised(() => thenable)).toBe('0x1')
  })

  test('error: rejects with an RpcError', async () => {
    expect(
      await Promise.all(
        [
          async () => raise(new Error('boom')),
          async () => raise({ code: 3, message: 'reverted', data: '0x' }),
          async () => ({ value: 5n }),
        ].map((handler) => promised(handler).catch((error) => error)),
      ),
    ).toMatchObject([
      { code: -32000, message: 'boom' },
      { code: 3, data: '0x', message: 'reverted' },
      { code: -32000, message: expect.stringContaining('result.value is 5n') },
    ])
  })

  test('behavior: nobody has to wait for a rejection', async () => {
    call(async () => raise(new Error('boom')))
    await new Promise((done) => setTimeout(done))
  })
})
