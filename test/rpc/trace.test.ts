import { describe, expect, test } from 'vitest'
import { type Hex, zeroHash } from '../../src/base/hex/hex.js'
import { blockEnvironment } from '../../src/chain/blocks/contentAt.js'
import type {
  ObservedFrame,
  Observer,
  Step,
} from '../../src/engine/observer.js'
import {
  createTracer,
  defaultTrace,
  type TraceConfig,
  type Traced,
} from '../../src/rpc/trace/createTracer.js'
import { createTraceBudget } from '../../src/rpc/trace/traceBudget.js'
import { config } from '../chain/config.js'

const megabyte: Hex = `0x${'00'.repeat(1_000_000)}`
const zero: Hex = `0x${'0'.repeat(40)}`

const frame: ObservedFrame = {
  type: 'CALL',
  from: zero,
  to: zero,
  value: 0n,
  input: () => megabyte,
  gas: 0n,
  depth: 0,
}

const step: Step = {
  pc: 0,
  opcode: 0x5b,
  name: 'JUMPDEST',
  gas: 0n,
  depth: 0,
  address: zero,
  refund: 0n,
  stack: () => [],
  peek: () => undefined,
  memory: () => megabyte,
  returnData: () => megabyte,
  slot: () => `0x${'0'.repeat(64)}`,
}

const block = blockEnvironment(config, {
  number: 1n,
  timestamp: 0n,
  gasLimit: 0n,
  baseFeePerGas: 0n,
  miner: zero,
  mixHash: zeroHash,
  hashOf: () => zeroHash,
})
const traced: Traced = {
  block,
  firstLogIndex: 0,
  place: {
    blockHash: null,
    blockNumber: 1,
    transactionHash: null,
    transactionPosition: 0,
  },
}

/** How often it may be told of this until it holds too much. */
function timesTold(
  config: Partial<TraceConfig>,
  tell: (observer: Observer) => void,
  most = 1_000,
): number {
  const whole = { ...defaultTrace, ...config }
  const budget = createTraceBudget(400_000)
  const { observer } = createTracer(whole, traced, budget)
  observer.enter?.({ ...frame, input: () => '0x' })
  for (let times = 0; times < most; times++)
    try {
      tell(observer)
    } catch (error) {
      expect([error, budget.isSpent()]).toEqual([expect.any(RangeError), true])
      return times
    }
  expect(budget.isSpent()).toBe(false)
  return most
}

const call = (observer: Observer) => {
  observer.enter?.(frame)
  observer.exit?.({ output: '0x', gasUsed: 0n })
}
const { ofCalls, ofSteps } = defaultTrace

describe('a trace that could fill memory went on to the last gas', () => {
  test('calls with large inputs end with the budget', () => {
    expect(timesTold({ tracer: 'callTracer' }, call)).toBe(12)
  })

  test('calls with large outputs', () => {
    const told = timesTold({ tracer: 'callTracer' }, (observer) => {
      observer.enter?.({ ...frame, input: () => '0x' })
      observer.exit?.({ output: megabyte, gasUsed: 0n })
    })
    expect(told).toBe(12)
  })

  test('the call itself alone reads nothing of those within', () => {
    const onlyTop = { ...ofCalls, onlyTopCall: true }
    expect(timesTold({ tracer: 'callTracer', ofCalls: onlyTop }, call)).toBe(
      1_000,
    )
  })

  test('logs', () => {
    const withLog = { ...ofCalls, withLog: true }
    const told = timesTold(
      { tracer: 'callTracer', ofCalls: withLog },
      ({ log }) => log?.({ address: zero, topics: [], data: megabyte }),
    )
    expect(told).toBe(12)
  })

  test.each(['enableMemory', 'enableReturnData'] as const)(
    'steps with %s',
    (name) => {
      const shown = { ...ofSteps, [name]: true }
      const told = timesTold({ ofSteps: shown }, (observer) => {
        observer.step?.(step)
      })
      expect(told).toBe(12)
    },
  )

  test('steps that show little are many', () => {
    const told = timesTold(
      {},
      (observer) => {
        observer.step?.(step)
      },
      200_000,
    )
    expect(told).toBe(100_000)
  })

  test('calls in one list end as those in a tree do', () => {
    expect(timesTold({ tracer: 'flatCallTracer' }, call)).toBe(12)
  })
})
