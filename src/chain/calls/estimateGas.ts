import { zeroAddress } from '../../base/hex/hex.js'
import type { Execution } from '../../engine/engine.js'
import {
  gasCapOf,
  intrinsicGas,
  lower,
  mostExecutionGas,
  transferGas,
} from '../../engine/gas.js'
import { stateReader } from '../execution/executeMessage.js'
import { readBalance } from '../model/state.js'
import {
  blobCost,
  type CallRefusal,
  type CallRequest,
  isRefusal,
  priceOf,
  refusal,
} from './callRequest.js'
import { type CallContext, type CallRun, runCall } from './runCall.js'

export type Estimate = { readonly type: 'estimate'; readonly gas: bigint }

/** Given to the receiver of a call that moves value. */
const stipend = 2_300n

/**
 * The gas that a transaction needs: the least with which it succeeds, or up to
 * 1.5 % more, as geth searches for it; or how it fails with all there is.
 */
export function estimateGas(
  context: CallContext,
  request: CallRequest,
): Estimate | CallRun | CallRefusal {
  const allowed = allowance(context, request)
  if (typeof allowed !== 'bigint') return allowed
  // Beyond that, gas pays for state alone, and hides how much is spare.
  const executed = lower(allowed, mostExecutionGas)
  if (context.block.hardfork === 'amsterdam' && executed < allowed) {
    const asked = estimateUpTo(context, request, executed)
    if (asked.type === 'estimate') return asked
  }
  return estimateUpTo(context, request, allowed)
}

function estimateUpTo(
  context: CallContext,
  request: CallRequest,
  allowed: bigint,
): Estimate | CallRun | CallRefusal {
  const attempt = (gas: bigint) => runCall(context, request, gas)
  if (isPlainTransfer(context, request)) {
    const { from = zeroAddress, to = null, value, data } = request
    const least = intrinsicGas(
      { from, to, value, data, accessList: [], authorizationList: [] },
      context.block,
    )
    if (isSuccess(attempt(least))) return estimate(least)
  }
  const first = attempt(allowed)
  if (isRefusal(first))
    return first.kind === 'intrinsicGas'
      ? exceeds(allowed)
      : wrap(first, allowed)
  const { execution } = first
  if (execution.status !== 'success')
    return execution.halt === 'out of gas' ? exceeds(allowed) : first
  // If gas is bought, less of it leaves the sender more to be looked at.
  const isFree = priceOf(request, context.block).feeCap === 0n
  const leastGas = isFree ? execution.leastGas : undefined
  return search(attempt, { ...execution, leastGas }, allowed)
}

/**
 * The gas used is nearly always enough. It is too little if refunds or the gas
 * that callers keep back hide more; then halving finds it. If the gas used
 * differs, a call within failed and nobody said so. An engine that knows the
 * least gas is asked once: the search then finds the same.
 */
function search(
  attempt: (gas: bigint) => CallRun | CallRefusal,
  { gasUsed: used, refund = 0n, leastGas }: Execution,
  allowed: bigint,
): Estimate {
  /** More than that is enough, too, and less than that is not. */
  let known = { tooLittle: used, enough: allowed }
  const isEnough = (gas: bigint): boolean => {
    if (leastGas !== undefined) return gas >= leastGas
    if (gas >= known.enough) return true
    if (gas <= known.tooLittle) return false
    const run = isSuccess(attempt(gas))
    known = { ...known, [run ? 'enough' : 'tooLittle']: gas }
    return run
  }
  // A refund was spent before it came back.
  if (leastGas !== undefined) {
    if (refund === 0n && used >= leastGas) return estimate(used)
  } else if (refund === 0n) {
    const exact = attempt(used)
    if (isSuccess(exact)) {
      if (exact.execution.gasUsed === used) return estimate(used)
      known = { ...known, enough: used }
    }
  } else isEnough(used + refund)
  // As geth guesses, which saves most of the halving. If the guess before was
  // enough, this one is known to be.
  isEnough(((used + refund + stipend) * 64n) / 63n)

  let tooLittle = used
  let enough = allowed
  // Before a refund, which is at most a fifth of it, more was used.
  const likely = (((used * 5n) / 4n + stipend) * 64n) / 63n
  if (likely < enough) {
    if (isEnough(likely)) enough = likely
    else tooLittle = likely
  }
  while (
    tooLittle + 1n < enough &&
    (enough - tooLittle) * 1_000n >= enough * 15n
  ) {
    const middle = (tooLittle + enough) / 2n
    const next = middle > tooLittle * 2n ? tooLittle * 2n : middle
    if (isEnough(next)) enough = next
    else tooLittle = next
  }
  return estimate(enough)
}

/** The most gas that the block, the sender's funds and the node allow. */
function allowance(
  { config, state, block }: CallContext,
  request: CallRequest,
): bigint | CallRefusal {
  const { gas, value, from = zeroAddress } = request
  const { gasLimit } = block
  const wanted = gas !== undefined && gas >= transferGas ? gas : gasLimit
  let most = lower(wanted, gasCapOf(block) ?? wanted)
  const price = priceOf(request, block)
  if (price.feeCap > 0n) {
    const balance = readBalance(state, from)
    if (value > 0n && value >= balance)
      return refusal('request', 'insufficient funds for transfer')
    const blobs = blobCost(request, price.blobFeeCap)
    if (blobs > 0n && blobs >= balance - value)
      return refusal('request', 'insufficient funds for gas * price + value')
    most = lower(most, (balance - value - blobs) / price.feeCap)
  }
  return lower(most, config.calls.gasLimit)
}

function isPlainTransfer(
  { config, state }: CallContext,
  { to, data }: CallRequest,
): boolean {
  return (
    data === '0x' &&
    to !== undefined &&
    stateReader(config, state).code(to) === '0x'
  )
}

function isSuccess(run: CallRun | CallRefusal): run is CallRun {
  return run.type === 'run' && run.execution.status === 'success'
}

function estimate(gas: bigint): Estimate {
  return { type: 'estimate', gas }
}

function exceeds(allowed: bigint): CallRefusal {
  return refusal('request', `gas required exceeds allowance (${allowed})`)
}

function wrap({ kind, reason }: CallRefusal, gas: bigint): CallRefusal {
  return kind === 'request'
    ? refusal(kind, reason)
    : refusal('request', `failed with ${gas} gas: ${reason}`)
}
