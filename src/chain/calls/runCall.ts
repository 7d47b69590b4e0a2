import { type Address, zeroAddress } from '../../base/hex/hex.js'
import type { StateSelector } from '../../base/hex/parse.js'
import { checksum } from '../../base/validation/values.js'
import type {
  BlockEnvironment,
  Environment,
  Execution,
  Message,
} from '../../engine/engine.js'
import { floorGas, intrinsicGas } from '../../engine/gas.js'
import type { Chain } from '../blocks/chain.js'
import {
  buyGas,
  executeOn,
  overlayOf,
  settleMessage,
  type Watch,
} from '../execution/executeMessage.js'
import { environmentOf } from '../lookup/environmentOf.js'
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

/** With every field, those too that may be left out. */
type Whole<type> = { [field in keyof Required<type>]: type[field] }

function callEnvironment(
  { block }: CallContext,
  { blobVersionedHashes }: CallRequest,
  origin: Address,
  { gasPrice, blobFeeCap }: CallPrice,
): Whole<Environment> {
  const hasFreeBlobs = blobVersionedHashes !== undefined && blobFeeCap === 0n
  // A spread would take longer than many a call.
  return {
    hardfork: block.hardfork,
    chainId: block.chainId,
    origin,
    gasPrice,
    number: block.number,
    timestamp: block.timestamp,
    gasLimit: block.gasLimit,
    baseFeePerGas: gasPrice === 0n ? 0n : block.baseFeePerGas,
    miner: block.miner,
    mixHash: block.mixHash,
    blobHashes: blobVersionedHashes ?? none,
    blobBaseFee: hasFreeBlobs ? 0n : block.blobBaseFee,
    slotNumber: block.slotNumber,
    codeSizeLimit: block.codeSizeLimit,
    hashOf: block.hashOf,
    beaconRootAt: block.beaconRootAt,
    keccak256: block.keccak256,
    p256VerifyGas: block.p256VerifyGas,
    movedPrecompiles: block.movedPrecompiles,
    native: block.native,
  }
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
