import * as values from '../../../base/validation/values.js'
import { liftLabel } from '../../faults/faultState.js'
import { value } from '../../schema/schema.js'
import { transition } from '../moment/moment.js'
import type { RolesOf } from '../names/roles.js'
import type { StepFile } from './internal/stepFile.js'

export type LiftStep = { type: 'lift'; label: string }

export const liftNames: RolesOf<LiftStep> = { label: 'faultLabel' }

export const lift = {
  type: 'lift',
  fields: () => ({ label: value(values.nonEmptyText) }),
  apply: (moment, { label }) =>
    transition({ ...moment, faults: liftLabel(moment.faults, label) }),
} as const satisfies StepFile<LiftStep>
