const longest = 80

/** One line that shows `value` in a message; safe for any value. */
export function display(value: unknown): string {
  const text = describe(value).replace(/\s+/g, ' ')
  return text.length > longest
    ? `${text.slice(0, longest)}… (${text.length} characters)`
    : text
}

function describe(value: unknown): string {
  switch (typeof value) {
    case 'undefined':
      return 'nothing'
    case 'string':
      return JSON.stringify(value)
    case 'bigint':
      return `${value}n`
    case 'function':
      return 'a function'
    case 'object':
      break
    default:
      return String(value)
  }
  if (value === null) return 'null'
  try {
    if (Array.isArray(value)) return `an array of ${value.length}`
    if (!isPlain(value)) return describeInstance(value)
    return (
      JSON.stringify(value, (_, inner) =>
        typeof inner === 'bigint' ? `${inner}n` : inner,
      ) ?? 'an object'
    )
  } catch {
    return 'an object that cannot be read'
  }
}

/** It has few own keys to show, so its class names it. */
function describeInstance(value: object): string {
  if ('then' in value) return 'a promise (await it first)'
  const { name } = value.constructor
  return /^(?!Object$)\w{1,40}$/.test(name)
    ? `an instance of ${name}`
    : 'an object with a prototype of its own'
}

/** From any realm: test runners have several. */
export function isPlain(value: object): boolean {
  const prototype: unknown = Object.getPrototypeOf(value)
  return prototype === null || Object.getPrototypeOf(prototype) === null
}

/** The message of any thrown value; safe for all of them. */
export function reason(thrown: unknown): string {
  if (typeof thrown === 'string') return thrown
  try {
    if (typeof thrown !== 'object' || thrown === null) return display(thrown)
    const { message } = thrown as { message?: unknown }
    return typeof message === 'string' ? message : display(thrown)
  } catch {
    return 'an error that cannot be read'
  }
}
