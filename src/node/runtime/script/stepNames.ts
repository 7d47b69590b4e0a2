import type { RolesOf } from '../names/roles.js'
import type { Step } from '../steps/steps.js'

/** The names in the fields of steps; presets load this alone. */
export const names: {
  readonly [type in Step['type'] as keyof NamesOf<type> extends never
    ? never
    : type]: NamesOf<type>
} = {
  preconfirm: { label: 'label' },
  drop: { transaction: 'transaction' },
  setContract: { contract: 'noName' },
  fault: { label: 'label', fault: 'noName' },
  inclusion: { rule: { label: 'label' } },
  lift: { label: 'faultLabel' },
  planSeal: {
    order: 'transaction',
    omit: 'transaction',
    amend: { transaction: 'transaction' },
  },
  reorg: { omit: 'transaction' },
  disconnectSockets: { reason: 'noName' },
}

type NamesOf<type> = RolesOf<Extract<Step, { type: type }>>
