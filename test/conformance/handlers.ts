import type { Fault } from 'preseal'
import { describe, expect, test } from 'vitest'
import { alice, bob, ether, token, word } from './actors.js'
import type { Door } from './door.js'

const options = { accounts: { [alice]: { balance: ether } } }

/** An error as contracts that revert have it. */
function reverted() {
  return Object.assign(new Error('execution reverted'), {
    code: 3,
    data: '0x08c379a0',
  })
}

export function handlers(door: Door) {
  describe('handlers', () => {
    test.each<[Fault, unknown]>([
      [{ type: 'http', status: 429 }, { code: -32016 }],
      [{ type: 'rpc', code: 3, message: 'reverted' }, { code: 3 }],
      [{ type: 'null' }, null],
      [{ type: 'otherBlock', to: 'earliest' }, '0x0'],
      [{ type: 'stale', beats: 10 }, '0x0'],
      [{ type: 'unknownBlockAsZero', methods: ['eth_call'] }, '0x0'],
    ])(
      'behavior: a fault acts on what a handler answers: %j',
      async (fault, expected) => {
        const { node, request } = await door.open()
        node.handle('eth_call', ([, block = 'latest'], view) =>
          view.request({
            method: 'eth_getBalance',
            params: [bob, block as 'latest'],
          }),
        )
        node.nextBlock()
        node.setBalance({ address: bob, value: 7n })
        const ask = (block: string) =>
          request('eth_call', [{}, block]).catch(({ code }) => ({ code }))
        const block = fault.type === 'unknownBlockAsZero' ? '0x9' : 'latest'
        const before = await ask(block)
        expect(before).toEqual(
          fault.type === 'unknownBlockAsZero' ? { code: -32001 } : '0x7',
        )
        const lift = node.fault(fault)
        expect(await ask(block)).toEqual(expected)
        lift()
        expect(await ask(block)).toEqual(before)
      },
    )

    test('default: a method that the node does not serve, until it is stopped', async () => {
      const { node, request, refused } = await door.open(options)
      const stop = node.handle('eth_mining', () => '0x7')
      expect(await request('eth_mining')).toBe('0x7')
      expect(await request('eth_mining', [])).toBe('0x7')
      stop()
      stop()
      expect(await refused({ method: 'eth_mining' })).toMatchObject({
        code: -32601,
      })
    })

    test('behavior: wins over a built-in one, which it may ask', async () => {
      const { node, request, refused } = await door.open(options)
      const stop = node.handle('eth_getBalance', (params, view) =>
        params[0] === bob
          ? '0x2a'
          : view.request({ method: 'eth_getBalance', params }),
      )
      node.preconfirm({ from: alice, to: token, value: 3n })
      node.nextBeat()
      expect(
        await Promise.all([
          request('eth_getBalance', [bob, 'pending']),
          request('eth_getBalance', [token, 'pending']),
          request('eth_getBalance', [token, 'latest']),
        ]),
      ).toEqual(['0x2a', '0x3', '0x0'])
      expect(
        await refused({ method: 'eth_getBalance', params: ['0x', 'latest'] }),
      ).toMatchObject({
        code: -32602,
        message: expect.stringContaining('parameter 1 "address"'),
      })
      stop()
      expect(await request('eth_getBalance', [bob, 'pending'])).toBe('0x0')
    })

    test('behavior: the newest answers, then the one before', async () => {
      const { node, request } = await door.open()
      const stopOne = node.handle('test_who', () => 'one')
      const stopTwo = node.handle('test_who', () => 'two')
      expect(await request('test_who')).toBe('two')
      stopTwo()
      expect(await request('test_who')).toBe('one')
      stopOne()
      await expect(request('test_who')).rejects.toThrow(/Method not found/)
    })

    test('behavior: a promise is waited for', async () => {
      const { node, request } = await door.open()
      let resolve = (_: string) => {}
      node.handle(
        'test_later',
        () =>
          new Promise((done) => {
            resolve = done
          }),
      )
      const asked = request('test_later')
      await door.arrival?.()
      const other = await request('eth_chainId')
      expect(other).toBe('0x7a69')
      resolve('late')
      expect(await asked).toBe('late')
    })

    test('behavior: params as they were sent, and the instant', async () => {
      const { node, request } = await door.open()
      node.handle('test_echo', (params, view) => ({ params, now: view.now }))
      node.advance(250)
      const params = [{ deep: [null, { a: true }] }, 1.5, 'text', []]
      expect(await request('test_echo', params)).toEqual({ params, now: 250 })
      expect(await request('test_echo')).toEqual({ params: [], now: 250 })
    })

    test('error: what it throws keeps code, message and data', async () => {
      const { node, refused } = await door.open()
      node.handle('eth_call', () => {
        throw reverted()
      })
      node.handle('test_rejects', () => Promise.reject(reverted()))
      for (const method of ['eth_call', 'test_rejects'])
        expect.soft(await refused({ method, params: [] })).toEqual({
          code: 3,
          message: 'execution reverted',
          data: '0x08c379a0',
        })
    })

    test('error: what has no code is -32000', async () => {
      const { node, refused } = await door.open()
      const thrown: [unknown, string][] = [
        [new Error('out of order'), 'out of order'],
        ['a string', 'a string'],
        [undefined, 'nothing'],
        [Object.assign(new Error('text'), { code: 'E_CODE' }), 'text'],
      ]
      for (const [error, message] of thrown) {
        const stop = node.handle('test_throws', () => {
          throw error
        })
        expect
          .soft(await refused({ method: 'test_throws' }))
          .toEqual({ code: -32000, message })
        stop()
      }
    })

    test('error: an answer that JSON cannot carry', async () => {
      const { node, refused } = await door.open()
      for (const answer of [5n, () => 1, new Map(), { deep: [Number.NaN] }]) {
        const stop = node.handle('test_answer', () => answer)
        expect.soft(await refused({ method: 'test_answer' })).toMatchObject({
          code: -32000,
          message: expect.stringMatching(/^result/),
        })
        stop()
      }
    })

    test('behavior: null is an answer', async () => {
      const { node, request } = await door.open()
      node.handle('test_null', () => null)
      expect(await request('test_null')).toBeNull()
    })

    test('error: a handler without a return answered null', async () => {
      const { node, refused } = await door.open()
      for (const answer of [() => undefined, async () => undefined]) {
        const stop = node.handle('test_nothing', answer)
        expect.soft(await refused({ method: 'test_nothing' })).toEqual({
          code: -32000,
          message:
            'what the handler returned is nothing (null is an answer), expected a plain JSON value (quantities as hex)',
        })
        stop()
      }
    })

    test('behavior: an answer is copied, so that its maker may change it', async () => {
      const { node, request } = await door.open()
      const answer = { list: [word(1)] }
      node.handle('test_list', () => answer)
      const first = await request('test_list')
      answer.list.push(word(2))
      expect(first).toEqual({ list: [word(1)] })
      expect(node.answeredRequests[0]?.outcome).toEqual({
        type: 'result',
        value: { list: [word(1)] },
      })
      expect(await request('test_list')).toEqual(answer)
    })

    test('behavior: one that spoils its parameters changes no record of it', async () => {
      const { node, request } = await door.open()
      node.handle('test_spoil', (params) => {
        const list = params as unknown[]
        Object.assign(list[0] as object, { spoilt: true })
        list.length = 0
        return null
      })
      await request('test_spoil', [{ a: 1 }, 2])
      expect(node.answeredRequests[0]?.params).toEqual([{ a: 1 }, 2])
    })

    test('behavior: its verbs count for the next request, not for its own', async () => {
      const { node, request } = await door.open(options)
      node.handle('test_pay', (_, view) => {
        node.setBalance({ address: bob, value: 9n })
        return view.request({
          method: 'eth_getBalance',
          params: [bob, 'latest'],
        })
      })
      expect(await request('test_pay')).toBe('0x0')
      expect(await request('eth_getBalance', [bob, 'latest'])).toBe('0x9')
    })
  })
}
