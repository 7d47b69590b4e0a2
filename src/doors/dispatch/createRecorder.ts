import type { Runtime } from '../../node/runtime/cell/runtime.js'
import { copyOutcome } from '../../rpc/answers/copyJson.js'
import type { Outcome } from '../../rpc/answers/outcome.js'
import {
  type RequestHistory,
  readAnswered,
} from '../../rpc/answers/requestHistory.js'
import type { Answered } from './answerRequest.js'
import type { Asked } from './dispatcher.js'

/** Keeps how requests ended, and emits it. */
export function createRecorder(runtime: Runtime, history: RequestHistory) {
  return (
    { request, at, entrance }: Asked,
    settledAt: number,
    outcome: Outcome,
    answered?: Answered,
  ): void => {
    const { via } = entrance
    const { method, params } = request
    const reading = outcome.type === 'result' ? answered?.reading : undefined
    const kept = {
      via,
      method,
      params,
      at,
      settledAt,
      outcome:
        answered?.again ??
        (isUnshared(outcome) ? outcome : copyOutcome(outcome)),
      reading,
      faults: answered?.faults ?? none,
    }
    history.add(kept)
    runtime.announcer.announce([
      {
        of: 'answered',
        deliver: () =>
          runtime.listeners.call('answered', () => readAnswered(kept)),
      },
    ])
  }
}

const none: readonly never[] = []

/** Whether it holds nothing that the caller could edit. */
function isUnshared(outcome: Outcome): boolean {
  return outcome.type === 'result' && typeof outcome.value !== 'object'
}
