import type { ImportReport } from '../chain/intents/checkImport.js'
import type { Hash } from '../hex/hex.js'
import type { StepNow } from '../schema/step.js'
import type {
  DelaySealParameters,
  ReorgParameters,
  SealAsParameters,
  SetLagParameters,
} from '../schema/steps/blockSteps.js'

/** What goes wrong with blocks, at once: each is a step of that name. */
export type MishapVerbs = {
  /**
   * Does what a step of a timeline does, but now, as a verb: after the beat of
   * this instant, if it has one.
   *
   * @example
   * node.apply({ type: 'fault', label: 'outage', fault: { type: 'network' } })
   * node.apply({ type: 'lift', label: 'outage' })
   *
   * @param step - A step without `at`.
   * @returns What its verb returns: the hash of `preconfirm`, the report of
   * `importBlock`, how to lift a `fault`.
   * @throws what its verb throws.
   */
  apply<type extends StepNow['type']>(
    step: { readonly type: type } & Extract<StepNow, { type: type }>,
  ): Applied<type>

  /**
   * Seals the open block at once, and opens the next one, whose boundary is a
   * `blockTime` later. Unlike `seal`, it moves no time. What was queued since
   * the last beat is then pending, not sealed.
   *
   * @example
   * node.sealNow()
   *
   * @throws what a planned `sealAs` could not do; the block is sealed all the
   * same.
   */
  sealNow(): void

  /**
   * Has the open block sealed differently from what was pre-confirmed: without
   * some transactions, in another order, or with other effects. It comes to
   * pass when the block is sealed.
   *
   * @example
   * node.sealAs({ omit: ['payment'] }) // by label, or by hash
   *
   * @throws LabelNotPendingError when none that is queued or pending has a
   * label that is named.
   */
  sealAs(parameters: SealAsParameters): void

  /**
   * Has the open block sealed later than it was due.
   *
   * @example
   * node.delaySeal({ ms: 400 })
   */
  delaySeal(parameters: DelaySealParameters): void

  /**
   * Replaces the newest sealed blocks by others, which hold the same
   * transactions but those in `omit`, or none where `omit` is absent. What is
   * pending is queued again.
   *
   * @example
   * node.reorg() // latest is another, empty block
   * node.reorg({ depth: 2, omit: ['payment'] })
   *
   * @throws ReorgTooDeepError when it would replace the first block.
   * @throws ImportedReorgError when a block among them was imported.
   */
  reorg(parameters?: ReorgParameters): void

  /**
   * Moves `safe` and `finalized`, in blocks behind latest, from here on and
   * never back.
   *
   * @example
   * node.setLag({ safe: 2, finalized: 4 })
   *
   * @throws LagError when `finalized` were before `safe`.
   */
  setLag(parameters: SetLagParameters): void
}

/** What `node.apply` returns for a step of that type. */
export type Applied<type> = type extends keyof Results
  ? Results[type]
  : undefined

type Results = {
  preconfirm: Hash
  fault: () => void
  inclusion: () => void
  importBlock: ImportReport
}
