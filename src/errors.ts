const brand = Symbol.for('preseal.error')

/**
 * The base of every error that preseal throws at its own callers: a stable
 * `name`, a one-line message, and a brand that a second copy of the package
 * recognises.
 */
export class PresealError extends Error {
  override readonly name: string = 'PresealError'

  constructor(message: string, options?: { cause?: unknown }) {
    super(message.replace(/\s*\n\s*/g, ' '), options)
    Object.defineProperty(this, brand, { value: true })
  }
}

/**
 * Tells whether `value` is an error of preseal, of this copy or another one.
 *
 * @example
 * try {
 *   node.setBalance({ address: alice, value: -1n })
 * } catch (error) {
 *   if (isPresealError(error)) error.name // 'InvalidParametersError'
 * }
 */
export function isPresealError(value: unknown): value is PresealError {
  return (
    typeof value === 'object' &&
    value !== null &&
    (value as Record<symbol, unknown>)[brand] === true
  )
}
