import type { Path } from '../../../base/hex/hex.js'
import type { Role, Roles, RolesOf } from '../names/names.js'
import type { Step } from '../steps/steps.js'

/** A name in a step. */
export type NameIn = {
  readonly path: Path
  readonly name: string
  readonly role: Exclude<Role, 'noName'>
}

/** The names in a step, which may be wrong in itself. */
export function namesIn(step: unknown): NameIn[] {
  const found: NameIn[] = []
  mapNames(step, (name, role, path) => {
    found.push({ path, name, role })
    return name
  })
  return found
}

/** The step with other names, if `map` gives others. */
export function mapNames<step>(step: step, map: MapName): step {
  const { type } = Object(step) as { type?: unknown }
  return typeof type === 'string' && Object.hasOwn(names, type)
    ? (mapped(step, names[type as keyof typeof names], [], map) as step)
    : step
}

type MapName = (name: string, role: NameIn['role'], path: Path) => string

function mapped(value: unknown, roles: Roles, path: Path, map: MapName) {
  if (roles === 'noName') return value
  if (Array.isArray(value))
    return value.map((item, index): unknown =>
      mapped(item, roles, [...path, index], map),
    )
  if (typeof roles === 'string')
    return typeof value === 'string' ? map(value, roles, path) : value
  if (typeof value !== 'object' || value === null) return value
  const copy: { [field: string]: unknown } = { ...value }
  for (const [field, inside] of Object.entries(roles))
    if (copy[field] !== undefined)
      copy[field] = mapped(copy[field], inside, [...path, field], map)
  return copy
}

/** The names in the fields of steps; presets load this alone. */
const names: {
  readonly [type in Step['type'] as keyof NamesOf<type> extends never
    ? never
    : type]: NamesOf<type>
} = {
  preconfirm: { label: 'label' },
  drop: { transaction: 'transaction' },
  setContract: { contract: 'noName' },
  fault: {
    fault: {
      label: 'label',
      methods: 'noName',
      endpoint: 'noName',
      body: 'noName',
      headers: 'noName',
      message: 'noName',
      data: 'noName',
    },
  },
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
