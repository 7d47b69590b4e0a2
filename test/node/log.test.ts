import fc from 'fast-check'
import { createMockNode } from 'preseal'
import { readTimeline } from 'preseal/timeline'
import { describe, expect, test } from 'vitest'
import { createTimeSource } from '../../src/base/clock/timeSource.js'
import { isPresealError } from '../../src/base/errors/errors.js'
import {
  type Entry,
  entriesSince,
  isWithin,
} from '../../src/chain/blocks/chain.js'
import { nativeEngine } from '../../src/engine/natives/createNatives.js'
import { noFaults } from '../../src/node/faults/faultState.js'
import type { Runtime } from '../../src/node/runtime/cell/runtime.js'
import {
  createRuntime,
  guardEngine,
} from '../../src/node/runtime/createRuntime.js'
import type { Action } from '../../src/node/runtime/state/nodeState.js'
import { type Step, steps } from '../../src/node/runtime/steps/steps.js'
import { send } from '../../src/node/runtime/transitions/transactions.js'
import { digest, newChain } from '../chain/intents.js'
import { share } from '../runs.js'
import { alice, bob } from './actors.js'

const script: readonly Step[] = [
  { type: 'preconfirm', at: 150, from: alice, to: bob, value: 3n },
  { type: 'seal', at: 2_300 },
  { type: 'reorg', at: 5_000, depth: 2 },
]

const newRuntime = () =>
  createRuntime({
    chain: newChain(),
    faults: noFaults(),
    cadence: { blockTime: 2_000, preconfirmationTime: 200 },
    sealing: 'timed',
    script,
    source: createTimeSource('virtual'),
    execution: guardEngine(nativeEngine),
  })

type Deed =
  | { type: 'advance'; ms: number }
  | { type: 'snapshot' }
  | { type: 'revert' | 'seek'; pick: number }
  | { type: 'act'; act: { type: string } }

const act = (fields: { type: string; [field: string]: unknown }) =>
  fc.constant<Deed>({ type: 'act', act: fields })

const asked = { from: alice, to: bob, gas: 21_000n, value: 1n }

const deed: fc.Arbitrary<Deed> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      type: fc.constant('advance' as const),
      ms: fc.constantFrom(1, 50, 200, 1_000, 2_000, 90_000),
    }),
  },
  {
    weight: 4,
    arbitrary: act({ type: 'preconfirm', from: alice, to: bob, value: 1n }),
  },
  {
    weight: 3,
    arbitrary: act({
      type: 'send',
      sending: { type: 'asked', parameters: asked },
    }),
  },
  act({
    type: 'send',
    sending: { type: 'asked', parameters: { ...asked, nonce: 9 } },
  }),
  act({ type: 'setBalance', address: bob, value: 5n }),
  act({ type: 'seal' }),
  act({ type: 'reorg', depth: 1 }),
  act({ type: 'drop', transaction: { sent: {} } }),
  act({ type: 'planSeal', omit: [{ sent: { nth: 1 } }], delay: 300 }),
  act({ type: 'setCadence', blockTime: 1_000, preconfirmationTime: 100 }),
  act({ type: 'setSealing', sealing: 'instant' }),
  act({ type: 'setSealing', sealing: 'timed' }),
  act({
    type: 'fault',
    fault: { type: 'includeLate', beats: 2, label: 'slow' },
  }),
  act({ type: 'lift', label: 'slow' }),
  fc.constant({ type: 'snapshot' as const }),
  fc.record({
    type: fc.constantFrom('revert' as const, 'seek' as const),
    pick: fc.nat({ max: 6_000 }),
  }),
)

/** What a user cannot do leaves the node as it is. */
function attempt(run: () => void) {
  try {
    run()
  } catch (error) {
    const all = error instanceof AggregateError ? error.errors : [error]
    if (!all.every((one) => isPresealError(one))) throw error
  }
}

function actionOf(act: { type: string }): Action<object> {
  const all = { ...steps, send } as unknown as Record<string, Action<object>>
  return all[act.type] as Action<object>
}

function doAll(node: Runtime, deeds: readonly Deed[]) {
  const kept: ReturnType<Runtime['snapshot']>[] = []
  for (const one of deeds)
    attempt(() => {
      switch (one.type) {
        case 'advance':
          return node.move('advance', one.ms)
        case 'snapshot':
          return void kept.push(node.snapshot())
        case 'revert':
          return kept.length > 0 && node.revert(kept[one.pick % kept.length])
        case 'seek':
          return node.seek(one.pick)
        case 'act': {
          const { type, ...fields } = one.act
          const by = type === 'send' ? 'request' : 'verb'
          return node.apply(actionOf(one.act), fields, by)
        }
      }
    })
}

/** Does again what a log says; its script does the rest. */
function fold(entries: readonly Entry[], until: number): Runtime {
  const node = newRuntime()
  const moveTo = (at: number) => {
    attempt(() => node.move('advance', Math.max(0, at - node.state().time)))
  }
  for (const { at, by, act } of entries) {
    if (act === null || by === 'script') continue
    moveTo(at)
    const { type, ...fields } = act
    attempt(() => node.apply(actionOf(act), fields, by))
  }
  moveTo(until)
  return node
}

const shapeOf = (entries: readonly Entry[]) =>
  entries.map(({ at, by, act, effects }) => [
    at,
    by,
    act?.type,
    ...effects.map(({ type }) => type),
  ])

describe('log', () => {
  test('property: a node is the fold of its log, whatever was undone', () => {
    fc.assert(
      fc.property(fc.array(deed, { maxLength: 20, size: 'max' }), (deeds) => {
        const node = newRuntime()
        doAll(node, deeds)
        const { chain, time, step } = node.settle()
        const entries = entriesSince(null, chain.log)
        const again = fold(entries, time).settle()
        expect(again.step).toBe(step)
        expect(digest(again.chain)).toEqual(digest(chain))
        expect(shapeOf(entriesSince(null, again.chain.log))).toEqual(
          shapeOf(entries),
        )
      }),
      { numRuns: share(500) },
    )
  })

  test('property: a position is within the logs that come from it alone', () => {
    fc.assert(
      fc.property(
        fc.array(deed, { maxLength: 12, size: 'max' }),
        fc.array(deed, { maxLength: 6 }),
        (first, second) => {
          const node = newRuntime()
          doAll(node, first)
          const seen = node.settle()
          const snapshot = node.snapshot()
          const since = { log: seen.chain.log, at: seen.time }
          const isSeen = () =>
            isWithin(since, {
              log: node.settle().chain.log,
              now: node.settle().time,
            })
          doAll(
            node,
            second.filter(({ type }) => type !== 'revert' && type !== 'seek'),
          )
          expect(isSeen()).toBe(true)
          node.revert(snapshot)
          expect(isSeen()).toBe(true)
          if (seen.time === 0) return
          node.seek(seen.time - 1)
          expect(isSeen()).toBe(false)
        },
      ),
      { numRuns: share(300) },
    )
  })

  test('behavior: a fault declared and lifted at one instant is told', () => {
    const node = createMockNode()
    const lift = node.fault({ type: 'null', methods: ['eth_chainId'] })
    void node.provider.request({ method: 'eth_chainId' })
    lift()
    const { faults } = readTimeline(node)
    expect(faults).toEqual([
      {
        fault: { type: 'null', methods: ['eth_chainId'] },
        label: undefined,
        since: 0,
        until: 0,
        requests: 1,
      },
    ])
  })
})

describe('observed', () => {
  test('behavior: a request and an act of the same ms are in order', async () => {
    const node = createMockNode({ accounts: { [alice]: { balance: 9n } } })
    const ask = () =>
      node.provider.request({
        method: 'eth_getBalance',
        params: [alice, 'latest'],
      })
    await ask()
    node.setBalance({ address: alice, value: 7n })
    await ask()
    const snapshot = node.snapshot()
    node.setBalance({ address: alice, value: 5n })
    await ask()
    node.revert(snapshot)
    await ask()
    const seen = node.answeredRequests.map(({ position, outcome }) => [
      position,
      outcome,
    ])
    expect(seen).toEqual([
      [0, { type: 'result', value: '0x9' }],
      [1, { type: 'result', value: '0x7' }],
      [2, { type: 'result', value: '0x5' }],
      [1, { type: 'result', value: '0x7' }],
    ])
  })
})
