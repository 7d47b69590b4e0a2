import type { Applied } from '../api/mishapVerbs.js'
import type { ScriptVerbs } from '../api/scriptVerbs.js'
import type { TimeVerbs } from '../api/timeVerbs.js'
import { PresealError } from '../errors.js'
import { toQuantity } from '../hex/hex.js'
import { type Parsed, refuse } from '../hex/parse.js'
import { parseVerb } from '../schema/parseVerb.js'
import type { StepNow } from '../schema/step.js'
import { type Controlled, type ControlMethod, method } from './method.js'
import { parseCount } from './parseCount.js'
import { mostKept } from './register.js'

/** The verbs of the node under their own names and in their own shapes. */
export const presealMethods = {
  apply: verb('apply', (on, step) => answerOf(on, on.verbs.apply(step))),

  preconfirm: verb('preconfirm', (on, given) => on.verbs.preconfirm(given)),

  dropTransaction: verb('dropTransaction', (on, given) =>
    on.verbs.dropTransaction(given),
  ),

  setBalance: verb('setBalance', (on, given) => on.verbs.setBalance(given)),

  setNonce: verb('setNonce', (on, given) => on.verbs.setNonce(given)),

  setCode: verb('setCode', (on, given) => on.verbs.setCode(given)),

  setStorageAt: verb('setStorageAt', (on, given) =>
    on.verbs.setStorageAt(given),
  ),

  setContract: verb('setContract', (on, given) => on.verbs.setContract(given)),

  importBlock: verb('importBlock', (on, given) =>
    answerOf(on, on.verbs.importBlock(given)),
  ),

  sealNow: method([], ({ verbs }) => verbs.sealNow()),

  sealAs: verb('sealAs', (on, given) => on.verbs.sealAs(given)),

  delaySeal: verb('delaySeal', (on, given) => on.verbs.delaySeal(given)),

  reorg: verb('reorg', (on, given) => on.verbs.reorg(given), {}),

  setLag: verb('setLag', (on, given) => on.verbs.setLag(given)),

  advance: verb('advance', (on, ms) => on.jump('advance', ms)),

  tick: verb('tick', (on, beats) => on.jump('tick', beats), 1),

  seal: verb('seal', (on, blocks) => on.jump('seal', blocks), 1),

  seek: verb('seek', (on, ms) => on.verbs.seek(ms)),

  fault: verb('fault', (on, given) => answerOf(on, on.verbs.fault(given))),

  inclusion: verb('inclusion', (on, given) =>
    on.lifts.add(on.verbs.inclusion(given)),
  ),

  lift: method([{ name: 'id', parse: parseCount }], ({ lifts }, [id]) => {
    const lift = lifts.find(id)
    if (lift === undefined) throw new UnknownIdError('fault', id)
    lift()
  }),

  snapshot: method([], ({ verbs, snapshots }) =>
    snapshots.add(verbs.snapshot()),
  ),

  revert: method(
    [{ name: 'parameters', parse: parseSnapshotId }],
    ({ verbs, snapshots }, [id]) => {
      const snapshot = snapshots.find(id)
      if (snapshot === undefined) throw new UnknownIdError('snapshot', id)
      verbs.revert({ snapshot })
    },
  ),

  now: method([], ({ verbs }) => verbs.now),
} satisfies { [name in ControlledVerb | 'lift' | 'now']: ControlMethod }

/** `handle` takes a function, which JSON cannot hold. */
type ControlledVerb = Exclude<keyof (ScriptVerbs & TimeVerbs), 'handle'>

type Verb = Parameters<typeof parseVerb>[0]

/** A verb of one argument, which words what is wrong with it itself. */
function verb<name extends Verb>(
  name: name,
  act: (on: Controlled, parsed: ReturnType<typeof parseVerb<name>>) => unknown,
  fallback?: number | object,
) {
  const parse = (given: unknown): Parsed<unknown> => ({
    ok: true,
    value: given,
  })
  return method([{ name: 'parameters', parse }], (on, [given = fallback]) =>
    act(on, parseVerb(name, given, 'json')),
  )
}

/** What a verb returned, as JSON has it. */
function answerOf(
  { lifts }: Controlled,
  returned: Applied<StepNow['type']>,
): unknown {
  if (typeof returned === 'function') return lifts.add(returned)
  if (typeof returned !== 'object') return returned
  const { number, hash, links, checks } = returned
  const quantity = number === null ? null : toQuantity(number)
  return { number: quantity, hash, links, checks }
}

function parseSnapshotId(given: unknown): Parsed<number> {
  const isObject = typeof given === 'object' && given !== null
  if (!isObject || Object.keys(given).join() !== 'snapshot')
    return refuse(given, 'an object { snapshot } with the id of a snapshot')
  return parseCount((given as { snapshot: unknown }).snapshot)
}

class UnknownIdError extends PresealError {
  override readonly name = 'UnknownIdError'

  constructor(kind: 'fault' | 'snapshot', id: number) {
    const used = kind === 'snapshot' ? ', unless evm_revert used it up' : ''
    super(
      `No ${kind} has the id ${toQuantity(id)}. Give what preseal_${kind} answered; each of the newest ${mostKept} is known${used}.`,
    )
  }
}
