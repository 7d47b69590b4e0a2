import type { Path } from '../../../base/hex/parse.js'
import type { Role, Roles } from '../names/roles.js'
import { names } from './stepNames.js'

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
