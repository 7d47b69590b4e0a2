import { checkImport } from '../chain/intents/checkImport.js'
import { liftFault } from '../faults/faultState.js'
import type { HandleFn } from '../rpc/handler.js'
import type { Runtime } from '../runtime/runtime.js'
import { checkAhead, parseVerb } from '../schema/parseVerb.js'
import type { CanonicalStep, Timeless } from '../schema/step.js'
import type { Applied } from './mishapVerbs.js'
import type { ScriptVerbs } from './scriptVerbs.js'
import type { TimeVerbs } from './timeVerbs.js'

/** The verbs of a node: each reads what it is given, and acts as a step now. */
export function createVerbs(
  runtime: Runtime,
  handle: HandleFn,
): ScriptVerbs & TimeVerbs {
  const { collect } = runtime.announcer

  function apply<step extends Timeless<CanonicalStep>>(
    step: step,
  ): Applied<step['type']>
  function apply(step: Timeless<CanonicalStep>): unknown {
    const { [step.type]: verb = step.type }: Renamed = renamed
    runtime.execution.assertOver(`node.${verb}`)
    switch (step.type) {
      case 'inclusion':
      case 'fault': {
        const declared = step.type === 'fault' ? step.fault : step.rule
        checkAhead(step.type, declared, runtime.settle().time)
        const id = runtime.apply(step)
        return () => {
          if (runtime.isDisposed) return
          runtime.execution.assertOver(`What node.${step.type} returned`)
          collect(() =>
            runtime.setFaults(liftFault(runtime.settle().faults, id)),
          )
        }
      }
      case 'importBlock': {
        const checks = checkImport(step)
        return { ...runtime.apply(step), checks }
      }
      default:
        return runtime.apply(step)
    }
  }

  /** A verb that takes what its step says beside its time and type. */
  function acting<verb extends keyof typeof stepTypes>(verb: verb) {
    return (parameters: unknown) => {
      const type = stepTypes[verb]
      apply({ type, ...parseVerb(verb, parameters) } as Timeless<CanonicalStep>)
    }
  }

  const verbs: ScriptVerbs & TimeVerbs = {
    apply: (step) => apply(parseVerb('apply', step)) as never,
    preconfirm(transaction) {
      const { type: transactionType, ...fields } = parseVerb(
        'preconfirm',
        transaction,
      )
      return apply({ type: 'preconfirm', transactionType, ...fields })
    },
    dropTransaction: acting('dropTransaction'),
    setBalance: acting('setBalance'),
    setNonce: acting('setNonce'),
    setCode: acting('setCode'),
    setStorageAt: acting('setStorageAt'),
    setContract: (contract) =>
      apply({
        type: 'setContract',
        contract: parseVerb('setContract', contract),
      }),
    importBlock: (parameters) =>
      apply({ type: 'importBlock', ...parseVerb('importBlock', parameters) }),
    fault: (fault) =>
      apply({ type: 'fault', fault: parseVerb('fault', fault) }),
    inclusion: (rule) =>
      apply({ type: 'inclusion', rule: parseVerb('inclusion', rule) }),
    sealNow: () => apply({ type: 'seal' }),
    sealAs: acting('sealAs'),
    delaySeal: acting('delaySeal'),
    reorg: (parameters = {}) => acting('reorg')(parameters),
    setLag: acting('setLag'),
    handle(method, answer) {
      runtime.assertAlive()
      runtime.execution.assertOver('node.handle')
      return handle(method, answer)
    },
    advance: (ms) => runtime.move('advance', parseVerb('advance', ms)),
    tick: (beats = 1) => runtime.move('tick', parseVerb('tick', beats)),
    seal: (blocks = 1) => runtime.move('seal', parseVerb('seal', blocks)),
    seek: (ms) => runtime.seek(parseVerb('seek', ms)),
    snapshot() {
      runtime.execution.assertOver('node.snapshot')
      return runtime.snapshot()
    },
    revert: (parameters) => runtime.revert(parameters),
  }
  // What listeners throw meanwhile is thrown by the verb.
  return Object.fromEntries(
    Object.entries(verbs).map(([name, verb]) => [
      name,
      (...given: unknown[]) =>
        collect(() => (verb as (...given: unknown[]) => unknown)(...given)),
    ]),
  ) as typeof verbs
}

type Renamed = { readonly [type in CanonicalStep['type']]?: string }

/** The verbs that are not called as their steps are. */
const renamed = { seal: 'sealNow', drop: 'dropTransaction' } as const

/** The steps of the verbs that take the same as these. */
const stepTypes = {
  dropTransaction: 'drop',
  setBalance: 'setBalance',
  setNonce: 'setNonce',
  setCode: 'setCode',
  setStorageAt: 'setStorageAt',
  sealAs: 'sealAs',
  delaySeal: 'delaySeal',
  reorg: 'reorg',
  setLag: 'setLag',
} as const
