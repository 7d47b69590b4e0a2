/**
 * Whether a value of a request is the expected one: the same JSON, hex in any
 * case, or what an asymmetric matcher such as `expect.any(String)` accepts.
 */
export function matchesValue(expected: unknown, seen: unknown): boolean {
  if (isAsymmetric(expected)) return expected.asymmetricMatch(seen)
  if (typeof expected === 'string' && typeof seen === 'string')
    return expected === seen || (isHex(expected) && sameHex(expected, seen))
  if (!isObject(expected) || !isObject(seen)) return Object.is(expected, seen)
  if (Array.isArray(expected) !== Array.isArray(seen)) return false
  const names = new Set([...namesIn(expected), ...namesIn(seen)])
  return [...names].every((name) => matchesValue(expected[name], seen[name]))
}

type Asymmetric = { asymmetricMatch(seen: unknown): boolean }

function isAsymmetric(value: unknown): value is Asymmetric {
  return isObject(value) && typeof value.asymmetricMatch === 'function'
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}

/** Without those that are undefined, which JSON leaves out. */
function namesIn(value: Record<string, unknown>): string[] {
  return Object.keys(value).filter((name) => value[name] !== undefined)
}

function isHex(text: string): boolean {
  return /^0x[0-9a-f]*$/i.test(text)
}

function sameHex(one: string, other: string): boolean {
  return one.toLowerCase() === other.toLowerCase()
}
