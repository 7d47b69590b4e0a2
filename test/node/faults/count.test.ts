import { describe, expect, test } from 'vitest'
import type { Fault } from '../../../src/node/faults/faultTypes.js'
import { decidingAt, judgeRequest } from '../../../src/node/faults/judge.js'
import { answers, ask, counters, declare, http, method, rpc } from './ask.js'

describe('decidingAt and count', () => {
  const ends = ['malformed', 'unknown', 'failed', 'answered'] as const
  const over = (fault: Fault) =>
    ends.map((end) => ask(declare([fault]), { ends: end }).answer)

  test('http, network and hang answer before parameters are looked at', () => {
    const before: Fault[] = [http, { type: 'network' }, { type: 'hold' }]
    for (const fault of before) {
      expect(over(fault)).toEqual(ends.map(() => fault.type))
      const verdict = judgeRequest(declare([fault]), {
        method,
        reads: 'block',
        block: undefined,
        now: 0,
      })
      expect(decidingAt(verdict, 'asked')?.fault).toBe(fault)
    }
  })

  test('`rpc`: bad parameters still say so, an unknown method is answered', () => {
    expect(over(rpc)).toEqual(['malformed', 'rpc', 'rpc', 'rpc'])
  })

  test('`null` replaces the value after the method ran, so bad parameters still say so', () => {
    expect(over({ type: 'null' })).toEqual([
      'malformed',
      'unknown',
      'failed',
      'null',
    ])
  })

  test('only a fault that acted is counted', () => {
    const acted = (fault: Fault) =>
      ends.map(
        (end) =>
          counters(ask(declare([fault]), { ends: end }).state)[0]?.affected,
      )
    expect({
      http: acted(http),
      delay: acted({ type: 'delay', ms: 1 }),
      rpc: acted(rpc),
      stale: acted({ type: 'stale', beats: 1 }),
      null: acted({ type: 'null' }),
    }).toEqual({
      http: [1, 1, 1, 1],
      delay: [1, 1, 1, 1],
      rpc: [0, 1, 1, 1],
      stale: [0, 0, 1, 1],
      null: [0, 0, 0, 1],
    })
  })

  test('only a request on which the fault would have acted is let through', () => {
    const start = declare([{ ...rpc, skip: 1, times: 1 }])
    const { state } = ask(start, { ends: 'malformed' })
    expect(answers(state, 3)).toEqual(['answered', 'rpc', 'answered'])
  })

  test('a fault behind the deciding one is neither counted nor let through', () => {
    const state = declare([
      { ...http, times: 1 },
      { ...rpc, skip: 1 },
    ])
    expect(answers(state, 3)).toEqual(['http', 'answered', 'rpc'])
  })

  test('a delay counts where another fault answers', () => {
    const { state } = ask(declare([{ type: 'delay', ms: 9 }, http]))
    expect(counters(state)).toEqual([
      { passed: 0, affected: 1 },
      { passed: 0, affected: 1 },
    ])
  })

  test('a stale chain that nobody read is not counted', () => {
    const { state } = ask(declare([{ type: 'stale', beats: 9 }, rpc]))
    expect(counters(state)).toEqual([
      { passed: 0, affected: 0 },
      { passed: 0, affected: 1 },
    ])
  })
})
