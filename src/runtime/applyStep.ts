import { latestNumber } from '../chain/chain.js'
import type { ImportParameters } from '../chain/importedBlock.js'
import { opening } from '../chain/intents/beat.js'
import { expectBlock } from '../chain/intents/expectBlock.js'
import { type Imported, importBlock } from '../chain/intents/importBlock.js'
import { preconfirm } from '../chain/intents/preconfirm.js'
import { reorg } from '../chain/intents/reorg.js'
import { setAccounts } from '../chain/intents/setAccounts.js'
import { setLag } from '../chain/intents/setLag.js'
import type { AccountParameters } from '../chain/transaction.js'
import { addFault, liftLabel } from '../faults/faultState.js'
import type { Address } from '../hex/hex.js'
import type { CanonicalStep } from '../schema/step.js'
import { type Applied, applied, placeOf, tellAt } from './applied.js'
import { drop } from './drop.js'
import { type Moment, noPlan, type Plan } from './moment.js'
import {
  beatsBefore,
  lastBeat,
  nextBeat,
  offsetOf,
  type Timing,
} from './rhythm.js'
import { sealBlock } from './sealBlock.js'

/** Does what the verb of that name does, at the time of `moment`. */
export function applyStep(
  moment: Moment,
  timing: Timing,
  step: CanonicalStep,
): Applied {
  const { chain, faults } = moment
  switch (step.type) {
    case 'preconfirm': {
      const { transactionType: type, ...transaction } = step
      return quietly(moment, {
        chain: preconfirm(chain, { ...transaction, type }).chain,
      })
    }
    case 'drop': {
      // The beat of this very instant is still to come.
      const dueAt = nextBeat({ ...moment, time: moment.time - 1 }, timing)
      return drop(moment, timing, step, dueAt)
    }
    case 'setBalance':
      return set(moment, step.address, { balance: step.value })
    case 'setNonce':
      return set(moment, step.address, { nonce: step.nonce })
    case 'setCode':
      return set(moment, step.address, { code: step.bytecode })
    case 'setStorageAt':
      return set(moment, step.address, {
        storage: { [step.index]: step.value },
      })
    case 'fault':
      return quietly(moment, {
        faults: addFault(faults, step.fault, {
          since: moment.time,
          instant: chain,
          label: step.label,
        }).state,
      })
    case 'lift':
      return quietly(moment, { faults: liftLabel(faults, step.label) })
    case 'importBlock':
      return importAt(moment, timing, step)
    case 'expectBlock':
      return quietly(moment, { chain: expectBlock(chain, step.hash) })
    case 'seal':
      return sealBlock(moment, timing)
    case 'delaySeal':
      return planned(moment, { delay: moment.plan.delay + step.ms })
    case 'beats':
      return planned(moment, { beats: replan(moment, timing, step.offsets) })
    case 'sealAs':
      return planned(moment, { sealAs: [...moment.plan.sealAs, step] })
    case 'reorg':
      return reorgBy(moment, timing, step.depth, step.omit)
    case 'setLag':
      return quietly(moment, { chain: setLag(chain, step) })
  }
}

function quietly(moment: Moment, change: Partial<Moment>): Applied {
  return applied({ ...moment, ...change })
}

function planned(moment: Moment, change: Partial<Plan>): Applied {
  return quietly(moment, { plan: { ...moment.plan, ...change } })
}

/** The beats that passed stay; of the others, those that are yet to come. */
function replan(
  moment: Moment,
  timing: Timing,
  offsets: readonly number[],
): number[] {
  const passed = moment.time - moment.openedAt
  const count = beatsBefore(moment.time, moment, timing)
  return [
    ...Array.from({ length: count }, (_, at) => offsetOf(moment, timing, at)),
    ...[0, ...offsets].filter((offset) => offset >= passed),
  ]
}

function reorgBy(
  moment: Moment,
  timing: Timing,
  depth: number,
  omit: readonly string[] | undefined,
): Applied {
  const { chain, happened } = reorg(moment.chain, depth, omit)
  const first = latestNumber(chain) - BigInt(depth) + 1n
  const sealed = Array.from({ length: depth }, (_, at) => ({
    type: 'sealed' as const,
    number: first + BigInt(at),
    chain,
  }))
  return applied({ ...moment, chain }, [
    ...sealed,
    ...tellAt(placeOf(moment, timing), happened),
  ])
}

function set(
  moment: Moment,
  address: Address,
  change: AccountParameters,
): Applied {
  const chain = setAccounts(moment.chain, { [address]: change })
  return quietly(moment, { chain })
}

/** A sealed block reopens pending at index 0; the beats stay where they are. */
export function importAt(
  moment: Moment,
  timing: Timing,
  parameters: ImportParameters,
): Applied & { imported: Imported } {
  const { chain, imported, happened } = importBlock(moment.chain, parameters)
  const { number } = imported
  const dropped = tellAt(placeOf(moment, timing), happened)
  if (number === null || chain.sealed === moment.chain.sealed)
    return { ...applied({ ...moment, chain }, dropped), imported }
  const next = reopen({ ...moment, chain }, timing)
  const told = [
    { type: 'sealed' as const, number, chain },
    ...dropped,
    ...tellAt(placeOf(next, timing), opening(chain.open)),
  ]
  return { ...applied(next, told), imported }
}

/** Beats that a step gave the block before end with it: the next begins now. */
function reopen(moment: Moment, timing: Timing): Moment {
  const { time, plan, openedBeat } = moment
  const openedAt = plan.beats === null ? lastBeat(moment, timing) : time
  const beats = beatsBefore(openedAt, moment, timing)
  return { ...moment, openedAt, openedBeat: openedBeat + beats, plan: noPlan }
}
