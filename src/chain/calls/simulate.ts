import {
  type Header,
  hashHeader,
  laterFields,
} from '../../base/codec/header.js'
import { isPresealError } from '../../base/errors/errors.js'
import { type Hash, type StateSelector, zeroHash } from '../../base/hex/hex.js'
import type { BlockEnvironment } from '../../engine/engine.js'
import type { BlockView, Chain } from '../blocks/chain.js'
import { blockEnvironment } from '../blocks/contentAt.js'
import {
  blockHash,
  blockHeader,
  createHeader,
  headerOf,
  sizeWith,
} from '../lookup/blockHash.js'
import { findStateBlock } from '../lookup/find.js'
import { baseFeeAfter, millisecondsOf } from '../model/blockRun.js'
import { type ChainConfig, cadenceAt } from '../model/config.js'
import {
  committedRoot,
  newContentsMemo,
  withdrawalsRoot,
} from '../roots/roots.js'
import { overrideBlock, overrideState } from './applyOverrides.js'
import { isRefusal } from './callRequest.js'
import { callContext } from './runCall.js'
import {
  callAfterBlock,
  callBeforeBlock,
  type RanBlock,
  runBlock,
  type SimulatedBlock,
  type Simulation,
  type SimulationBlock,
  type SimulationRefusal,
  unfit,
} from './simulatedBlock.js'

/** A block that others may be built on. */
type Parent = Pick<SimulatedBlock, 'header' | 'hash'>

/**
 * Runs calls in blocks of their own on the one that is selected: each finds
 * what those before it left. Undefined without that block.
 */
export function simulate(
  chain: Chain,
  selector: StateSelector,
  simulation: Simulation,
): readonly SimulatedBlock[] | SimulationRefusal | undefined {
  const found = callContext(chain, selector)
  const block = findStateBlock(chain, selector)
  if (found === undefined || block === null) return undefined
  const { config } = chain
  const base: Parent = {
    header: baseHeader(chain, block),
    hash: blockHash(chain, block),
  }
  const planned = planBlocks(simulation, base.header, paceOf(config, block))
  if ('type' in planned) return planned
  const simulated: SimulatedBlock[] = []
  let { state } = found
  let budget = config.calls.gasLimit
  for (const plan of planned) {
    const parent = simulated.at(-1) ?? base
    const hashes = new Map<bigint, Hash>(
      [base, ...simulated].map(({ header, hash }) => [header.number, hash]),
    )
    const environment = simulatedEnvironment(chain, plan, parent, simulation, {
      ...found.block,
      hashOf: (number) => hashes.get(number) ?? found.block.hashOf(number),
    })
    if (isRefusal(environment)) return environment
    const opening = overrideState(
      { config, state, block: environment },
      plan.accounts ?? {},
    )
    if (isRefusal(opening)) return opening
    const before = callBeforeBlock(opening, parent.hash, zeroHash)
    const begun = { ...opening, state: before }
    const ran = runBlock(begun, plan.calls, simulation, budget)
    if (ran.type !== 'ran') return ran
    state = callAfterBlock({ ...opening, state: ran.state })
    budget -= ran.gasUsed
    simulated.push(sealed(chain, environment, parent, { ...ran, state }))
  }
  return simulated
}

/** For an incomplete import, the fields that the chain can tell. */
function baseHeader(chain: Chain, block: BlockView): Header {
  try {
    return headerOf(chain, block)
  } catch (thrown) {
    if (isPresealError(thrown)) return blockHeader(chain, block)
    throw thrown
  }
}

function simulatedEnvironment(
  { config }: Chain,
  { header, number, timestamp }: PlannedBlock,
  parent: Parent,
  { isValidated }: Simulation,
  { hashOf, beaconRootAt }: BlockEnvironment,
) {
  const own = blockEnvironment(config, {
    number,
    timestamp,
    gasLimit: parent.header.gasLimit,
    baseFeePerGas: isValidated
      ? baseFeeAfter(
          {
            number: parent.header.number,
            baseFeePerGas: parent.header.baseFeePerGas ?? 0n,
            gasUsed: parent.header.gasUsed,
            gasLimit: parent.header.gasLimit,
          },
          config,
        )
      : 0n,
    miner: parent.header.miner,
    mixHash: zeroHash,
    hashOf,
    beaconRootAt,
  })
  return header === undefined ? own : overrideBlock(own, header)
}

function sealed(
  { config, memo }: Chain,
  block: BlockEnvironment,
  parent: Parent,
  { state, gasUsed, included, calls }: RanBlock,
): SimulatedBlock {
  const { number, timestamp, baseFeePerGas, mixHash, miner, gasLimit } = block
  const header = asUnder(
    parent.header,
    createHeader(
      {
        config: {
          ...config,
          extraData: '0x',
          parentBeaconBlockRoot: zeroHash,
        },
        memo: { ...memo, contents: newContentsMemo() },
      },
      {
        number,
        timestamp,
        baseFeePerGas,
        gasLimit,
        miner,
        gasUsed,
        blobGasUsed: 0n,
        included,
        mixHash,
        parentHash: parent.hash,
        stateRoot: committedRoot(config, memo.stateRoots, state),
        withdrawalsRoot: withdrawalsRoot(config, state),
      },
    ),
  )
  return {
    header,
    hash: hashHeader(header),
    size: sizeWith({ config, memo }, header, included),
    included,
    calls,
  }
}

/** Fields of later forks are left out if the block below lacks them, too. */
function asUnder(parent: Header, header: Header): Header {
  const kept = (field: keyof Header) =>
    parent[field] === undefined ? undefined : header[field]
  const later = laterFields.map((field) => [field, kept(field)])
  return {
    ...header,
    ...Object.fromEntries(later),
    difficulty: parent.difficulty,
  }
}

/** A block with its place in time. */
type PlannedBlock = SimulationBlock & {
  readonly number: bigint
  readonly timestamp: bigint
}

const mostBlocks = 256
const mostCallsInBlock = 5_000
const mostCalls = 10_000

/**
 * The blocks in their order after `base`, empty ones where numbers are left
 * out; or why there are none such, in geth's words.
 */
function planBlocks(
  { blocks }: Simulation,
  base: { readonly number: bigint; readonly timestamp: bigint },
  pace: Pace,
): readonly PlannedBlock[] | SimulationRefusal {
  const tooMany = checkCounts(blocks)
  if (tooMany !== undefined) return tooMany
  const planned: PlannedBlock[] = []
  let { number, timestamp } = base
  for (const block of blocks) {
    const next = block.header?.number ?? number + 1n
    if (next <= number)
      return unfit(
        'number',
        `block numbers must be in order: ${next} <= ${number}`,
      )
    if (next - base.number > mostBlocks)
      return unfit('limit', 'too many blocks')
    while (number + 1n < next) {
      number += 1n
      timestamp = pace.next(timestamp, number)
      planned.push({ ...empty, number, timestamp })
    }
    const time = block.header?.time ?? pace.next(timestamp, next)
    if (time < timestamp || (time === timestamp && !pace.repeats))
      return unfit(
        'timestamp',
        `block timestamps must be in order: ${time} <= ${timestamp}`,
      )
    number = next
    timestamp = time
    planned.push({ ...block, number, timestamp })
  }
  return planned
}

const empty: SimulationBlock = {
  header: undefined,
  accounts: undefined,
  calls: [],
}

function checkCounts(
  blocks: readonly SimulationBlock[],
): SimulationRefusal | undefined {
  if (blocks.length === 0) return unfit('empty', 'empty input')
  if (blocks.length > mostBlocks) return unfit('limit', 'too many blocks')
  let calls = 0
  for (const block of blocks) {
    const { length } = block.calls
    if (length > mostCallsInBlock)
      return unfit(
        'limit',
        `too many calls in block: ${length} > ${mostCallsInBlock}`,
      )
    calls += length
    if (calls > mostCalls)
      return unfit('limit', `too many calls: ${calls} > ${mostCalls}`)
  }
  return undefined
}

/** When simulated blocks stand that are not said to stand elsewhere. */
type Pace = {
  /** unix seconds of the block of that number, after one of that time */
  readonly next: (timestamp: bigint, number: bigint) => bigint
  /** Whether blocks in a row may have one timestamp, as on base/base#5043. */
  readonly repeats: boolean
}

function paceOf(config: ChainConfig, block: BlockView): Pace {
  const { number: base } = block
  const { blockTime, baseTimeDeposit } = cadenceAt(config, base + 1n)
  const step = BigInt(Math.max(1, Math.round(blockTime / 1_000)))
  if (!baseTimeDeposit)
    return { next: (timestamp) => timestamp + step, repeats: false }
  const { origin } = block.status === 'open' ? block : block.run.value
  const milliseconds = millisecondsOf(origin, base)
  return {
    next(timestamp, number) {
      const scheduled =
        (milliseconds + (number - base) * BigInt(blockTime)) / 1_000n
      return scheduled < timestamp ? timestamp : scheduled
    },
    repeats: true,
  }
}
