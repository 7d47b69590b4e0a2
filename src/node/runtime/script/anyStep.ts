import * as z from 'zod/mini'
import { display } from '../../../base/hex/display.js'
import type { Dialect } from '../../../base/validation/amounts.js'
import type { Refuse } from '../../../base/validation/problem.js'
import * as values from '../../../base/validation/values.js'
import { milliseconds } from '../../../base/validation/values.js'
import {
  anyType,
  lenientRule,
  list,
  object,
  picked,
  type Schema,
  value,
} from '../../schema/schema.js'
import { stepSchema } from '../steps/act.js'
import { type Step, type StepNow, steps } from '../steps/steps.js'
import { type NameIn, namesIn } from './mapNames.js'

/** A step of any type. */
const anyStep = (dialect: Dialect) =>
  ofAnyType<Step>(
    dialect,
    () => ({ at: value(milliseconds(0)) }),
    'a step, such as { at: 200, type: "preconfirm", from, to, value }',
  )

/** The same, to be done at once. */
export const anyStepNow = (dialect: Dialect) => {
  const step = ofAnyType<StepNow>(
    dialect,
    () => ({}),
    'a step without "at", such as { type: "reorg", depth: 1 }',
  )
  return picked<StepNow, StepNow>(
    (given) => (Object(given).at === undefined ? step : timed),
    () => [step],
  )
}

const timed: Schema<StepNow> = value({
  check: (given) => ({
    ok: false,
    path: ['at'],
    given: display(Object(given).at),
    expected: 'none: leave it out',
  }),
})

function ofAnyType<step>(
  dialect: Dialect,
  fields: () => z.core.$ZodShape,
  expected: string,
): Schema<step> {
  const options = Object.entries(steps).map(([type, act]) => [
    type,
    stepSchema(act, dialect, { ...fields(), type: z.literal(type) }),
  ])
  const schema = object(anyType(Object.fromEntries(options)), expected)
  // Each file of a step says by its type what its fields read.
  return schema as Schema<step>
}

export const stepList = (dialect: Dialect) =>
  list(anyStep(dialect), 'an array of steps').check(lenientRule(checkSteps))

/**
 * The rules between steps: their order, and the labels they go by. Steps that
 * are wrong in themselves are here too, for all that is right about them.
 */
function checkSteps(given: unknown, refuse: Refuse) {
  const steps: readonly unknown[] = Array.isArray(given) ? given : []
  const labelled = new Map<string, { index: number; type: unknown }>()
  let latest = 0
  steps.forEach((step, index) => {
    const { at, type } = Object(step) as Record<string, unknown>
    if (typeof at === 'number') {
      if (at < latest)
        refuse({
          path: [index, 'at'],
          given: `${at}`,
          expected: `at least ${latest}, the "at" of the step before`,
          advice: 'Put the steps in the order of time.',
        })
      latest = at
    }
    for (const { path, name, role } of namesIn(step)) {
      const first = labelled.get(name)
      const expected = expectedOf(role, name, first)
      if (expected !== undefined)
        refuse({ path: [index, ...path], given: display(name), expected })
      else if (role === 'label') labelled.set(name, { index, type })
    }
  })
}

/** The expected name in place of a wrong one; undefined if it is right. */
function expectedOf(
  role: NameIn['role'],
  name: string,
  first: { index: number; type: unknown } | undefined,
): string | undefined {
  if (role === 'label')
    return first && `a label of its own, as steps[${first.index}] has this one`
  const { types, orHash } = earlier[role]
  const isNamed = types.some((type) => type === first?.type)
  if (isNamed || (orHash && values.hash.check(name).ok)) return undefined
  const type = types.map(display).join(' or ')
  const label = `the label of an earlier step of type ${type}`
  return orHash ? `${label}, or a 32-byte hash` : label
}

/** The types of steps that the names of each role refer to. */
const earlier = {
  transaction: { types: ['preconfirm'], orHash: true },
  faultLabel: { types: ['fault'], orHash: false },
} satisfies {
  [role in Exclude<NameIn['role'], 'label'>]: {
    types: Step['type'][]
    orHash: boolean
  }
}
