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
  notSupported,
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
}

/**
 * The outcome of a request after the faults. It is written field by field: a
 * spread costs more than the request.
 */
export type Answered = {
  readonly outcome: Outcome
  /** Makes the same outcome again, if a copy would cost more. */
  readonly again: (() => Outcome) | undefined
  /** Counts the request for the faults that acted, if there are any. */
  readonly count: ((faults: FaultState) => FaultState) | undefined
  /** The faults that acted. */
  readonly rules: readonly FaultId[]
  /** The position in the chain's log at which it was answered. */
  readonly position: number
  /** ms by which the outcome is delayed. */
  readonly delay: number
  /** The fault that keeps the request from being answered at all. */
  readonly heldBy: FaultId | undefined
  /** The block that the answer rests on. */
  readonly reading: Reading | undefined
}

/** What a run says, before any fault. */
type Ran = Pick<Answered, 'outcome' | 'again' | 'reading'>

/** The means of a request beyond its view. */
type Context = {
  /** The name of the endpoint that was asked, if it has one. */
  readonly endpoint: string | undefined
  /** The position in the chain's log at which it is answered. */
  readonly position: number
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
  { endpoint, position, read, write }: Context,
): Answered {
  const prepared = prepare(view, request.method, request.params)
  const verdict = judgeRequest(faults, {
    method: request.method,
    endpoint,
    reads: prepared.reads,
    block: preparedSelector(prepared),
    now: view.now,
  })

  const asked = decidingAt(verdict, 'asked')
  if (asked !== undefined) return decided(verdict, 'asked', asked, position)
  const parsed = parsedStage(prepared)
  const early = decidingAt(verdict, parsed)
  if (early !== undefined) return decided(verdict, parsed, early, position)

  const ran =
    prepared.type === 'write'
      ? { outcome: write(prepared), again: undefined, reading: undefined }
      : run(view, prepared, verdict, read)
  const reached = prepared.type === 'refused' ? parsed : ranStage(ran.outcome)
  const isZeroed =
    verdict.zero && reached === 'notFound' && prepared.type !== 'write'
  const stage = isZeroed ? 'zeroed' : reached
  const outcome = isZeroed ? zero : ran.outcome
  const late = decidingAt(verdict, stage)
  if (late !== undefined)
    return decided(verdict, stage, late, position, outcome)
  return {
    outcome,
    again: ran.again,
    count: countAt(verdict, stage),
    rules: rulesAt(verdict, stage),
    position,
    delay: verdict.delay,
    heldBy: undefined,
    reading: ran.reading,
  }
}

const zero: Outcome = { type: 'result', value: '0x0' }

/** The stage it reaches before it runs. */
function parsedStage(prepared: Prepared): Stage {
  if (prepared.type !== 'refused') return 'parsed'
  const { code } = prepared.error
  return code === -32601 || code === notSupported ? 'unknown' : 'malformed'
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
  read: Context['read'],
): Ran {
  const then = past === undefined ? now : { ...now, chain: read(past) }
  const view = skew === undefined ? then : skewed(then, asked, skew)
  const prepared = skew === undefined ? asked : reselect(asked, skew)
  const outcome = runPrepared(view, prepared)
  const { selector } = prepared
  return {
    outcome,
    again:
      prepared.type === 'builtIn' &&
      prepared.reads !== 'nothing' &&
      isObject(outcome)
        ? () => runPrepared(view, prepared)
        : undefined,
    reading:
      selector === undefined
        ? undefined
        : {
            chain: view.chain,
            selector,
            isOfState: prepared.reads === 'state',
          },
  }
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

/** A fault answers instead, or holds the answer. */
function decided(
  verdict: Verdict,
  stage: Stage,
  decision: Decision,
  position: number,
  ran?: Outcome,
): Answered {
  return {
    outcome: answerOf(decision.fault, ran) ?? { type: 'network' },
    again: undefined,
    count: countAt(verdict, stage),
    rules: rulesAt(verdict, stage),
    position,
    delay: verdict.delay,
    heldBy: isHolding(decision) ? decision.id : undefined,
    reading: undefined,
  }
}

function countAt(verdict: Verdict, stage: Stage): Answered['count'] {
  return verdict.touched.length === 0
    ? undefined
    : (faults) => countRequest(faults, verdict, stage)
}

function rulesAt(verdict: Verdict, stage: Stage): readonly FaultId[] {
  return verdict.touched.length === 0 ? none : actingAt(verdict, stage)
}

const none: readonly never[] = []
