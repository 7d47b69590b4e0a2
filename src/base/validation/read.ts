import { display, isPlain } from '../hex/display.js'
import { type Issue, type Path, type Result, refuse } from '../hex/hex.js'
import type { Refuse } from './problem.js'

/*
 * The only file that touches a user's objects. Each is read once into a fresh
 * one, so that nothing of the user's is kept, changed, or read again after it
 * was checked, and a getter or Proxy that throws is a refusal.
 */

/**
 * Visits a plain object's own entries; those with the value undefined are
 * absent. Returns why there is nothing to visit, or to go on with.
 */
export function readEntries(
  given: unknown,
  expected: string,
  visit: (key: string, value: unknown) => void,
): Issue | undefined {
  if (given === undefined) return { given: 'missing', expected }
  let keys: string[]
  try {
    if (!isRecord(given)) return { given: display(given), expected }
    keys = Object.keys(given)
  } catch {
    return { given: 'an object that throws when it is read', expected }
  }
  for (const key of keys) {
    let value: unknown
    try {
      value = given[key]
    } catch {
      return {
        given: `an object that throws when its ${display(key)} is read`,
        expected,
      }
    }
    if (value !== undefined) visit(key, value)
  }
  return undefined
}

/** V8 keeps an object that has no prototype at all as a slow dictionary. */
const bare: object = /* @__PURE__ */ Object.create(null)

/** A plain object's own values, if no prototype adds to them. */
export function readObject(
  given: unknown,
  expected: string,
): Result<Record<string, unknown>> {
  const value: Record<string, unknown> = Object.create(bare)
  const refusal = readEntries(given, expected, (key, inner) => {
    value[key] = inner
  })
  return refusal === undefined ? { ok: true, value } : { ok: false, ...refusal }
}

/** Whether an object has a key, to choose how to read it. */
export function hasKey(given: unknown, key: string): boolean {
  try {
    return typeof given === 'object' && given !== null && key in given
  } catch {
    return false
  }
}

export function readList(given: unknown, expected: string): Result<unknown[]> {
  if (given === undefined) return { ok: false, given: 'missing', expected }
  let index: number | undefined
  try {
    if (!Array.isArray(given)) return refuse(given, expected)
    const value: unknown[] = []
    const { length } = given
    for (index = 0; index < length; index++) value.push(given[index])
    return { ok: true, value }
  } catch {
    return {
      ok: false,
      given:
        index === undefined
          ? 'an object that throws when it is read'
          : `an array that throws when its item ${index} is read`,
      expected,
    }
  }
}

const deepest = 64

/** A copy of a value that JSON can hold; what it cannot hold is refused. */
export function readJson(given: unknown, refuse: Refuse) {
  return copy(given, [], [])

  function copy(value: unknown, path: Path, around: unknown[]): unknown {
    const expected = 'a value that JSON can hold'
    switch (typeof value) {
      case 'string':
      case 'boolean':
        return value
      case 'number':
        // Adding 0 makes 0 of -0, which JSON writes as 0.
        if (Number.isFinite(value)) return value + 0
        break
      case 'object': {
        if (value === null) return null
        if (around.includes(value))
          return refuse({ path, given: 'an object within itself', expected })
        if (around.length === deepest)
          return refuse({ given: `more than ${deepest} levels deep`, expected })
        const inside = [...around, value]
        const list = readList(value, expected)
        if (list.ok)
          return list.value.map((inner, index) =>
            copy(inner, [...path, index], inside),
          )
        const target: Record<string, unknown> = {}
        const refusal = readEntries(value, expected, (key, inner) =>
          // As JSON.parse does it, so that `__proto__` is a key like others.
          Object.defineProperty(target, key, {
            value: copy(inner, [...path, key], inside),
            enumerable: true,
            configurable: true,
            writable: true,
          }),
        )
        if (refusal !== undefined) return refuse({ ...refusal, path })
        return target
      }
    }
    return refuse({ path, given: display(value), expected })
  }
}

/** From any realm, since jest runs each test file in its own. */
function isRecord(given: unknown): given is Record<string, unknown> {
  return (
    typeof given === 'object' &&
    given !== null &&
    !Array.isArray(given) &&
    isPlain(given)
  )
}
