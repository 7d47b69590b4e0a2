import { describe, expect, test } from 'vitest'
import type { Fault } from '../../../src/node/faults/faultTypes.js'
import { answers, ask, counters, declare, http, rpc } from './ask.js'

describe('decidingAt and count', () => {
  const ends = ['malformed', 'unknown', 'failed', 'answered'] as const
  const over = (fault: Fault) =>
    ends.map((end) => ask(declare([fault]), { ends: end }).answer)

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
