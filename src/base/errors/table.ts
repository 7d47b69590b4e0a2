/**
 * Every error of preseal by its name: the names are what somebody would tell
 * apart in a `catch`, and a `reason` tells apart what one name covers.
 * docs/reference/errors.md lists these rows, and says of each when it is thrown.
 *
 * - `input`: a value that the test gave is wrong.
 * - `use`: the call cannot be answered here or now.
 * - `chain`: the chain refuses the change, or does not hold what is read.
 * - `code`: code of the test that the node runs did wrong.
 * - `surroundings`: a clock, a runtime or an endpoint fails.
 * - `finding`: an exploration found something, or cannot begin.
 * - `request`: a request fails, as it would at a live node.
 */
type Kind =
  | 'input'
  | 'use'
  | 'chain'
  | 'code'
  | 'surroundings'
  | 'finding'
  | 'request'

type Row = {
  readonly kind: Kind
  /** What `reason` can say. */
  readonly reasons?: readonly string[]
  /** Lists every mistake in `problems`. */
  readonly lists?: true
  /** Of the answer to a request that it ends, if not -32000. */
  readonly code?: number
}

export const errors = {
  InvalidOptionsError: {
    kind: 'input',
    lists: true,
  },
  InvalidParametersError: {
    kind: 'input',
    lists: true,
  },
  InvalidScenarioError: {
    kind: 'input',
    lists: true,
  },
  InvalidCaptureError: {
    kind: 'input',
    lists: true,
  },
  MisuseError: {
    kind: 'use',
    reasons: [
      'member',
      'outsideTest',
      'concurrent',
      'wrongRunner',
      'noTestNode',
      'unawaited',
      'noWallet',
    ],
  },
  InsufficientBalanceError: {
    kind: 'chain',
  },
  NonceError: {
    kind: 'chain',
  },
  GasLimitError: {
    kind: 'chain',
    reasons: [
      'block',
      'intrinsic',
      'transaction',
      'amended',
      'deposit',
      'initcode',
      'compute',
    ],
  },
  KnownTransactionError: {
    kind: 'chain',
  },
  UnknownTransactionError: {
    kind: 'chain',
  },
  ChainRuleError: {
    kind: 'chain',
    reasons: [
      'reorg',
      'finality',
      'cadence',
      'timestamp',
      'overflow',
      'namedTwice',
    ],
  },
  NoEngineError: {
    kind: 'chain',
    code: -32004,
  },
  NoCodeError: {
    kind: 'chain',
    code: -32001,
  },
  ContractFunctionError: {
    kind: 'code',
  },
  UnknownStateError: {
    kind: 'chain',
  },
  UnknownBlockError: {
    kind: 'chain',
    reasons: ['hash', 'announced', 'partial'],
  },
  NotRecordedError: {
    kind: 'chain',
  },
  UnknownIdError: {
    kind: 'use',
    reasons: ['fault', 'snapshot', 'socket'],
  },
  ClockError: {
    kind: 'surroundings',
    reasons: ['notOwned', 'fakeTimers'],
  },
  NothingAheadError: {
    kind: 'use',
    reasons: ['beat', 'block', 'request'],
  },
  UnsettledError: {
    kind: 'use',
  },
  DisposedError: { kind: 'use' },
  ReentrantCallError: {
    kind: 'code',
    reasons: ['listener', 'endless', 'engine', 'exploration'],
  },
  ProviderRpcError: {
    kind: 'request',
  },
  EndpointError: {
    kind: 'surroundings',
    reasons: ['answer', 'pruned', 'unrecordable', 'stopped'],
  },
  EnvironmentError: {
    kind: 'surroundings',
    reasons: ['global', 'port'],
  },
  ExplorationError: {
    kind: 'finding',
    reasons: ['watch', 'undisturbed', 'inside', 'test'],
  },
  CommandError: {
    kind: 'use',
    reasons: ['usage', 'file', 'reader'],
  },
  MishapFoundError: {
    kind: 'finding',
  },
} as const satisfies { readonly [name: string]: Row }

type Errors = typeof errors

/** The `name` of every error that preseal throws at its callers. */
export type PresealErrorName = keyof Errors

/** Errors that list every mistake in `problems`. */
export type ListingErrorName = {
  [name in PresealErrorName]: Errors[name] extends { lists: true }
    ? name
    : never
}[PresealErrorName]

export type ReasonOf<name extends PresealErrorName> = {
  [each in name]: Errors[each] extends {
    reasons: readonly (infer reason)[]
  }
    ? reason
    : undefined
}[name]
