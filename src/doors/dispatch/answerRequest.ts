import { type BlockSelector, parseStateSelector } from '../../base/hex/parse.js'
import type { Chain } from '../../chain/blocks/chain.js'
import { hideOpen, namesOpen } from '../../chain/lookup/find.js'
import type { FaultId, FaultState } from '../../node/faults/faultState.js'
import type { Past, Stage } from '../../node/faults/faultType.js'
import { answerOf } from '../../node/faults/faultTypes.js'
import {
  actingAt,
  countRequest,
  type Decision,
  decidingAt,
  isHolding,
  judgeRequest,
  type Verdict,
} from '../../node/faults/judge.js'
import type { Reading } from '../../rpc/answers/answeredRequest.js'
import type { Answer, Outcome } from '../../rpc/answers/outcome.js'
import {
  type Prepared,
  type PreparedWrite,
  prepare,
  preparedSelector,
  reselect,
  runPrepared,
} from '../../rpc/request.js'
import type { View } from '../../rpc/view/view.js'

export type RpcRequest = {
  readonly method: string
  readonly params: readonly unknown[]
  /** The name of the endpoint that was asked, if it has one. */
  readonly endpoint?: string | undefined
}

/** The outcome of a request after the faults. */
export type Answered = {
  readonly outcome: Outcome
  /** Makes the same outcome again, if a copy would cost more. */
  readonly again: (() => Outcome) | undefined
  /** Counts the request for the faults that acted, if there are any. */
  readonly count: ((faults: FaultState) => FaultState) | undefined
  /** The faults that acted. */
  readonly rules?: readonly FaultId[]
  /** The position in the chain's log at which it was answered. */
  readonly position?: number
  /** ms by which the outcome is delayed. */
  readonly delay: number
  /** The fault that keeps the request from being answered at all. */
  readonly heldBy: FaultId | undefined
  /** The block that the answer rests on. */
  readonly reading: Reading | undefined
}

/** The means of a request beyond its view. */
type Reach = {
  /** The chain as it was. */
  readonly read: (past: Past) => Chain
  /** Performs a write at once; never throws. */
  readonly write: (prepared: PreparedWrite) => Answer
}

/**
 * Answers a request from one instant of the node. Faults may answer instead,
 * before it runs or after; a write that happened by then stays.
 */
export function answerRequest(
  view: View,
  faults: FaultState,
  request: RpcRequest,
  { read, write }: Reach,
): Answered {
  const prepared = prepare(view, request.method, request.params)
  const verdict = judgeRequest(faults, {
    method: request.method,
    endpoint: request.endpoint,
    reads: prepared.reads,
    block: preparedSelector(prepared),
    now: view.now,
  })

  const asked = decidingAt(verdict, 'asked')
  if (asked !== undefined) return decided(verdict, 'asked', asked)
  const parsed = parsedStage(prepared)
  const early = decidingAt(verdict, parsed)
  if (early !== undefined) return decided(verdict, parsed, early)

  const ran =
    prepared.type === 'write'
      ? answered(write(prepared))
      : run(view, prepared, verdict, read)
  const reached = prepared.type === 'refused' ? parsed : ranStage(ran.outcome)
  const isZeroed =
    verdict.zero && reached === 'notFound' && prepared.type !== 'write'
  const stage = isZeroed ? 'zeroed' : reached
  const outcome = isZeroed ? zero : ran.outcome
  const late = decidingAt(verdict, stage)
  if (late !== undefined) return decided(verdict, stage, late, outcome)
  const { delay } = verdict
  return { ...ran, outcome, delay, ...actedAt(verdict, stage) }
}

const zero: Outcome = { type: 'result', value: '0x0' }

/** The stage it reaches before it runs. */
function parsedStage(prepared: Prepared): Stage {
  if (prepared.type !== 'refused') return 'parsed'
  return prepared.error.code === -32601 ? 'unknown' : 'malformed'
}

function ranStage(outcome: Outcome): Stage {
  if (outcome.type !== 'error') return 'answered'
  return outcome.error.code === -32001 ? 'notFound' : 'failed'
}

/** Runs a read, on the chain and the block that the faults choose. */
function run(
  now: View,
  asked: Exclude<Prepared, PreparedWrite>,
  { past, skew }: Verdict,
  read: Reach['read'],
): Answered {
  const then = past === undefined ? now : { ...now, chain: read(past) }
  const view = skew === undefined ? then : skewed(then, asked, skew)
  const prepared = skew === undefined ? asked : reselect(asked, skew)
  const outcome = runPrepared(view, prepared)
  const { selector } = prepared
  return answered(
    outcome,
    prepared.type === 'builtIn' &&
      prepared.reads !== 'nothing' &&
      isObject(outcome)
      ? () => runPrepared(view, prepared)
      : undefined,
    selector === undefined
      ? undefined
      : { chain: view.chain, selector, isOfState: prepared.reads === 'state' },
  )
}

/** Look-ups by hash skip the hidden block. */
function skewed(view: View, prepared: Prepared, to: BlockSelector): View {
  const selector = parseStateSelector(to)
  const isHidden = !(selector.ok && namesOpen(view.chain, selector.value))
  return prepared.reads === 'transaction' && isHidden
    ? { ...view, chain: hideOpen(view.chain) }
    : view
}

function isObject(outcome: Outcome): boolean {
  return outcome.type === 'result' && typeof outcome.value === 'object'
}

/** The outcome of a run, before any fault. */
function answered(
  outcome: Outcome,
  again?: () => Outcome,
  reading?: Reading,
): Answered {
  return {
    outcome,
    again,
    count: undefined,
    delay: 0,
    heldBy: undefined,
    reading,
  }
}

/** A fault answers instead, or holds the answer. */
function decided(
  verdict: Verdict,
  stage: Stage,
  decision: Decision,
  ran?: Outcome,
): Answered {
  return {
    outcome: answerOf(decision.fault, ran) ?? { type: 'network' },
    again: undefined,
    ...actedAt(verdict, stage),
    delay: verdict.delay,
    heldBy: isHolding(decision) ? decision.id : undefined,
    reading: undefined,
  }
}

function actedAt(
  verdict: Verdict,
  stage: Stage,
): Pick<Answered, 'count' | 'rules'> {
  return verdict.touched.length === 0
    ? { count: undefined }
    : {
        count: (faults) => countRequest(faults, verdict, stage),
        rules: actingAt(verdict, stage),
      }
}
