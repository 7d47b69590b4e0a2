const brand = Symbol.for('preseal.error')

/** Address of the reference; package.json has the same for the project. */
const reference =
  'https://example.invalid/preseal/blob/main/docs/reference/errors.md'

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

/** Errors that list every mistake in `problems`. */
export type ListingErrorName =
  | 'InvalidForkError'
  | 'InvalidOptionsError'
  | 'InvalidParametersError'
  | 'InvalidScenarioError'

type OtherErrorName =
  | 'CadenceError'
  | 'ClockNotOwnedError'
  | 'ComputeUnitLimitError'
  | 'ContractFunctionError'
  | 'ControlExposedError'
  | 'DisposedError'
  | 'EndlessListenersError'
  | 'EndpointError'
  | 'ExplorationError'
  | 'FakeTimersError'
  | 'ForeignSnapshotError'
  | 'GasLimitError'
  | 'InitcodeSizeError'
  | 'InsufficientBalanceError'
  | 'InvalidContractError'
  | 'InvalidDurationError'
  | 'InvalidEventError'
  | 'InvalidHandlerError'
  | 'InvalidInvariantError'
  | 'InvalidKitOptionsError'
  | 'InvalidListenerError'
  | 'InvalidProfileError'
  | 'InvalidServedNodeError'
  | 'InvalidSocketNodeError'
  | 'InvalidStreamError'
  | 'InvalidTimelineError'
  | 'KnownTransactionError'
  | 'LagError'
  | 'ListenError'
  | 'MishapFoundError'
  | 'MissingBlockError'
  | 'MissingGlobalError'
  | 'MisusedMatcherError'
  | 'NamedTwiceError'
  | 'NoEngineError'
  | 'NoTestNodeError'
  | 'NonceError'
  | 'NotImportedError'
  | 'NotOnNodeError'
  | 'NotRecordedError'
  | 'NothingAheadError'
  | 'NothingArrivedError'
  | 'OutsideTestError'
  | 'OverflowError'
  | 'ProviderRpcError'
  | 'ReentrantCallError'
  | 'ReorgError'
  | 'RequestFailedError'
  | 'TimestampError'
  | 'UnawaitedError'
  | 'UnhashedBlocksError'
  | 'UnknownIdError'
  | 'UnknownSocketError'
  | 'UnknownStateError'
  | 'UnknownTransactionError'
  | 'UnrecordableError'
  | 'UnsettledError'
  | 'WatchError'

/** The `name` of every error that preseal throws at its callers. */
export type PresealErrorName = ListingErrorName | OtherErrorName

/** These end within preseal, or as a line that the command prints. */
type InnerErrorName =
  | 'CommandFailedError'
  | 'EndedError'
  | 'NoCodeError'
  | 'NotGivenError'
  | 'NotJsonError'
  | 'OutputFileError'
  | 'ScenarioFileError'
  | 'StoppedError'
  | 'UnreadableFieldError'
  | 'UsageError'

/**
 * Base class of every error that preseal throws at its callers: a stable
 * `name`, a one-line message, a link to the reference, and a brand that a
 * second copy of the package recognises.
 */
export abstract class PresealError extends Error {
  abstract override readonly name: PresealErrorName | InnerErrorName

  constructor(message: string, options?: { cause?: unknown }) {
    super(message.replace(/\s*\n\s*/g, ' '), options)
    Object.defineProperty(this, brand, { value: true })
  }

  /** URL of the page that says when it is thrown and what to do. */
  get docs(): string {
    return `${reference}#${this.name.toLowerCase()}`
  }
}

/**
 * The type that `isPresealError` narrows to: its `name` determines its other
 * fields.
 */
export type AnyPresealError = PresealError &
  (
    | { readonly name: ListingErrorName; readonly problems: readonly Problem[] }
    | { readonly name: OtherErrorName }
  )

/**
 * Whether `value` is an error of preseal, of this copy or another one.
 *
 * @example
 * try {
 *   node.setBalance({ address: alice, value: -1n })
 * } catch (error) {
 *   if (isPresealError(error) && error.name === 'InvalidParametersError')
 *     error.problems // [{ path: 'value', given: '-1n', expected: … }]
 * }
 */
export function isPresealError(value: unknown): value is AnyPresealError {
  return (
    typeof value === 'object' &&
    value !== null &&
    (value as Record<symbol, unknown>)[brand] === true
  )
}
