import {
  errors,
  type ListingErrorName,
  type PresealErrorName,
  type ReasonOf,
} from './table.js'

export type { ListingErrorName, PresealErrorName }

const brand: unique symbol = Symbol.for('preseal.error')

/** The page that the package in use brings along. */
const reference = 'node_modules/preseal/docs/reference/errors.md'

/** One mistake in the given value. */
export type Problem = {
  /**
   * Path to the mistake: `accounts.0x….balance`, `steps[3].at`; `''` is the
   * whole value.
   */
  readonly path: string
  /** The given value, as text. */
  readonly given: string
  /** The expected value, in words. */
  readonly expected: string
  /** Advice, if `expected` does not say what to do. */
  readonly advice?: string | undefined
  /** In a scenario file, counted from 1. */
  readonly line?: number | undefined
  /** In a scenario file, in UTF-16 units, as editors count. */
  readonly column?: number | undefined
}

/** What an error has beside its name and message. */
type Fields<name extends PresealErrorName> = {
  cause?: unknown
  /** What its name leaves open. */
  reason?: Exclude<ReasonOf<name>, undefined> | undefined
  /** Of a JSON-RPC error, as are its data. */
  code?: number | undefined
  data?: unknown
  /** Of an HTTP response. */
  status?: number | undefined
} & (name extends ListingErrorName
  ? { problems: readonly Problem[] }
  : { problems?: undefined })

/**
 * Every error that preseal throws at its callers: a `name` of the table of
 * errors, a one-line message, a link to the reference, and a brand that a
 * second copy of the package recognises.
 */
export class PresealError<
  const name extends PresealErrorName = PresealErrorName,
> extends Error {
  override readonly name: name

  /** What the name leaves open. */
  declare readonly reason: ReasonOf<name> | undefined

  /** Every mistake, of errors that list them. */
  declare readonly problems: name extends ListingErrorName
    ? readonly Problem[]
    : undefined

  /** Of a request that failed (EIP-1193, EIP-1474). */
  declare readonly code: name extends 'ProviderRpcError' ? number : undefined

  /** What comes with `code`. */
  declare readonly data: unknown

  /** Of a request that an HTTP fault ended. */
  declare readonly status: number | undefined

  constructor(
    name: name,
    message: string,
    ...[fields]: name extends ListingErrorName
      ? [fields: Fields<name>]
      : [fields?: Fields<name>]
  ) {
    const { cause, ...rest } = fields ?? ({} as Partial<Fields<name>>)
    super(
      message.replace(/\s*\n\s*/g, ' '),
      cause === undefined ? undefined : { cause },
    )
    this.name = name
    for (const [field, value] of Object.entries(rest))
      if (value !== undefined) Object.assign(this, { [field]: value })
    Object.defineProperty(this, brand, { value: true })
  }

  /** Whose mistake it is, as in the reference. */
  get kind(): (typeof errors)[name]['kind'] {
    return errors[this.name].kind
  }

  /** The file, and the place in it, that says when it is thrown and what to do. */
  get docs(): string {
    return `${reference}#${this.name.toLowerCase()}`
  }
}

/** The code of a request that it ends (EIP-1474); viem's headline is its own. */
export function codeOf({ name }: PresealError): number {
  const row = errors[name]
  return 'code' in row ? row.code : -32000
}

/** The same error, which says before its message where it arose. */
export function withPrefix(prefix: string, cause: PresealError): PresealError {
  const { name, message, reason, problems, code, data, status } = cause
  const fields = { reason, problems, code, data, status, cause }
  return new PresealError(name, `${prefix}${message}`, fields as never)
}

/**
 * The type that `isPresealError` narrows to: its `name` determines its other
 * fields.
 */
export type AnyPresealError = {
  [name in PresealErrorName]: PresealError<name>
}[PresealErrorName]

/**
 * Whether `value` is an error of preseal, of this copy or another one, and has
 * the name if one is given.
 *
 * @example
 * try {
 *   node.setBalance({ address: alice, value: -1n })
 * } catch (error) {
 *   if (isPresealError(error, 'InvalidParametersError'))
 *     error.problems // [{ path: 'value', given: '-1n', expected: … }]
 * }
 */
export function isPresealError(value: unknown): value is AnyPresealError
export function isPresealError<name extends PresealErrorName>(
  value: unknown,
  name: name,
): value is PresealError<name>
export function isPresealError(
  value: unknown,
  name?: PresealErrorName,
): boolean {
  if (typeof value !== 'object' || value === null) return false
  const error = value as PresealError & { readonly [brand]?: true }
  return error[brand] === true && (name === undefined || error.name === name)
}
