import { afterEach, expect, test, vi } from 'vitest'
import { createKit } from '../../../src/entries/kit/index.js'
import { alice, bob } from '../../node/actors.js'
import { createTestRunner } from './testRunner.js'

afterEach(() => {
  vi.useRealTimers()
})

const accounts = { [alice]: { balance: 5n } }
const gas = 21_000n

test('default: a trace has marks of what happened, once it is shown', async () => {
  const { runner, end } = createTestRunner()
  const { nextBeatAsync, nextBlockAsync, testNode } = createKit(runner)
  const marks: string[] = []
  const node = testNode({
    accounts,
    faults: [{ type: 'null', methods: ['eth_getCode'], times: 1 }],
    mark: async (text) => void marks.push(text),
  })
  node.preconfirm({ from: alice, to: bob, gas, label: 'pay' })
  await nextBeatAsync()
  await nextBeatAsync()
  expect(marks).toEqual(['200 ms: beat 1 of block 1'])
  node.drop('pay')
  const ask = (method: string, params: unknown[] = []) =>
    node.provider.request({ method, params } as never).catch(() => {})
  await Promise.all([
    ask('eth_getCode', [bob, 'latest']),
    ask('eth_unheardOf'),
    ask('eth_chainId'),
  ])
  await nextBlockAsync()
  expect(marks.slice(1)).toEqual([
    '600 ms: pay dropped: requested',
    '600 ms: beat 3 of block 1',
    '2000 ms: block 1 sealed, 0 transactions',
    `400 ms: null acted on eth_getCode(0x0000…0b0b, latest)`,
    '400 ms: eth_unheardOf() failed',
  ])
  const before = marks.length
  end()
  expect(marks).toHaveLength(before)
})
