import { isDeepStrictEqual } from 'node:util'

/** Throws where what the model expects is not what the node says. */
export function same(what: string, expected: unknown, actual: unknown) {
  if (!isDeepStrictEqual(plain(expected), plain(actual)))
    throw new Error(
      [what, ...differences(plain(expected), plain(actual), '')].join('\n  '),
    )
}

/** Undefined fields are as absent, and prototypes make no difference. */
function plain(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(plain)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value)
      .filter(([, one]) => one !== undefined)
      .map(([key, one]) => [key, plain(one)]),
  )
}

/** Where two values differ, innermost. */
function differences(one: unknown, other: unknown, path: string): string[] {
  if (isDeepStrictEqual(one, other)) return []
  const isInner = [one, other].every(
    (value) => typeof value === 'object' && value !== null,
  )
  if (!isInner) return [`${path}: expected ${show(one)}, is ${show(other)}`]
  const keys = new Set([
    ...Object.keys(Object(one)),
    ...Object.keys(Object(other)),
  ])
  return [...keys].flatMap((key) =>
    differences(Object(one)[key], Object(other)[key], `${path}.${key}`),
  )
}

function show(value: unknown): string {
  return JSON.stringify(value, (_, one) =>
    typeof one === 'bigint' ? `${one}n` : one,
  )
}
