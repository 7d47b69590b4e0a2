import { PresealError } from '../../base/errors/errors.js'
import type { Chain, Effect } from '../blocks/chain.js'
import { include, type OpenBlock, openBlock } from '../blocks/openBlock.js'
import { depositGas } from '../deposits/l1Attributes.js'
import { millisecondsOf, timestampAt } from '../model/blockRun.js'
import type { CadenceOrigin } from '../model/cadence.js'
import { listEntries, setsIn } from '../model/entries.js'
import { requeue } from './reorg.js'

/** The header of the open block; absent fields stay. */
export type NextHeader = Partial<
  Pick<OpenBlock, 'baseFeePerGas' | 'gasLimit' | 'miner' | 'mixHash'>
> & {
  /** unix seconds, from which those of later blocks are counted */
  readonly timestamp?: bigint
  /** ms from the timestamp of a block to that of the next one */
  readonly blockTime?: number
}

/**
 * Gives the open block another header. Gas limit, miner and mixHash stay for
 * the blocks after it; their timestamps and base fees follow from its own.
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
  const { queue, effects } = requeue(chain)
  const environment = { ...open.environment, ...header }
  const next = openBlock({ ...open, ...header, origin, config, environment })
  const sets = listEntries(setsIn(open.entries))
  return {
    chain: { ...chain, config, queue, open: include(next, sets).open },
    effects,
  }
}

function originOf(
  { config, sealed: { value: latest }, open }: Chain,
  { timestamp, blockTime }: NextHeader,
): CadenceOrigin {
  const own = open.origin
  const pace = blockTime ?? own.cadence.blockTime
  if (timestamp === undefined && pace === own.cadence.blockTime) return own
  if (config.l1Attributes !== null)
    throw new PresealError(
      'ChainRuleError',
      'With "l1Attributes", the timestamps of blocks follow L1. Advance time with evm_increaseTime, or leave the option out.',
      { reason: 'timestamp' },
    )
  const before = timestampAt(latest, latest.count - 1)
  const next = timestamp ?? before + BigInt(pace) / 1000n
  if (next < before)
    throw new PresealError(
      'ChainRuleError',
      `The timestamp is ${next}, but that of latest is ${before}. Give ${before} or more, or go back with evm_revert.`,
      { reason: 'timestamp' },
    )
  return {
    number: open.number,
    milliseconds: next * 1_000n,
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
