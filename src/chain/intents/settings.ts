import { PresealError } from '../../base/errors/errors.js'
import { lazy } from '../../base/memo/memo.js'
import { withBaseTime } from '../../engine/natives/createNatives.js'
import { roomIn } from '../admission/admit.js'
import {
  type Chain,
  type DropReason,
  droppedFrom,
  type Effect,
  positionIn,
} from '../blocks/chain.js'
import { baseTimeStep, depositGas } from '../blocks/deposits.js'
import {
  droppedEntries,
  include,
  type OpenBlock,
  openBlock,
} from '../blocks/openBlock.js'
import { dequeue, listQueue, type Queue } from '../blocks/queue.js'
import { highestGasPrice } from '../execution/executeMessage.js'
import { openNext } from '../lookup/blockHash.js'
import { taggedNumber } from '../lookup/find.js'
import {
  millisecondsAt,
  millisecondsOf,
  timestampAt,
  wordOf,
} from '../model/blockRun.js'
import { type Cadence, type CadenceOrigin, cadenceAt } from '../model/config.js'
import {
  listEntries,
  setsIn,
  type Transaction,
  transactionsIn,
} from '../model/transaction.js'
import { requeue } from './reorg.js'

/**
 * Changes how blocks come, from the next one on, or from the open one if it
 * is only just opening and nothing is in it.
 *
 * @param opens - Whether the open block opens at this instant.
 */
export function setCadence(
  chain: Chain,
  change: Partial<Omit<Cadence, 'from'>>,
  opens: boolean,
): Chain {
  const { config, open, sealed } = chain
  const { number, entries, imported } = open
  const isOpen = opens && entries === null && imported === undefined
  const from = isOpen ? number : number + 1n
  const cadence = { ...cadenceAt(config, from), ...change, from }
  assertBaseTime(chain, cadence, isOpen)
  const next = {
    ...config,
    cadences: [
      cadence,
      ...config.cadences.filter((earlier) => earlier.from < from),
    ],
    codeAt: cadence.baseTimeDeposit
      ? withBaseTime(config.codeAt)
      : config.codeAt,
  }
  const changed = { ...chain, config: next }
  if (!isOpen) return { ...changed, open: { ...open, config: next } }
  const { gasLimit, miner, mixHash } = open
  const header = { gasLimit, miner, mixHash }
  return { ...changed, open: openNext(changed, sealed, header) }
}

/** BaseTime comes with the second deposit, and can hold only some instants. */
function assertBaseTime(
  { config, sealed, open }: Chain,
  { blockTime, baseTimeDeposit }: Cadence,
  isOpen: boolean,
): void {
  if (!baseTimeDeposit) return
  if (config.l1Attributes === null)
    throw cadenceError(
      'option "l1Attributes" is null, but "baseTimeDeposit" needs it. Create the node with l1Attributes: {}.',
    )
  if (blockTime % baseTimeStep !== 0)
    throw cadenceError(
      `"blockTime" is ${blockTime}, expected a whole multiple of ${baseTimeStep}, as "baseTimeDeposit" is true.`,
    )
  const least = depositGas + config.l1Attributes.gasUsed
  if (config.gasLimit < least)
    throw cadenceError(
      `the gas limit of blocks is ${config.gasLimit}, expected at least ${least}, room for the deposits that "l1Attributes" and "baseTimeDeposit" put into each block.`,
    )
  const { value } = sealed
  const latest = millisecondsAt(value, value.count - 1)
  const last = isOpen ? latest : latest + BigInt(open.origin.cadence.blockTime)
  if (last % BigInt(baseTimeStep) !== 0n)
    throw cadenceError(
      `the last block before stands ${last % 1_000n} ms after its timestamp, expected a whole multiple of ${baseTimeStep}, as "baseTimeDeposit" is true. Change the cadence some blocks earlier or later.`,
    )
}

export function cadenceError(what: string): PresealError<'ChainRuleError'> {
  return new PresealError('ChainRuleError', `setCadence: ${what}`, {
    reason: 'cadence',
  })
}

/** Moves `safe` and `finalized`, from here on and never back. */
export function setFinalityLag(
  chain: Chain,
  {
    safe,
    finalized,
  }: { safe?: number | undefined; finalized?: number | undefined },
): Chain {
  const { config } = chain
  const finalityLag = {
    safe: safe ?? config.finalityLag.safe,
    finalized: finalized ?? config.finalityLag.finalized,
  }
  if (finalityLag.finalized < finalityLag.safe)
    throw lagError(finalityLag.safe, finalityLag.finalized)
  return {
    ...chain,
    config: { ...config, finalityLag },
    floors: {
      safe: taggedNumber(chain, 'safe'),
      finalized: taggedNumber(chain, 'finalized'),
    },
  }
}

function lagError(
  safe: number,
  finalized: number,
): PresealError<'ChainRuleError'> {
  return new PresealError(
    'ChainRuleError',
    `"finalized" cannot be ${finalized} blocks behind latest while "safe" is ${safe} blocks behind it. Give "finalized" at least the lag of "safe".`,
    { reason: 'finality' },
  )
}

/** The header of the open block; absent fields stay. */
export type NextHeader = Partial<
  Pick<OpenBlock, 'baseFeePerGas' | 'gasLimit' | 'miner' | 'mixHash'>
> & {
  /** unix seconds, from which those of later blocks are counted */
  readonly timestamp?: bigint
  /** The same in unix ms. */
  readonly milliseconds?: bigint
  /** ms from the timestamp of a block to that of the next one */
  readonly blockTime?: number
}

/**
 * Gives the open block another header. Gas limit and miner stay for the blocks
 * after it, and mixHash if the chain has one for all; their timestamps and base
 * fees follow from its own.
 * Pre-confirmations return to the queue, as they ran under the old header.
 */
export function setHeader(
  chain: Chain,
  said: NextHeader,
): { chain: Chain; effects: readonly Effect[] } {
  const { open } = chain
  const {
    baseFeePerGas = open.baseFeePerGas,
    gasLimit = open.gasLimit,
    miner = open.miner,
    mixHash = open.mixHash,
  } = said
  const { l1Attributes } = chain.config
  if (l1Attributes !== null && gasLimit < depositGas)
    throw gasLimitError(gasLimit)
  const origin = originOf(chain, said)
  const timestamp = millisecondsOf(origin, open.number) / 1000n
  const header = { timestamp, baseFeePerGas, gasLimit, miner, mixHash }
  const config = { ...chain.config, gasLimit, miner }
  const isSame = (Object.keys(header) as (keyof typeof header)[]).every(
    (key) => header[key] === open[key],
  )
  if (isSame)
    return { chain: { ...chain, open: { ...open, origin } }, effects: [] }
  const requeued = requeue(chain)
  const { queue, effects } = withoutUnfit(chain, requeued.queue, {
    room: roomIn(config),
    baseFeePerGas: config.belowBaseFee === 'dropped' ? baseFeePerGas : 0n,
  })
  const environment = lazy(() => ({
    ...open.environment(),
    ...header,
    mixHash: wordOf(mixHash, open.number),
  }))
  const next = openBlock({ ...open, ...header, origin, config, environment })
  const sets = listEntries(setsIn(open.entries))
  return {
    chain: { ...chain, config, queue, open: include(next, sets).open },
    effects: [...requeued.effects, ...effects],
  }
}

/**
 * Transactions that no block has room for any more leave, as from the pools of
 * Hardhat and geth (`demoteUnexecutables` in `core/txpool/legacypool`), and on
 * some nodes those that cannot pay the base fee.
 */
function withoutUnfit(
  chain: Chain,
  queue: Queue,
  { room, baseFeePerGas }: { room: bigint; baseFeePerGas: bigint },
): { queue: Queue; effects: Effect[] } {
  const reasonOf = (transaction: Transaction): DropReason =>
    transaction.gas > room ? 'gasLimit' : 'baseFee'
  const gone = listQueue(queue).filter(
    (transaction) =>
      transaction.gas > room ||
      (transaction.type !== 'deposit' &&
        highestGasPrice(transaction) < baseFeePerGas),
  )
  const reasons = new Map(
    gone.map((transaction) => [transaction.hash, reasonOf(transaction)]),
  )
  const entered = transactionsIn(chain.open.entries)
  const had = new Set(entered.map(({ transaction }) => transaction))
  const waited = gone.filter((transaction) => !had.has(transaction))
  return {
    queue: gone.reduce(dequeue, queue),
    effects: [
      ...droppedEntries(entered, reasons).map(droppedFrom(chain.open.number)),
      ...waited.map(
        (transaction): Effect => ({
          type: 'dropped',
          transaction,
          reason: reasonOf(transaction),
          at: positionIn(chain, 0),
        }),
      ),
    ],
  }
}

function originOf(
  { config, sealed: { value: latest }, open }: Chain,
  said: NextHeader,
): CadenceOrigin {
  const own = open.origin
  const { timestamp, blockTime } = said
  const { milliseconds = timestamp && timestamp * 1_000n } = said
  const pace = blockTime ?? own.cadence.blockTime
  if (milliseconds === undefined && pace === own.cadence.blockTime) return own
  if (config.l1Attributes !== null)
    throw new PresealError(
      'ChainRuleError',
      'With "l1Attributes", the timestamps of blocks follow L1. Advance time with evm_increaseTime, or leave the option out.',
      { reason: 'timestamp' },
    )
  const before = timestampAt(latest, latest.count - 1)
  const next = milliseconds ?? (before + BigInt(pace) / 1000n) * 1_000n
  if (next / 1_000n < before)
    throw new PresealError(
      'ChainRuleError',
      `The timestamp is ${next / 1_000n}, but that of latest is ${before}. Give ${before} or more, or go back with evm_revert.`,
      { reason: 'timestamp' },
    )
  return {
    number: open.number,
    milliseconds: next,
    cadence: { ...own.cadence, blockTime: pace },
    before: null,
  }
}

function gasLimitError(gasLimit: bigint): PresealError<'GasLimitError'> {
  return new PresealError(
    'GasLimitError',
    `The gas limit is ${gasLimit}, but the deposit that "l1Attributes" puts into each block has ${depositGas} gas. Give at least as much.`,
    { reason: 'deposit' },
  )
}
