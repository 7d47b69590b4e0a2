import type { Path } from '../validation/problem.js'
import type { Step } from './step.js'

/** What a text in a step is to the names that steps go by. */
type Role =
  /** The label that the step itself gets, for later ones to name it. */
  | 'label'
  /** The label of an earlier step of type `preconfirm`. */
  | 'preconfirmLabel'
  /** The same, or a transaction's hash. */
  | 'transaction'
  /** The label of an earlier step of type `fault` or `inclusion`. */
  | 'faultLabel'
  /** No name, and nothing in it is one. */
  | 'noName'

/** What a value holds of texts that may be names; hex and tags are none. */
type RolesIn<value> = [string] extends [value]
  ? Role
  : value extends string | number | bigint | boolean | undefined
    ? never
    : value extends readonly (infer item)[]
      ? RolesIn<item>
      : [keyof RolesOf<value>] extends [never]
        ? never
        : RolesOf<value> | 'noName'

type RolesOf<fields> = {
  readonly [field in KeyOf<fields> as [
    RolesIn<ValueOf<fields, field>>,
  ] extends [never]
    ? never
    : field]: RolesIn<ValueOf<fields, field>>
}

type KeyOf<fields> = fields extends unknown ? keyof fields : never

type ValueOf<fields, field> = fields extends unknown
  ? field extends keyof fields
    ? NonNullable<fields[field]>
    : never
  : never

/**
 * Where each type of step holds names: what a list is to its items, it is to
 * each of them. Without a new step, or a new field that may hold any text, this
 * does not compile.
 */
const roles: {
  readonly [type in Step['type']]: RolesOf<Extract<Step, { type: type }>>
} = {
  preconfirm: { label: 'label' },
  drop: { label: 'preconfirmLabel' },
  setBalance: {},
  setNonce: {},
  setCode: {},
  setStorageAt: {},
  setContract: { contract: 'noName' },
  fault: { label: 'label', fault: 'noName' },
  inclusion: { rule: { label: 'label' } },
  lift: { label: 'faultLabel' },
  importBlock: {},
  expectBlock: {},
  seal: {},
  delaySeal: {},
  beats: {},
  sealAs: {
    order: 'transaction',
    omit: 'transaction',
    amend: { transaction: 'transaction' },
  },
  reorg: { omit: 'transaction' },
  setLag: {},
}

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

/** The step with other names, where `map` gives others. */
export function mapNames<step>(step: step, map: MapName): step {
  const { type } = Object(step) as { type?: unknown }
  return typeof type === 'string' && Object.hasOwn(roles, type)
    ? (mapped(step, roles[type as Step['type']], [], map) as step)
    : step
}

type MapName = (name: string, role: NameIn['role'], path: Path) => string

type Roles = Role | { readonly [field: string]: Roles }

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
