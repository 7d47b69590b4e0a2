import { act } from '../../node/runtime/steps/internal/act.js'
import type { StepFile } from '../../node/runtime/steps/internal/stepFile.js'
import { stepSchema } from '../../node/runtime/steps/internal/stepSchema.js'
import { steps } from '../../node/runtime/steps/steps.js'
import { object, perDialect } from '../../node/schema/schema.js'
import type { Verb } from './verb.js'

/** The verbs that apply a step now. */
export const stepVerbs: readonly Verb[] = Object.values(steps).flatMap(
  (file: StepFile) =>
    file.verb === undefined ? [] : [toVerb(file, file.verb)],
)

function toVerb(file: StepFile, verb: NonNullable<StepFile['verb']>): Verb {
  const {
    parameter = (dialect) => object(stepSchema(file, dialect), verb.expected),
    toStep = (given) => Object(given),
  } = verb
  return {
    ...verb,
    name: `${verb.name}`,
    parameter: parameter && perDialect(parameter),
    call: (runtime, given) => act(runtime, file, toStep(given)),
  }
}
