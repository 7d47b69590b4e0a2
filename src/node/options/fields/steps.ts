import { display } from '../../../base/hex/display.js'
import type { Dialect } from '../../../base/validation/amounts.js'
import type { Refuse } from '../../../base/validation/problem.js'
import * as values from '../../../base/validation/values.js'
import { anyStep } from '../../runtime/script/anyStep.js'
import { type NameIn, namesIn } from '../../runtime/script/mapNames.js'
import type { Step } from '../../runtime/steps/steps.js'
import { lenientRule, list } from '../../schema/schema.js'

export const steps = (dialect: Dialect) =>
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
