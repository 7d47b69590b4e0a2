import {
  type Address,
  type StateSelector,
  zeroAddress,
} from '../../base/hex/hex.js'
import { checksum } from '../../base/validation/values.js'
import type {
  BlockEnvironment,
  Environment,
  Execution,
  Message,
} from '../../engine/engine.js'
import {
  floorGas,
  gasCapOf,
  intrinsicGas,
  lower,
  mostExecutionGas,
  transferGas,
} from '../../engine/gas.js'
import type { Chain } from '../blocks/chain.js'
import {
  buyGas,
  credit,
  environmentIn,
  executeOn,
  overlayOf,
  settleMessage,
  stateReader,
  type Watch,
} from '../execution/executeMessage.js'
import { environmentOf } from '../lookup/blockHash.js'
import { findBlock, findState } from '../lookup/find.js'
import type { ChainConfig } from '../model/config.js'
import { findField, readBalance, type State } from '../model/state.js'
import { overrideBlock, overrideState } from './applyOverrides.js'
import {
  type BlockOverrides,
  blobCost,
  type CallPrice,
  type CallRefusal,
  type CallRequest,
  checkCall,
  isRefusal,
  priceOf,
  refusal,
  type StateOverrides,
} from './callRequest.js'

/** The outcome of a call as the message that it was. */
export type CallRun = {
  readonly type: 'run'
  readonly message: Message
  readonly environment: Environment
  readonly execution: Execution
}

const none: readonly never[] = []

/** Gas of a transaction that creates. */
const creationGas = 53_000n
/** More than the dearest byte costs, of which a digit is half. */
const byteGas = 33n

/**
 * Runs a call as geth does: nobody checks the nonce or who the sender is, and
 * without a price it is free and sees no base fee.
 */
export function runCall(
  context: CallContext,
  request: CallRequest,
  gas: bigint,
  watch?: Watch | undefined,
): CallRun | CallRefusal {
  const { fork } = context.state
  if (fork === null) return run(context, request, gas, watch)
  const { from = zeroAddress, to = null, data, value } = request
  return fork.during(
    { from, to, data, value },
    () => run(context, request, gas, watch),
    () => overlayOf(context.state),
  )
}

function run(
  context: CallContext,
  request: CallRequest,
  gas: bigint,
  watch: Watch | undefined,
): CallRun | CallRefusal {
  const { config, state, block } = context
  const price = priceOf(request, block)
  const refused = checkCall(request, config, block, price)
  if (refused !== undefined) return refused
  const message = messageOf(context, request, gas)
  const { from } = message
  const want =
    gas * price.feeCap + message.value + blobCost(request, price.blobFeeCap)
  if (want > 0n) {
    const have = readBalance(state, from)
    if (have < want)
      return refusal(
        'funds',
        `insufficient funds for gas * price + value: address ${checksum(from)} have ${have} want ${want}`,
      )
  }
  const short = tooLittleGas(message, block)
  if (short !== undefined) return short
  const environment = callEnvironment(context, request, from, price)
  // The price of blobs is bought beside gas, as that of L1 is.
  const l1Fee = blobCost(request, environment.blobBaseFee)
  const paid = buyGas({ config, state, environment, message, l1Fee })
  const execution = executeOn(paid, { config, environment, message, watch })
  return { type: 'run', message, environment, execution }
}

/** A context in which blocks have no base fee, and the sender can pay. */
export function unchecked(
  { config, state, block }: CallContext,
  request: CallRequest,
  gas: bigint,
): CallContext {
  const { from = zeroAddress, value } = request
  const free = { ...block, baseFeePerGas: 0n }
  const { feeCap, blobFeeCap } = priceOf(request, free)
  const want = gas * feeCap + value + blobCost(request, blobFeeCap)
  const lacking = want - readBalance(state, from)
  return {
    config,
    state: lacking > 0n ? credit(state, from, lacking) : state,
    block: free,
  }
}

/** The state that a call would leave, were it a transaction. */
export function settleCall(
  { config, state }: CallContext,
  request: CallRequest,
  { environment, message, execution }: CallRun,
): State {
  const l1Fee = blobCost(request, environment.blobBaseFee)
  const given = { config, state, environment, message }
  return settleMessage(buyGas({ ...given, l1Fee }), given, execution)
}

/** A call without gas has as much as the chain gives, and never more. */
export function gasOf({ config }: CallContext, { gas }: CallRequest): bigint {
  const { gasLimit } = config.calls
  return gas === undefined || gas > gasLimit ? gasLimit : gas
}

function messageOf(
  { state }: CallContext,
  request: CallRequest,
  gas: bigint,
): Message {
  const { from = zeroAddress, to, value, data } = request
  return {
    from,
    to: to ?? null,
    value,
    data,
    gas,
    // If an import left it unknown, nothing except the address of a new
    // contract depends on it.
    nonce: BigInt(findField(state, from, 'nonce') ?? 0),
    accessList: request.accessList ?? none,
    authorizationList: request.authorizationList ?? none,
  }
}

function tooLittleGas(
  message: Message,
  block: Pick<Environment, 'hardfork'>,
): CallRefusal | undefined {
  const { gas, data, accessList, authorizationList } = message
  // Nearly all calls have more than any data of that length could cost.
  const hasLists = accessList.length > 0 || authorizationList.length > 0
  if (!hasLists && gas > creationGas + byteGas * BigInt(data.length))
    return undefined
  const least = intrinsicGas(message, block)
  if (gas < least)
    return refusal(
      'intrinsicGas',
      `intrinsic gas too low: have ${gas}, want ${least}`,
    )
  const floor = floorGas(message, block)
  return gas < floor
    ? refusal(
        'other',
        `insufficient gas for floor data gas cost: have ${gas}, want ${floor}`,
      )
    : undefined
}

function callEnvironment(
  { block }: CallContext,
  { blobVersionedHashes }: CallRequest,
  origin: Address,
  { gasPrice, blobFeeCap }: CallPrice,
): Environment {
  const hasFreeBlobs = blobVersionedHashes !== undefined && blobFeeCap === 0n
  return environmentIn(block, {
    origin,
    gasPrice,
    baseFeePerGas: gasPrice === 0n ? 0n : block.baseFeePerGas,
    blobHashes: blobVersionedHashes ?? none,
    blobBaseFee: hasFreeBlobs ? 0n : block.blobBaseFee,
  })
}

/** The context of a call: a state, and the values of the block for opcodes. */
export type CallContext = {
  readonly config: ChainConfig
  readonly state: State
  readonly block: BlockEnvironment
}

type Known = { [tag in 'latest' | 'pending']?: CallContext | undefined }

/** A chain's contexts in which nearly all calls run. */
const contexts = new WeakMap<Chain, Known>()

/** The context after the block of a selector, or undefined without one. */
export function callContext(
  chain: Chain,
  selector: StateSelector,
): CallContext | undefined {
  const tag = selector.type === 'tag' ? selector.tag : undefined
  if (tag !== 'latest' && tag !== 'pending') return findContext(chain, selector)
  let known = contexts.get(chain)
  if (known === undefined) {
    known = {}
    contexts.set(chain, known)
  }
  known[tag] ??= findContext(chain, selector)
  return known[tag]
}

function findContext(
  chain: Chain,
  selector: StateSelector,
): CallContext | undefined {
  const state = findState(chain, selector)
  const block = findBlock(chain, environmentSelector(chain, selector))
  return state === undefined || block === null
    ? undefined
    : { config: chain.config, state, block: environmentOf(chain, block) }
}

function environmentSelector(
  { config }: Chain,
  selector: StateSelector,
): StateSelector {
  const isPending = selector.type === 'tag' && selector.tag === 'pending'
  return isPending && config.calls.environment === 'latest'
    ? { type: 'tag', tag: 'latest' }
    : selector
}

/** The context as a request wants it to be. */
export function overrideContext(
  context: CallContext,
  accounts: StateOverrides | undefined,
  header: BlockOverrides | undefined,
): CallContext | CallRefusal {
  if (accounts === undefined && header === undefined) return context
  const block =
    header === undefined ? context.block : overrideBlock(context.block, header)
  if (isRefusal(block)) return block
  return overrideState({ ...context, block }, accounts ?? {})
}

type Estimate = { readonly type: 'estimate'; readonly gas: bigint }

/** Given to the receiver of a call that moves value. */
const stipend = 2_300n

/**
 * The gas that a transaction needs, at least what it uses, as geth searches for
 * it; or how it fails with all there is.
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
 * least gas with which everything goes as it went is asked once.
 */
function search(
  attempt: (gas: bigint) => CallRun | CallRefusal,
  { gasUsed: used, refund = 0n, leastGas }: Execution,
  allowed: bigint,
): Estimate {
  if (leastGas !== undefined) {
    // A refund was spent before it came back.
    if (refund === 0n && used >= leastGas) return estimate(used)
    return estimate(halve((gas) => gas >= leastGas, used, allowed))
  }
  const isEnough = (gas: bigint): boolean => isSuccess(attempt(gas))
  /** As it nearly always is, more than one is enough, and less is not. */
  let known = { tooLittle: used, enough: allowed }
  const isLikelyEnough = (gas: bigint): boolean => {
    if (gas >= known.enough) return true
    if (gas <= known.tooLittle) return false
    const enough = isEnough(gas)
    known = { ...known, [enough ? 'enough' : 'tooLittle']: gas }
    return enough
  }
  if (refund === 0n) {
    const exact = attempt(used)
    if (isSuccess(exact)) {
      if (exact.execution.gasUsed === used) return estimate(used)
      known = { ...known, enough: used }
    }
  } else isLikelyEnough(used + refund)
  // As geth guesses, which saves most of the halving. If the guess before was
  // enough, this one is known to be.
  isLikelyEnough(((used + refund + stipend) * 64n) / 63n)
  const likely = halve(isLikelyEnough, used, allowed)
  const isTried = likely === known.enough || isEnough(likely)
  return estimate(isTried ? likely : halve(isEnough, used, allowed))
}

/** Gas that is enough, of more than was used the least, or up to 1.5 % more. */
function halve(
  isEnough: (gas: bigint) => boolean,
  used: bigint,
  allowed: bigint,
): bigint {
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
  return enough
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

export function isPlainTransfer(
  { config, state }: Pick<CallContext, 'config' | 'state'>,
  { to, data, accessList = [], authorizationList }: CallRequest,
): boolean {
  return (
    data === '0x' &&
    accessList.length === 0 &&
    authorizationList === undefined &&
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
