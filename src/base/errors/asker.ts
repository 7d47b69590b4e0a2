/** Known to entries that are bundled apart; no part of what users see. */
const asker = Symbol.for('preseal.asker')

/** Many, since a client's own frames come first. */
const mostFrames = 50

/** The stack of the code that runs now: an error that is never thrown. */
export function captureStack(): Error {
  const limited = Error as { stackTraceLimit?: number }
  const before = limited.stackTraceLimit
  limited.stackTraceLimit = mostFrames
  try {
    return new Error('asked')
  } finally {
    limited.stackTraceLimit = before as number
  }
}

export function attachStack<value extends object>(
  value: value,
  trace: Error | undefined,
): value {
  return Object.defineProperty(value, asker, { value: trace })
}

/** The stack of whoever asked for it, if that is known. */
export function attachedStack(value: object): string | undefined {
  return (value as { readonly [asker]?: Error })[asker]?.stack
}
