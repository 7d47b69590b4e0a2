import type { Runtime } from '../../node/runtime/cell/runtime.js'
import { copyOutcome } from '../../rpc/answers/copyJson.js'
import {
  type RequestHistory,
  readAnswered,
} from '../../rpc/answers/exchanges.js'
import type { Outcome } from '../../rpc/answers/outcome.js'
import type { Answered } from './answerRequest.js'
import type { Asked } from './dispatcher.js'

/** Keeps how requests ended, and emits it. */
export function createRecorder(runtime: Runtime, exchanges: RequestHistory) {
  return (
    { request, at, entrance }: Asked,
    settledAt: number,
    outcome: Outcome,
    answered?: Answered,
  ): void => {
    const { via } = entrance
    const { method, params } = request
    const kept =
      answered?.again ?? (isUnshared(outcome) ? outcome : copyOutcome(outcome))
    const reading = outcome.type === 'result' ? answered?.reading : undefined
    const exchange = {
      via,
      method,
      params,
      at,
      settledAt,
      outcome: kept,
      reading,
      faults: answered?.faults ?? none,
    }
    exchanges.add(exchange)
    runtime.announcer.announce([
      () => runtime.listeners.call('answered', () => readAnswered(exchange)),
    ])
  }
}

const none: readonly never[] = []

/** Whether it holds nothing that the caller could edit. */
function isUnshared(outcome: Outcome): boolean {
  return outcome.type === 'result' && typeof outcome.value !== 'object'
}
