import { beforeEach, describe, expect, test, vi } from 'vitest'
import { createTimeSource } from '../../src/base/clock/timeSource.js'
import { preconfirm } from '../../src/chain/admission/preconfirm.js'
import type { Chain } from '../../src/chain/blocks/chain.js'
import { beat } from '../../src/chain/intents/beat.js'
import { nativeEngine } from '../../src/engine/natives/createNatives.js'
import { noFaults } from '../../src/node/faults/faultState.js'
import { createChain } from '../../src/node/options/firstChain.js'
import {
  createRuntime,
  guardEngine,
} from '../../src/node/runtime/createRuntime.js'
import { nextInstant, play } from '../../src/node/runtime/play/play.js'
import {
  addState,
  type NodeState,
  noPlan,
} from '../../src/node/runtime/state/nodeState.js'
import { ruleActs } from '../../src/node/runtime/steps/rules.js'
import { transactionActs } from '../../src/node/runtime/steps/transactions.js'
import { config } from '../chain/config.js'
import { alice, bob, day, ether } from './actors.js'

// What a node keeps to go back to shows in this call alone.
vi.mock('../../src/node/runtime/state/nodeState.js', async (load) => {
  const state =
    await load<typeof import('../../src/node/runtime/state/nodeState.js')>()
  return { ...state, addState: vi.fn(state.addState) }
})

beforeEach(() => {
  vi.mocked(addState).mockClear()
})

const cadence = { blockTime: 2_000, preconfirmationTime: 200 }

/** A node over a chain, without the verbs and doors around it. */
function bareNode(chain: Chain) {
  const source = createTimeSource('virtual')
  return createRuntime({
    chain,
    faults: noFaults(),
    cadence,
    sealing: 'timed',
    script: [],
    source,
    execution: guardEngine(nativeEngine),
  })
}

const idle = () =>
  createChain(
    { ...config, initialBaseFeePerGas: 1_000n, minBaseFeePerGas: 1_000n },
    { [alice]: { balance: ether } },
  )

/**
 * A chain on which a transaction waits for a base fee that never comes, and has
 * missed a beat.
 */
const waiting = () =>
  beat(preconfirm(idle(), { from: alice, to: bob, maxFeePerGas: 1n }).chain)
    .chain

describe('growth', () => {
  test.each([
    ['nobody listens', idle, false],
    ['somebody listens', idle, true],
    ['a transaction waits', waiting, false],
    ['a transaction waits and somebody listens', waiting, true],
  ])('behavior: idle blocks in strides of 2 s: %s', (_, start, isWatched) => {
    const node = bareNode(start())
    let sealed = 0
    if (isWatched)
      node.listeners.on('sealed', () => {
        sealed++
      })
    node.move('advance', 2_000)
    const { depth } = node.settle().chain.sealed
    const blocks = 400
    for (let k = 1; k < blocks; k++) node.move('advance', 2_000)
    const { chain, time } = node.settle()
    expect(time).toBe(blocks * 2_000)
    expect(chain.sealed.depth).toBe(depth)
    expect(chain.sealed.value.count).toBe(blocks)
    expect(sealed).toBe(isWatched ? blocks : 0)
    expect(addState).not.toHaveBeenCalled()
  })

  test('behavior: neither by reading, setting the same, nor lifting faults', () => {
    const node = bareNode(idle())
    node.move('advance', 2_000)
    const { depth } = node.settle().chain.sealed
    for (let k = 0; k < 100; k++) {
      node.apply(ruleActs.lift, { label: 'none' })
      node.snapshot()
      node.move('advance', 2_000)
    }
    expect(node.settle().chain.sealed.depth).toBe(depth)
  })

  test.each([
    ['nobody listens', idle, 'nothing', 0],
    ['somebody listens to blocks', idle, 'blocks', 2_000],
    ['somebody listens to beats', idle, 'beats', 200],
    ['a transaction waits', waiting, 'nothing', 0],
    ['a transaction waits and somebody listens', waiting, 'beats', 200],
  ] as const)(
    'behavior: no instant of it is recorded: %s',
    (_, start, watched, apart) => {
      const chain = start()
      let state: NodeState = {
        time: 0,
        openedAt: 0,
        openedBeat: 0,
        boundaries: 0,
        cadence,
        sealing: 'timed',
        plan: noPlan,
        chain,
        faults: noFaults(),
        step: 0,
      }
      const instants: number[] = []
      for (let k = 0; k < 50; k++) {
        const at = nextInstant(state, [], watched)
        if (at === Number.POSITIVE_INFINITY) break
        const played = play(state, [], at)
        expect(played.isIdle).toBe(true)
        state = played.state
        expect(state.chain.log).toBe(null)
        instants.push(at)
      }
      expect(instants).toEqual(
        Array.from({ length: apart && 50 }, (_, k) => (k + 1) * apart),
      )
    },
  )

  test('behavior: what happens is one link each, whatever idles between', () => {
    const node = bareNode(idle())
    for (let k = 0; k < 10; k++) {
      node.apply(transactionActs.preconfirm, { from: alice, to: bob })
      node.move('advance', day)
    }
    // Each was queued, pre-confirmed and sealed.
    expect(addState).toHaveBeenCalledTimes(30)
    // Genesis, then per transaction its block and the idle ones after it.
    expect(node.settle().chain.sealed.depth).toBe(20)
  })
})
