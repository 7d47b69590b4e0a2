import { lookup } from '../../base/codec/trie.js'
import { PresealError } from '../../base/errors/errors.js'
import type { Address, Nonce } from '../../base/hex/hex.js'
import {
  cappedGas,
  floorGas,
  gasCapOf,
  intrinsicGas,
  leastGasOf,
  lower,
  mostExecutionGas,
  mostInitcode,
} from '../../engine/gas.js'
import { mostBaseTimeGas } from '../../engine/natives/predeploys/predeploys.js'
import type { Chain, Effect } from '../blocks/chain.js'
import type { OpenBlock } from '../blocks/openBlock.js'
import { announce, previewQueue, tryInclude } from '../blocks/pool.js'
import {
  dequeue,
  enqueue,
  findPlaced,
  findQueued,
  type Queue,
  type QueuePreview,
  queueDrop,
} from '../blocks/queue.js'
import { estimateGas } from '../calls/runCall.js'
import {
  type TransactionOutcome,
  toAuthorizations,
} from '../execution/execute.js'
import { credit, l1FeesOf, overlayOf } from '../execution/executeMessage.js'
import { keepsPool } from '../lookup/find.js'
import type { ChainConfig } from '../model/config.js'
import {
  type CreateContext,
  completeAuthorization,
  createTransaction,
} from '../model/createTransaction.js'
import { readNonce, type State } from '../model/state.js'
import type { PreconfirmParameters, Transaction } from '../model/transaction.js'

type Admitted = {
  readonly chain: Chain
  readonly effects: readonly Effect[]
  /** Its outcome behind all others; the caller decides on a refusal. */
  readonly outcome: TransactionOutcome
  /** Whether its nonce is the sender's next one. */
  readonly isNext: boolean
}

/**
 * Queues a transaction for the next beat, behind all others, or where the one
 * of its nonce waits that it replaces.
 */
export function admit(
  chain: Chain,
  transaction: Transaction,
  given: { preview: QueuePreview; replaced?: Transaction | undefined },
): Admitted {
  const { open, queue } = chain
  const { preview, replaced } = given
  const left = replaced === undefined ? queue : without(queue, replaced)
  const before =
    replaced === undefined ? preview : previewQueue({ open, queue: left })
  const { outcome, next } = tryInclude(before, transaction)
  // The test has to fix it: a field that an import left out, or its own native.
  if (outcome.type === 'refused' && outcome.reason === 'error')
    throw outcome.error
  // Senders who raise a fee do so again and again.
  const last = { transaction, before: { ...before, last: undefined } }
  const queued = {
    ...chain,
    queue: enqueue(left, [transaction], { ...next, last }),
  }
  const isNext = transaction.nonce === readNonce(before.state, transaction.from)
  const announced = announce(queued, transaction, before.base)
  return {
    chain: announced.chain,
    effects: announced.effects,
    outcome,
    isNext,
  }
}

/** Out of its turn at once, or out of its block with the next drops. */
function without(queue: Queue, replaced: Transaction): Queue {
  return findQueued(queue, replaced.hash) === undefined
    ? queueDrop(queue, replaced.hash, 'replaced')
    : dequeue(queue, replaced)
}

/** A sender's transaction of that nonce, which waits or will after the drops. */
export function findWaiting(
  queue: Queue,
  { returning }: QueuePreview,
  { from, nonce }: { from: Address; nonce: Nonce },
): Transaction | undefined {
  const returns = returning.filter(
    (one) => one.from === from && one.nonce === nonce,
  )
  return findPlaced(queue, from, nonce) ?? returns.at(-1)
}

/** The same in the block that is being built, if that is still the pool's. */
export function findPooled(
  chain: Chain,
  { from, nonce }: Pick<Transaction, 'from' | 'nonce'>,
): Transaction | undefined {
  const { open, queue } = chain
  if (!keepsPool(chain) || nonce >= readNonce(open.state, from))
    return undefined
  return open.included.find(
    ({ transaction: one }) =>
      one.from === from &&
      one.nonce === nonce &&
      one.type !== 'deposit' &&
      lookup(queue.drops, one.hash) === undefined,
  )?.transaction
}

/** Fixes what is asked for, as far as whoever asks has not. */
export function fixTransaction(
  { config, open }: Chain,
  state: State,
  parameters: PreconfirmParameters,
  given: Required<Pick<CreateContext, 'nonce' | 'execute' | 'type'>>,
): Transaction {
  const gas =
    parameters.gas ??
    (given.execute ? defaultGas(open, state, parameters) : undefined)
  return createTransaction(parameters, {
    chainId: config.chainId,
    nonce: given.nonce,
    execute: given.execute,
    type: given.type,
    gas,
    baseFeePerGas: open.baseFeePerGas,
    l1FeesOf: l1FeesOf(config),
  })
}

type Parameters = Pick<PreconfirmParameters, 'from' | 'data' | 'value'> & {
  readonly to?: PreconfirmParameters['to'] | null
}

/**
 * While a fork is recorded, traces at once everything that a transaction will
 * read.
 */
export function onFork<value>(
  { config: { fork }, open }: Chain,
  { from, to = null, data = '0x', value = 0n }: Parameters,
  admit: () => value,
): value {
  return fork === null
    ? admit()
    : fork.during({ from, to, data, value }, admit, () => overlayOf(open.state))
}

type Charged = Pick<
  PreconfirmParameters,
  'from' | 'to' | 'value' | 'data' | 'accessList' | 'authorizationList' | 'mint'
>

type Block = Pick<OpenBlock, 'config' | 'environment'>

/** The gas that a transaction needs in the block, or how it fails. */
export function estimateFor(
  { config, environment }: Block,
  state: State,
  parameters: Charged,
): ReturnType<typeof estimateGas> {
  const { from, value = 0n, data = '0x', accessList, mint = 0n } = parameters
  const to = parameters.to ?? undefined
  const authorizationList =
    parameters.authorizationList &&
    toAuthorizations(parameters.authorizationList.map(completeAuthorization))
  const context = {
    config,
    state: credit(state, from, mint),
    block: environment(),
  }
  return estimateGas(context, {
    ...nothing,
    from,
    to,
    value,
    data,
    accessList,
    authorizationList,
  })
}

/**
 * The estimate on the previewed state, or a fifth more, as wallets offer it. A
 * transaction that is going to fail is sent too, with as much as a block has, or
 * a fifth more than that takes.
 */
function defaultGas(block: Block, state: State, parameters: Charged): bigint {
  const asked = estimateFor(block, state, parameters)
  const most = mostGas(block.config)
  if (block.config.defaultGas === 'exact')
    return asked.type === 'estimate' ? asked.gas : most
  const needed =
    asked.type === 'estimate'
      ? asked.gas
      : asked.type === 'run'
        ? asked.execution.gasUsed
        : leastGas(block, parameters)
  return lower((needed * 6n) / 5n, most)
}

function leastGas({ config }: Block, parameters: Charged): bigint {
  const { from, to = null, value = 0n, data = '0x' } = parameters
  const { accessList = [], authorizationList = [] } = parameters
  const message = { from, to, value, data, accessList, authorizationList }
  return leastGasOf(message, config)
}

/** No price: nobody pays for an estimate. */
const nothing = {
  gas: undefined,
  gasPrice: undefined,
  maxFeePerGas: undefined,
  maxPriorityFeePerGas: undefined,
  nonce: undefined,
  chainId: undefined,
  maxFeePerBlobGas: undefined,
  blobVersionedHashes: undefined,
  contradiction: undefined,
} as const

function mostGas(config: OpenBlock['config']): bigint {
  const room = roomIn(config)
  return lower(room, gasCapOf(config) ?? room)
}

const none: readonly never[] = []

/**
 * Gas limit of a transaction in any block: the deposits that open the block
 * come first.
 */
export function roomIn({
  gasLimit,
  l1Attributes,
  cadences,
}: Pick<ChainConfig, 'gasLimit' | 'l1Attributes' | 'cadences'>): bigint {
  if (l1Attributes === null) return gasLimit
  const room = gasLimit - l1Attributes.gasUsed
  return cadences[0]?.baseTimeDeposit ? room - mostBaseTimeGas : room
}

type OfGas =
  | 'from'
  | 'to'
  | 'value'
  | 'data'
  | 'gas'
  | 'accessList'
  | 'authorizationList'

/** The part of a transaction that decides on its gas. */
export function chargedOf(transaction: Pick<Transaction, OfGas>) {
  const { from, to, value, data, gas } = transaction
  const { accessList = none, authorizationList = none } = transaction
  return { from, to, value, data, gas, accessList, authorizationList }
}

/**
 * Limits of gas beyond which a node refuses to execute, whatever the state.
 *
 * @throws GasLimitError or GasLimitError.
 */
export function checkGas(
  transaction: Pick<Transaction, OfGas>,
  rules: Pick<ChainConfig, 'hardfork' | 'codeSizeLimit'>,
): void {
  const { to, data, gas } = transaction
  const message = chargedOf(transaction)
  const least = intrinsicGas(message, rules)
  if (gas < least) throw tooLittleGas(gas, least, 'before it runs')
  const floor = floorGas(message, rules)
  if (gas < floor) throw tooLittleGas(gas, floor, 'for its data (EIP-7623)')
  const bytes = (data.length - 2) / 2
  const most = mostInitcode(rules)
  if (to === null && bytes > most) throw initcodeSizeError(bytes, most)
  const capped = cappedGas(message, rules)
  if (capped > mostExecutionGas)
    throw new PresealError(
      'GasLimitError',
      rules.hardfork === 'osaka'
        ? `The transaction has a gas limit of ${gas} but under Osaka it is at most ${mostExecutionGas} (transaction gas limit too high). Lower "gas", or choose another option "hardfork".`
        : `The transaction costs ${capped} gas before it runs, but no transaction executes with more than ${mostExecutionGas} (EIP-7825). Give it less data, or a shorter access list.`,
    )
}

function tooLittleGas(
  gas: bigint,
  least: bigint,
  why: string,
): PresealError<'GasLimitError'> {
  return new PresealError(
    'GasLimitError',
    `The transaction has a gas limit of ${gas} but costs ${least} ${why} (intrinsic gas too low). Raise "gas", or leave it out.`,
  )
}

function initcodeSizeError(
  bytes: number,
  most: number,
): PresealError<'GasLimitError'> {
  return new PresealError(
    'GasLimitError',
    `The code that creates the contract has ${bytes} bytes, but at most ${most} are allowed (max initcode size exceeded). Deploy a shorter contract, raise option "codeSizeLimit", or set its code with "accounts" or node.setCode.`,
    { reason: 'initcode' },
  )
}
