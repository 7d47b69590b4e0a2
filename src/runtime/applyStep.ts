import { type Chain, latestNumber } from '../chain/chain.js'
import type { ImportParameters } from '../chain/importedBlock.js'
import type { Happening } from '../chain/intents/beat.js'
import { dropTransaction } from '../chain/intents/dropTransaction.js'
import { expectBlock } from '../chain/intents/expectBlock.js'
import { type Imported, importBlock } from '../chain/intents/importBlock.js'
import { preconfirm } from '../chain/intents/preconfirm.js'
import { reorg } from '../chain/intents/reorg.js'
import { setAccounts } from '../chain/intents/setAccounts.js'
import { setLag } from '../chain/intents/setLag.js'
import type { AccountParameters } from '../chain/transaction.js'
import { PresealError } from '../errors.js'
import { addFault, liftLabel } from '../faults/faultState.js'
import type { Address, Hash } from '../hex/hex.js'
import type { CanonicalStep } from '../schema/step.js'
import { type Applied, applied } from './applied.js'
import { type Moment, noPlan, type Plan } from './moment.js'
import { lastBeat, nextBeat, nextBoundary, type Timing } from './rhythm.js'
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
      const hash = 'hash' in step ? step.hash : findLabel(chain, step.label)
      // The beat of this very instant is still to come.
      const dueAt = nextBeat({ ...moment, time: moment.time - 1 }, timing)
      const dropped = drop(moment, timing, hash, dueAt)
      return applied({ ...moment, chain: dropped.chain }, dropped)
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
      return sealBlock(moment)
    case 'delaySeal':
      return planned(moment, { delay: moment.plan.delay + step.ms })
    case 'beats':
      return planned(moment, { beats: [0, ...step.offsets] })
    case 'sealAs':
      return planned(moment, { sealAs: [...moment.plan.sealAs, step] })
    case 'reorg':
      return reorgBy(moment, step.depth, step.omit)
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

function reorgBy(
  moment: Moment,
  depth: number,
  omit: readonly string[] | undefined,
): Applied {
  const { chain, happened } = reorg(moment.chain, depth, omit)
  const first = latestNumber(chain) - BigInt(depth) + 1n
  const sealed = Array.from({ length: depth }, (_, at) => first + BigInt(at))
  return applied({ ...moment, chain }, { sealed, happened })
}

function set(
  moment: Moment,
  address: Address,
  change: AccountParameters,
): Applied {
  const chain = setAccounts(moment.chain, { [address]: change })
  return quietly(moment, { chain })
}

function findLabel({ queue, open }: Chain, label: string): Hash {
  const candidates = [
    ...queue.transactions,
    ...open.included.map(({ transaction }) => transaction),
  ]
  const found = candidates.find((candidate) => candidate.label === label)
  if (found === undefined) throw new LabelNotPendingError(label)
  return found.hash
}

class LabelNotPendingError extends PresealError {
  override readonly name = 'LabelNotPendingError'

  constructor(label: string) {
    super(
      `The transaction labelled "${label}" is neither queued nor pending, so it cannot be dropped. Drop it before its block is sealed.`,
    )
  }
}

/** A sealed block reopens pending at index 0; the beats stay where they are. */
export function importAt(
  moment: Moment,
  timing: Timing,
  parameters: ImportParameters,
): Applied & { imported: Imported } {
  const { chain, imported, happened } = importBlock(moment.chain, parameters)
  const isPending = chain.sealed === moment.chain.sealed
  const next = isPending
    ? { ...moment, chain }
    : { ...moment, chain, openedAt: lastBeat(moment, timing), plan: noPlan }
  const sealed = isPending || imported.number === null ? [] : [imported.number]
  return { ...applied(next, { sealed, happened }), imported }
}

/** Drops a transaction at the beat `dueAt`, unless it is sealed first. */
export function drop(
  moment: Moment,
  timing: Timing,
  hash: Hash,
  dueAt: number,
): { chain: Chain; happened: readonly Happening[] } {
  const { chain } = moment
  const isPending = chain.open.included.some(
    ({ transaction }) => transaction.hash === hash,
  )
  if (isPending && dueAt === nextBoundary(moment, timing))
    throw new TooLateToDropError(hash, dueAt)
  return dropTransaction(chain, hash)
}

class TooLateToDropError extends PresealError {
  override readonly name = 'TooLateToDropError'

  constructor(hash: Hash, dueAt: number) {
    super(
      `Transaction ${hash} cannot be dropped any more: the next beat, at ${dueAt} ms, seals its block first. Drop it before the block's last beat.`,
    )
  }
}
