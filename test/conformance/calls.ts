import type { RequestFault } from 'preseal'
import { evm } from 'preseal/evm'
import { describe, expect, test } from 'vitest'
import { assemble } from '../entries/evm/assemble.js'
import { alice, bob, ether, token, word } from './actors.js'
import type { Door } from './door.js'
import { readBlock } from './wire.js'

const returned = 'PUSH0 MSTORE 0x20 PUSH0 RETURN'
const call = { from: alice, to: token }

/** Slot 0 of the token holds the number of the block in which it was set. */
async function open(door: Door, more: object = {}) {
  const opened = await door.open({
    engine: evm(),
    accounts: {
      [alice]: { balance: ether },
      [token]: { code: assemble(`PUSH0 SLOAD ${returned}`) },
    },
    ...more,
  })
  for (const number of [1, 2, 3]) {
    const storage = { [word(0)]: word(number) }
    opened.node.preconfirm({
      from: alice,
      to: bob,
      changes: { [token]: { storage } },
    })
    if (number < 3) opened.node.nextBlock()
    else opened.node.nextBeat()
  }
  return opened
}

export function calls(door: Door) {
  describe('calls', () => {
    test('behavior: they run after the block that is selected', async () => {
      const opened = await open(door)
      const { hash } = await readBlock(opened, '0x1')
      const { request } = opened
      const selectors: [unknown, number][] = [
        ['pending', 3],
        ['latest', 2],
        [undefined, 2],
        [null, 2],
        ['0x1', 1],
        [hash, 1],
        [{ blockHash: hash }, 1],
        ['earliest', 0],
      ]
      for (const [selector, number] of selectors) {
        const params = selector === undefined ? [call] : [call, selector]
        expect
          .soft(await request('eth_call', params), `${selector}`)
          .toBe(word(number))
        const gas = await request('eth_estimateGas', params)
        expect.soft(gas, `${selector}`).toBe('0x5a4b')
        const access = await request<object>('eth_createAccessList', params)
        expect.soft(access).toMatchObject({
          accessList: [{ address: token, storageKeys: [word(0)] }],
        })
        const traced = await request('debug_traceCall', params)
        expect.soft(traced).toMatchObject({ returnValue: word(number) })
        const blocks = { blockStateCalls: [{ calls: [call] }] }
        const simulated = await request('eth_simulateV1', [
          blocks,
          ...params.slice(1),
        ])
        expect
          .soft(simulated)
          .toMatchObject([{ calls: [{ returnData: word(number) }] }])
      }
    })

    test('error: a block that is not there', async () => {
      const { refused } = await open(door)
      for (const method of [
        'eth_call',
        'eth_estimateGas',
        'eth_createAccessList',
        'debug_traceCall',
      ])
        expect
          .soft(await refused({ method, params: [call, '0x9'] }))
          .toEqual({ code: -32001, message: 'block not found: 0x9' })
    })

    test('error: a revert and a halt', async () => {
      const { refused } = await open(door)
      const failing = (text: string) => {
        const code = assemble(text)
        return refused({
          method: 'eth_call',
          params: [{ ...call, gas: '0xffff' }, 'latest', { [token]: { code } }],
        })
      }
      expect(await failing('0x2a PUSH0 MSTORE 0x20 PUSH0 REVERT')).toEqual({
        code: 3,
        message: 'execution reverted',
        data: word(42),
      })
      expect(await failing('JUMPDEST PUSH0 JUMP')).toEqual({
        code: -32000,
        message: 'out of gas',
      })
    })

    test.each<[RequestFault, unknown, unknown]>([
      [{ type: 'stale', beats: 15 }, word(0), word(1)],
      [{ type: 'otherBlock', to: '0x1' }, word(1), word(1)],
      [{ type: 'otherBlock', to: 'pending' }, word(3), word(3)],
      [{ type: 'null' }, null, null],
    ])('behavior: a fault %o', async (fault, latest, pending) => {
      const { node, request } = await open(door)
      node.fault({ ...fault, methods: ['eth_call'] })
      expect([
        await request('eth_call', [call]),
        await request('eth_call', [call, 'pending']),
      ]).toEqual([latest, pending])
    })

    test('behavior: zero stands for a block that is not there', async () => {
      const { node, request } = await open(door)
      node.fault({ type: 'unknownBlockAsZero' })
      expect(await request('eth_call', [call, '0x9'])).toBe('0x0')
      expect(await request('eth_call', [call])).toBe(word(2))
    })

    test('behavior: the answer that was given is kept as it was', async () => {
      const { node, request } = await open(door)
      const of = { tracer: 'callTracer' }
      const params = [call, 'latest', of]
      const first = await request<{ type: string }>('debug_traceCall', params)
      first.type = 'changed'
      const { outcome } = node.answeredRequests.at(-1) ?? {}
      expect(outcome).toMatchObject({ value: { type: 'CALL' } })
    })
  })
}
