import {
  addFault,
  type FaultState,
  noFaults,
} from '../../../src/node/faults/faultState.js'
import type { Stage } from '../../../src/node/faults/faultType.js'
import type {
  Fault,
  RequestFault,
} from '../../../src/node/faults/faultTypes.js'
import {
  countRequest,
  decidingAt,
  type JudgedRequest,
  judgeRequest,
} from '../../../src/node/faults/judge.js'

export const method = 'eth_getBalance'
export const rpc: RequestFault = { type: 'rpc', code: -32000, message: 'rpc' }
export const http: RequestFault = { type: 'http', status: 503 }

export function declare(faults: Fault[]) {
  return faults.reduce(
    (state, fault) => addFault(state, fault).state,
    noFaults(),
  )
}

type Asked = Partial<JudgedRequest> & {
  /** How the request would end by itself. */
  ends?: 'malformed' | 'unknown' | 'failed' | 'answered'
}

/** One request, taken as far as its faults let it. */
export function ask(
  state: FaultState,
  { ends = 'answered', ...request }: Asked = {},
): { answer: string; delay: number; stale: number; state: FaultState } {
  const verdict = judgeRequest(state, {
    method,
    reads: 'block',
    block: ends === 'malformed' ? undefined : 'pending',
    now: 0,
    ...request,
  })
  const stages: Stage[] =
    ends === 'malformed' || ends === 'unknown'
      ? ['asked', ends]
      : ['asked', 'parsed', ends]
  const reached = stages.find((stage) => decidingAt(verdict, stage)) ?? ends
  const { fault } = decidingAt(verdict, reached) ?? {}
  return {
    answer: fault?.type ?? ends,
    delay: verdict.delay,
    stale: verdict.past && 'beats' in verdict.past ? verdict.past.beats : 0,
    state: countRequest(state, verdict, reached),
  }
}

/** The answers to equal requests, one after the other. */
export function answers(
  start: FaultState,
  times: number,
  asked?: Asked,
): string[] {
  let state = start
  return Array.from({ length: times }, () => {
    const { answer, state: next } = ask(state, asked)
    state = next
    return answer
  })
}

export function counters({ active }: FaultState) {
  return active.map(({ passed, affected }) => ({ passed, affected }))
}
