import type { Chain } from '../chain/chain.js'
import { hideOpen } from '../chain/find.js'
import type { Sending } from '../chain/mempool/sending.js'
import type { FaultId, FaultState } from '../faults/faultState.js'
import { httpBody } from '../faults/httpBody.js'
import {
  countRequest,
  type DecidingFault,
  type Decision,
  decidingAt,
  judge,
  type Past,
  type Stage,
  type Verdict,
} from '../faults/judge.js'
import type { BlockSelector } from '../hex/selector.js'
import { copyJson } from './copyJson.js'
import type { Reading } from './exchanges.js'
import type { Answer, Outcome, RpcError } from './outcome.js'
import {
  type Prepared,
  type PreparedWrite,
  prepare,
  preparedSelector,
  reselect,
} from './prepare.js'
import { prepareWrite, runPrepared } from './runPrepared.js'
import type { View } from './view.js'

export type RpcRequest = {
  readonly method: string
  readonly params: readonly unknown[]
}

/** The outcome of a request, and what the faults made of it. */
export type FaultedAnswer = {
  readonly outcome: Outcome
  /** Makes the same outcome again, where a copy would cost more. */
  readonly again: (() => Outcome) | undefined
  /** Counts the request for the faults that acted, where there are any. */
  readonly count: ((faults: FaultState) => FaultState) | undefined
  /** ms by which the outcome is delayed. */
  readonly delay: number
  /** The `hang` that keeps the request from being answered at all. */
  readonly heldBy: FaultId | undefined
  /** The block that the answer rests on. */
  readonly reading: Reading | undefined
}

/** What a request wants written; that this is done comes before its answer. */
export type Intended = {
  readonly sending: Sending
  /** ms for which its answer waits for the receipt; undefined: not at all. */
  readonly wait: number | undefined
  /** The answer of the request, given that of the write. */
  readonly conclude: (answer: Answer) => FaultedAnswer
}

/** Answers a request from one instant of the node, as far as faults allow. */
export function answer(
  view: View,
  faults: FaultState,
  request: RpcRequest,
  read: (past: Past) => Chain,
): FaultedAnswer | Intended {
  const prepared = prepare(view, request.method, request.params)
  if (faults.active.length === 0)
    return prepared.type === 'write'
      ? intended(view, prepared, unaffected)
      : answered(view, prepared)

  const verdict = judge(faults, {
    method: request.method,
    reads: prepared.reads,
    block: preparedSelector(prepared),
    now: view.now,
  })
  const asked = decidingAt(verdict, 'asked')
  if (asked !== undefined) return refused(verdict, 'asked', asked)
  const parsed = parsedStage(prepared)
  const decision = decidingAt(verdict, parsed)
  if (decision !== undefined) return refused(verdict, parsed, decision)
  if (prepared.type === 'write')
    return intended(view, prepared, (outcome) =>
      concluded(unaffected(outcome), verdict, stageOf(outcome)),
    )

  const { past, skew } = verdict
  const from = past === undefined ? view : { ...view, chain: read(past) }
  const end =
    skew === undefined
      ? answered(from, prepared)
      : answered(reviewed(from, prepared, skew), reselect(prepared, skew))
  const reached = prepared.type === 'refused' ? parsed : stageOf(end.outcome)
  const isZeroed = verdict.zero && reached === 'notFound'
  const ran: FaultedAnswer = isZeroed ? { ...end, outcome: zero } : end
  return concluded(ran, verdict, isZeroed ? 'zeroed' : reached)
}

/** What the faults make of what ran. */
function concluded(
  ran: FaultedAnswer,
  verdict: Verdict,
  stage: Stage,
): FaultedAnswer {
  const replaced = decidingAt(verdict, stage)
  if (replaced !== undefined)
    return refused(verdict, stage, replaced, ran.outcome)
  return {
    ...ran,
    delay: verdict.delay,
    count: (state) => countRequest(state, verdict, stage),
  }
}

/** Hands on what is to be written, unless there is nothing to write. */
function intended(
  view: View,
  prepared: PreparedWrite,
  conclude: Intended['conclude'],
): FaultedAnswer | Intended {
  const write = prepareWrite(view, prepared)
  return write.type === 'error'
    ? conclude(write)
    : { sending: write.sending, wait: write.wait, conclude }
}

function unaffected(
  outcome: Outcome,
  again?: () => Outcome,
  reading?: Reading,
): FaultedAnswer {
  return {
    outcome,
    again,
    count: undefined,
    delay: 0,
    heldBy: undefined,
    reading,
  }
}

const zero: Outcome = { type: 'result', value: '0x0' }

/** Look-ups by hash skip the hidden block. */
function reviewed(view: View, prepared: Prepared, to: BlockSelector): View {
  return prepared.reads === 'transaction' && to !== 'pending'
    ? { ...view, chain: hideOpen(view.chain) }
    : view
}

function stageOf(outcome: Outcome): Stage {
  if (outcome.type !== 'error') return 'answered'
  return outcome.error.code === -32001 ? 'notFound' : 'failed'
}

function parsedStage(prepared: Prepared): Stage {
  if (prepared.type !== 'refused') return 'parsed'
  return prepared.error.code === -32601 ? 'unknown' : 'malformed'
}

function answered(
  view: View,
  prepared: Exclude<Prepared, PreparedWrite>,
): FaultedAnswer {
  const outcome = runPrepared(view, prepared)
  const { selector } = prepared
  return unaffected(
    outcome,
    prepared.type === 'builtIn' &&
      prepared.reads !== 'nothing' &&
      isObject(outcome)
      ? () => runPrepared(view, prepared)
      : undefined,
    selector === undefined ? undefined : { chain: view.chain, selector },
  )
}

function isObject(outcome: Outcome): boolean {
  return outcome.type === 'result' && typeof outcome.value === 'object'
}

function refused(
  verdict: Verdict,
  stage: Stage,
  { fault, id }: Decision,
  ran?: Outcome,
): FaultedAnswer {
  return {
    outcome: outcomeOf(fault, ran),
    again: undefined,
    count: (state) => countRequest(state, verdict, stage),
    delay: verdict.delay,
    heldBy: fault.type === 'hang' ? id : undefined,
    reading: undefined,
  }
}

function defaultBody(status: number): string | RpcError {
  const error = httpBody(status)
  return error === undefined ? '' : { ...error }
}

/** What a deciding fault answers, in place of what ran, if anything did. */
export function outcomeOf(fault: DecidingFault, ran?: Outcome): Outcome {
  switch (fault.type) {
    case 'http':
      return {
        type: 'http',
        status: fault.status,
        body: fault.body ?? defaultBody(fault.status),
        headers: { ...fault.headers },
      }
    case 'rpc':
      return {
        type: 'error',
        error: {
          code: fault.code,
          message: fault.message,
          ...(fault.data !== undefined && {
            data: copyJson(fault.data, 'data', 'any'),
          }),
        },
      }
    case 'null':
      return withValue(ran, () => null)
    case 'network':
    case 'lost':
    case 'hang':
      return { type: 'network' }
  }
}

/** What a handler promised may still be an error, which stays one. */
function withValue(
  ran: Outcome | undefined,
  replace: (value: unknown) => unknown,
): Outcome {
  const value = ran?.type === 'result' ? ran.value : undefined
  return {
    type: 'result',
    value: value instanceof Promise ? value.then(replace) : replace(value),
  }
}
