// @vitest-environment jsdom

import { act, cleanup, render, screen } from '@testing-library/react'
import type { MockNodeOptions, MockProvider } from 'preseal'
import { createMockNode } from 'preseal'
import {
  advanceAsync,
  nextBeatAsync,
  nextBlockAsync,
  testNode,
} from 'preseal/vitest'
import { createElement, useEffect, useState } from 'react'
import { afterAll, afterEach, expect, test, vi } from 'vitest'
import { alice, bob } from '../../node/actors.js'

const block = {
  number: '0x7',
  hash: `0x${'1'.repeat(64)}`,
  parentHash: `0x${'0'.repeat(64)}`,
  timestamp: '0x7',
  gasLimit: '0x1c9c380',
  gasUsed: '0x0',
  transactions: [],
}

const accounts = { [alice]: { balance: 1_000n } }

afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
})

// React's own switch, which testing-library sets as it is loaded.
afterAll(() => {
  Reflect.deleteProperty(globalThis, 'IS_REACT_ACT_ENVIRONMENT')
})

const readLatest = (provider: MockProvider) =>
  provider.request({ method: 'eth_getBalance', params: [bob, 'latest'] })

function Polled({ provider }: { provider: MockProvider }) {
  const [wei, setWei] = useState('loading')
  useEffect(() => {
    const read = () => void readLatest(provider).then(setWei)
    const timer = setInterval(read, 500)
    return () => clearInterval(timer)
  }, [provider])
  return createElement('p', null, wei)
}

test.each([
  ['without act', undefined],
  ['options: act', { act }],
])('default: what the block brought is shown: %s', async (_, options) => {
  const warned = vi.spyOn(console, 'error')
  const node = testNode({ accounts })
  render(createElement(Polled, { provider: node.provider }))
  node.preconfirm({ from: alice, to: bob, value: 1n, label: 'pay' })
  await nextBlockAsync(options)
  expect(node.now).toBe(2_000)
  expect(node).toBeSealed('pay')
  expect(screen.getByText('0x1')).toBeDefined()
  await nextBlockAsync(options)
  expect(node.now).toBe(4_000)
  expect(warned).not.toHaveBeenCalled()
})

test('behavior: from the midst of a block, to its own boundary', async () => {
  const node = testNode()
  await advanceAsync(1_999)
  await nextBlockAsync()
  expect(node.now).toBe(2_000)
  await nextBeatAsync()
  await nextBlockAsync()
  expect(node.now).toBe(4_000)
})

test('behavior: of several nodes, to whichever boundary comes first', async () => {
  const node = testNode()
  const quick = testNode({ preconfirmationTime: 150, blockTime: 1_500 })
  const gone = testNode({ preconfirmationTime: 100, blockTime: 100 })
  const manual = testNode({ sealing: 'manual' })
  gone.dispose()
  const times: number[] = []
  for (let turn = 0; turn < 3; turn++) {
    await nextBlockAsync()
    times.push(node.now)
    expect([quick.now, manual.now]).toEqual([node.now, node.now])
  }
  expect(times).toEqual([1_500, 2_000, 3_000])
})

/** A boundary is where the node's own verb finds it. */
test.each<[string, MockNodeOptions]>([
  ['as the clock has it', {}],
  ['a step delays it', { steps: [{ at: 300, type: 'planSeal', delay: 450 }] }],
  ['a step seals', { steps: [{ at: 250, type: 'seal' }] }],
  [
    'a step seals, by hand',
    {
      sealing: 'manual',
      steps: [
        { at: 250, type: 'seal' },
        { at: 700, type: 'seal' },
        { at: 701, type: 'seal' },
      ],
    },
  ],
  ['a reorg seals blocks', { steps: [{ at: 2_200, type: 'reorg' }] }],
  [
    'an imported block opens the next',
    { steps: [{ at: 400, type: 'importBlock', block }] },
  ],
  [
    'another cadence',
    {
      steps: [
        {
          at: 100,
          type: 'setCadence',
          preconfirmationTime: 50,
          blockTime: 500,
        },
      ],
    },
  ],
  [
    'beats are planned',
    { steps: [{ at: 0, type: 'planBeats', offsets: [7] }] },
  ],
  ['blocks are beats', { blockTime: 200 }],
])(
  'behavior: each boundary is that of node.nextBlock: %s',
  async (_, options) => {
    const own = createMockNode({ ...options, clock: 'virtual' })
    const node = testNode(options)
    for (let turn = 0; turn < 3; turn++) {
      own.nextBlock()
      await nextBlockAsync()
      expect(node.now).toBe(own.now)
    }
  },
)

test('behavior: what takes turns of the event loop is done as time goes on', async () => {
  testNode()
  setInterval(() => {}, 10)
  const counts: number[] = []
  for (const pass of [() => advanceAsync(2_000), nextBlockAsync]) {
    let count = 0
    let isOn = true
    const poll = async () => {
      while (isOn) {
        for (let turn = 0; turn < 5; turn++)
          await new Promise((resolve) => setImmediate(resolve))
        count++
        await new Promise((resolve) => setTimeout(resolve, 20))
      }
    }
    void poll()
    await pass()
    isOn = false
    await nextBlockAsync()
    counts.push(count)
  }
  expect(counts[1]).toBe(counts[0])
})

test('behavior: a block that a timer of the application seals', async () => {
  const node = testNode()
  setTimeout(() => node.seal(), 730)
  await nextBlockAsync()
  expect(node.now).toBe(730)
})

test('error: a request that nobody answers is named', async () => {
  const node = testNode({ faults: [{ type: 'hold' }] })
  void node.provider.request({ method: 'eth_chainId' })
  await expect(nextBlockAsync()).rejects.toMatchObject({
    name: 'NothingAheadError',
    message: expect.stringMatching(
      /^nextBlockAsync: after 50 rounds there is no answer to eth_chainId\(\), asked at 0 ms\. Lift the fault that holds it, or wait out its delay with await advanceAsync\(ms\)\.$/,
    ),
  })
  expect(node.now).toBe(2_000)
})

test('error: a timer of 0 ms sets itself again', async () => {
  testNode()
  let isOn = true
  const again = () => void (isOn && setTimeout(again, 0))
  again()
  await expect(nextBlockAsync()).rejects.toThrow(
    /^nextBlockAsync: 1000 timers have fired, and the next beat has not come\. .* For timers much shorter than a beat, use await advanceAsync\(ms\)\.$/,
  )
  isOn = false
})

test('error: no boundary will come', async () => {
  const node = testNode({ sealing: 'manual' })
  await expect(nextBlockAsync()).rejects.toMatchObject({
    name: 'NothingAheadError',
    message:
      'nextBlockAsync: no further boundary will come, because option "sealing" is not "timed". Call advanceAsync, or node.seal, or add a step of type "seal".',
  })
  expect(node.now).toBe(0)
})

test('error: nextBeatAsync came back without a beat', async () => {
  testNode({
    sealing: 'manual',
    steps: [{ at: 0, type: 'planBeats', offsets: [150] }],
  })
  await nextBeatAsync()
  await expect(nextBeatAsync()).rejects.toMatchObject({
    name: 'NothingAheadError',
    message: expect.stringMatching(/^nextBeatAsync: no further beat will come/),
  })
})

test('error: no node', async () => {
  for (const call of [nextBeatAsync, nextBlockAsync, () => advanceAsync(1)])
    await expect(call()).rejects.toMatchObject({ name: 'MisuseError' })
  testNode().dispose()
  await expect(nextBlockAsync()).rejects.toThrow(
    'nextBlockAsync: this test has no node, or only disposed ones.',
  )
})
