import { type Header, hashHeader } from '../../../base/codec/header.js'
import { isPresealError } from '../../../base/errors/errors.js'
import { type Hash, zeroHash } from '../../../base/hex/hex.js'
import type { StateSelector } from '../../../base/hex/parse.js'
import type { BlockEnvironment } from '../../../engine/engine.js'
import type { BlockView, Chain } from '../../blocks/chain.js'
import { blockEnvironment } from '../../execution/blockEnvironment.js'
import { headerOf } from '../../imports/headerOf.js'
import {
  blockHash,
  blockHeader,
  createHeader,
  sizeWith,
} from '../../lookup/blockHash.js'
import { findStateBlock } from '../../lookup/find.js'
import { nextBaseFee } from '../../model/blockRun.js'
import { committedRoot, withdrawalsRoot } from '../../roots/committedRoots.js'
import { newContentsMemo } from '../../roots/contents.js'
import { overrideBlock, overrideState } from '../applyOverrides.js'
import { callContext } from '../callContext.js'
import { isRefusal } from '../refusal.js'
import { paceOf } from './paceOf.js'
import { type PlannedBlock, planBlocks } from './planBlocks.js'
import { type RanBlock, runBlock } from './runBlock.js'
import type {
  SimulatedBlock,
  Simulation,
  SimulationRefusal,
} from './simulation.js'
import { callAfterBlock, callBeforeBlock } from './systemCalls.js'

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
    baseFeePerGas: isValidated ? baseFeeAfter(config, parent) : 0n,
    miner: parent.header.miner,
    mixHash: zeroHash,
    hashOf,
    beaconRootAt,
  })
  return header === undefined ? own : overrideBlock(own, header)
}

function baseFeeAfter(
  config: Chain['config'],
  { header: { baseFeePerGas = 0n, gasUsed, gasLimit } }: Parent,
): bigint {
  return nextBaseFee({ baseFeePerGas, gasUsed, gasLimit }, config)
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
    size: sizeWith(header, included),
    included,
    calls,
  }
}

/** Fields of later forks are left out if the block below lacks them, too. */
function asUnder(parent: Header, header: Header): Header {
  const kept = (field: (typeof laterFields)[number]) =>
    parent[field] === undefined ? undefined : header[field]
  const later = laterFields.map((field) => [field, kept(field)])
  return {
    ...header,
    ...Object.fromEntries(later),
    difficulty: parent.difficulty,
  }
}

const laterFields = [
  'baseFeePerGas',
  'withdrawalsRoot',
  'blobGasUsed',
  'excessBlobGas',
  'parentBeaconBlockRoot',
  'requestsHash',
] as const
