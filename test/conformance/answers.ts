import type { AnsweredRequest } from 'preseal'
import { describe, expect, test } from 'vitest'
import { alice, bob, token } from './actors.js'
import type { Door, OpenDoor } from './door.js'
import { openBusy } from './stories.js'
import { readBlock, readReceipts, type WireBlock } from './wire.js'

/** Every request whose answer is an object, and two that are not. */
async function requestsOf(door: OpenDoor): Promise<[string, unknown[]][]> {
  const { hash } = await readBlock(door, '0x1')
  const transactions = [
    ...(await readReceipts(door, '0x1')),
    ...(await readReceipts(door, 'pending')),
  ].map(({ transactionHash }) => transactionHash)
  return [
    ['eth_getBlockByNumber', ['0x1', true]],
    ['eth_getBlockByNumber', ['0x1', false]],
    ['eth_getBlockByNumber', ['pending', true]],
    ['eth_getBlockByNumber', ['pending', false]],
    ['eth_getBlockByHash', [hash, true]],
    ['eth_getBlockReceipts', ['0x1']],
    ['eth_getBlockReceipts', ['pending']],
    ['eth_getBlockReceipts', ['0x0']],
    ...transactions.flatMap((transaction): [string, unknown[]][] => [
      ['eth_getTransactionByHash', [transaction]],
      ['eth_getTransactionReceipt', [transaction]],
    ]),
    ['eth_feeHistory', ['0x3', 'pending', [10, 90]]],
    ['eth_getProof', [token, ['0x1'], '0x1']],
    ['eth_getTransactionByBlockNumberAndIndex', ['0x1', '0x0']],
    ['eth_getTransactionByBlockHashAndIndex', [hash, '0x1']],
    ['eth_getBalance', [bob, 'pending']],
    ['eth_getStorageAt', [token, '0x1', { blockHash: hash }]],
  ]
}

/** Every object and array in `value`, itself included. */
function objectsIn(value: unknown): object[] {
  if (typeof value !== 'object' || value === null) return []
  return [value, ...Object.values(value).flatMap(objectsIn)]
}

/** Changes whatever can be changed. */
function spoil(value: unknown) {
  for (const one of objectsIn(value)) {
    for (const key of Object.keys(one)) Reflect.set(one, key, 'spoilt')
    if (Array.isArray(one)) one.push('spoilt')
    else Reflect.set(one, 'spoilt', true)
  }
}

export function answers(door: Door) {
  describe('answers', () => {
    test('behavior: a spoilt answer changes neither the next one nor the chain', async () => {
      const opened = await openBusy(door)
      for (const [method, params] of await requestsOf(opened)) {
        const answer = await opened.request(method, params)
        const before = structuredClone(answer)
        spoil(answer)
        expect.soft(await opened.request(method, params)).toEqual(before)
      }
      opened.node.nextBlock()
      const sealed = await readBlock(opened, 'latest')
      const untouched = await openBusy(door)
      untouched.node.nextBlock()
      expect(sealed).toEqual(await readBlock(untouched, 'latest'))
    })

    test('behavior: two answers share no object, and none is frozen', async () => {
      const opened = await openBusy(door)
      for (const [method, params] of await requestsOf(opened)) {
        const one = objectsIn(await opened.request(method, params))
        const two = new Set(objectsIn(await opened.request(method, params)))
        expect.soft(one.filter((object) => two.has(object))).toEqual([])
        expect.soft(one.some((object) => Object.isFrozen(object))).toBe(false)
        // Within one answer too, nothing is there twice.
        expect.soft(new Set(one).size).toBe(one.length)
      }
    })

    test('behavior: a spoilt answer changes no record of it', async () => {
      const opened = await openBusy(door)
      const asked = await requestsOf(opened)
      const answers: unknown[] = []
      const start = opened.node.answeredRequests.length
      for (const [method, params] of asked) {
        const answer = await opened.request(method, params)
        answers.push(structuredClone(answer))
        spoil(answer)
      }
      opened.node.nextBlock(3)
      expect(
        opened.node.answeredRequests
          .slice(start)
          .map(({ method, params, outcome }) => [
            method,
            params,
            outcome.type === 'result' && outcome.value,
          ]),
      ).toEqual(
        asked.map(([method, params], index) => [
          method,
          params,
          answers[index],
        ]),
      )
    })

    test('behavior: a spoilt record changes neither the next look nor the chain', async () => {
      const opened = await openBusy(door)
      const heard: AnsweredRequest[] = []
      opened.node.on('answered', (exchange) => heard.push(exchange))
      const asked = await requestsOf(opened)
      for (const [method, params] of asked) await opened.request(method, params)
      await opened.refused({ method: 'eth_foo', params: [{ a: [1] }] })
      const before = structuredClone(opened.node.answeredRequests)
      const pending = await readBlock(opened, 'pending')

      spoil(heard)
      spoil([...opened.node.answeredRequests])
      const look = opened.node.answeredRequests
      expect(look.slice(0, before.length)).toEqual(before)
      expect(await readBlock(opened, 'pending')).toEqual(pending)
    })

    test('behavior: a spoilt error changes neither the next one nor its record', async () => {
      const opened = await openBusy(door)
      const start = opened.node.answeredRequests.length
      const ask = () => opened.refused({ method: 'eth_foo' })
      const refused = await ask()
      const before = structuredClone(refused)
      spoil(refused.data)
      expect(await ask()).toEqual(before)
      expect(
        opened.node.answeredRequests
          .slice(start)
          .map(({ outcome }) => outcome.type === 'error' && outcome.error),
      ).toEqual([before, before])
    })

    test('behavior: parameters that are changed after the call were read already', async () => {
      const opened = await openBusy(door)
      const params: unknown[] = [bob, { blockNumber: '0x1' }]
      const answer = opened.request('eth_getBalance', params)
      spoil(params)
      expect(await answer).toBe(
        await opened.request('eth_getBalance', [bob, '0x1']),
      )
      expect(opened.node.answeredRequests.at(-2)?.params).toEqual([
        bob,
        { blockNumber: '0x1' },
      ])
    })

    test('behavior: what a verb was given may be changed afterwards', async () => {
      const topics = [`0x${'11'.repeat(32)}`] as [`0x${string}`]
      const opened = await door.open({
        accounts: { [alice]: { balance: 10n ** 18n } },
      })
      const transaction = {
        from: alice,
        to: bob,
        logs: [{ address: token, topics }],
        changes: { [token]: { storage: { '0x1': '0x2' } } },
      } as const
      opened.node.preconfirm(transaction)
      const before = structuredClone(transaction)
      opened.node.nextBeat()
      expect(transaction).toEqual(before)
      spoil(transaction)
      opened.node.nextBlock()
      const [receipt] = await readReceipts(opened, '0x1')
      expect(receipt?.logs[0]?.topics).toEqual([`0x${'11'.repeat(32)}`])
    })

    test('behavior: a block with hashes and one with transactions are of one block', async () => {
      const opened = await openBusy(door)
      for (const selector of ['0x1', '0x5', 'pending']) {
        const full = await readBlock(opened, selector)
        const thin = await opened.request<WireBlock<string>>(
          'eth_getBlockByNumber',
          [selector, false],
        )
        expect.soft({ ...full, transactions: [] }).toEqual({
          ...thin,
          transactions: [],
        })
        expect
          .soft(thin.transactions)
          .toEqual(full.transactions.map(({ hash }) => hash))
      }
    })
  })
}
