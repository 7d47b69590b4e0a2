import { PresealError } from '../../base/errors/errors.js'
import { toQuantity } from '../../base/hex/hex.js'
import { readGiven, type Verb } from '../verbs/verb.js'
import { verbs } from '../verbs/verbs.js'
import { type ControlMethod, method } from './method.js'
import { parseCount } from './parseCount.js'
import { mostKept } from './register.js'

/** The verbs of the node under their own names and in their own shapes. */
export const presealMethods = (): {
  readonly [name: string]: ControlMethod
} => ({
  ...Object.fromEntries(verbs.map((verb) => [verb.name, toMethod(verb)])),

  lift: method([{ name: 'id', parse: parseCount }], ({ lifts }, [id]) => {
    const lift = lifts.find(id)
    if (lift === undefined) throw unknownIdError('fault', id)
    lift()
  }),

  snapshot: method([], ({ verbs, snapshots }) =>
    snapshots.add(verbs.snapshot()),
  ),

  revert: method(
    [{ name: 'snapshot', parse: parseCount }],
    ({ verbs, snapshots }, [id]) => {
      const snapshot = snapshots.find(id)
      if (snapshot === undefined) throw unknownIdError('snapshot', id)
      verbs.revert(snapshot)
    },
  ),

  now: method([], ({ verbs }) => verbs.now),
})

/** Verbs word the errors of their arguments themselves. */
function toMethod(verb: Verb): ControlMethod {
  const parse = (value: unknown) => ({ ok: true, value }) as const
  const parameters =
    verb.parameter === null ? [] : [{ name: 'parameters', parse }]
  return method(parameters, ({ runtime, lifts }, [argument]) => {
    const given = readGiven(verb, argument, 'json')
    const { call, control = call, toJson } = verb
    const returned = control(runtime, given)
    return toJson === undefined ? returned : toJson(returned, lifts.add, given)
  })
}

function unknownIdError(
  kind: 'fault' | 'snapshot',
  id: number,
): PresealError<'UnknownIdError'> {
  const used = kind === 'snapshot' ? ', unless evm_revert used it up' : ''
  return new PresealError(
    'UnknownIdError',
    `No ${kind} has the id ${toQuantity(id)}. Give the result of preseal_${kind}; the newest ${mostKept} are known${used}.`,
  )
}
