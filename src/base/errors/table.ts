/**
 * Every error of preseal by its name: the names are what somebody would tell
 * apart in a `catch`, and a `reason` tells apart what one name covers.
 * docs/reference/errors.md has a row for each, from its comment, which says when
 * it is thrown.
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
  /** Lists every mistake in `problems`. */
  readonly lists?: true
  /** Of the answer to a request that it ends, if not -32000. */
  readonly code?: number
}

export const errors = {
  /** Options or parameters of a function are wrong. */
  InvalidParametersError: {
    kind: 'input',
    lists: true,
  },
  /** A scenario is wrong, or JSON cannot hold it. */
  InvalidScenarioError: {
    kind: 'input',
    lists: true,
  },
  /** A fork's record or a captured stream cannot be read. */
  InvalidCaptureError: {
    kind: 'input',
    lists: true,
  },
  /** A function is called where it has no meaning. */
  MisuseError: {
    kind: 'use',
  },
  /** The sender cannot pay value and fee. */
  InsufficientBalanceError: {
    kind: 'chain',
  },
  /** A nonce is not the sender's next one. */
  NonceError: {
    kind: 'chain',
  },
  /** Something does not fit its limit of gas, bytes or computation. */
  GasLimitError: {
    kind: 'chain',
  },
  /** The same transaction is queued, pre-confirmed or sealed already. */
  KnownTransactionError: {
    kind: 'chain',
  },
  /** A named transaction is not where it is needed. */
  UnknownTransactionError: {
    kind: 'chain',
  },
  /** A change would break a rule of the chain. */
  ChainRuleError: {
    kind: 'chain',
  },
  /** Bytecode would run, but nothing runs it. */
  NoEngineError: {
    kind: 'chain',
    code: -32004,
  },
  /** A function is called at an address without code. */
  NoCodeError: {
    kind: 'chain',
    code: -32001,
  },
  /** A contract's function is missing, throws, or returns a wrong value. */
  ContractFunctionError: {
    kind: 'code',
  },
  /** An import or an announcement left unknown what is read. */
  UnknownStateError: {
    kind: 'chain',
  },
  /** A fork's record does not hold what is read. */
  NotRecordedError: {
    kind: 'chain',
  },
  /** This node has not handed out, or no longer knows, what is named. */
  UnknownIdError: {
    kind: 'use',
  },
  /** The time of the node cannot move as asked. */
  ClockError: {
    kind: 'surroundings',
  },
  /** What a call waits for will not come. */
  NothingAheadError: {
    kind: 'use',
  },
  /** The node was disposed of. */
  DisposedError: { kind: 'use' },
  /**
   * A listener, a function of a contract or an exploration calls what may only
   * be called outside.
   */
  ReentrantCallError: {
    kind: 'code',
  },
  /** A request fails; `code` and `data` are those of EIP-1193. */
  ProviderRpcError: {
    kind: 'request',
  },
  /** A live endpoint cannot be recorded. */
  EndpointError: {
    kind: 'surroundings',
  },
  /** The runtime lacks what a function needs. */
  EnvironmentError: {
    kind: 'surroundings',
  },
  /** An exploration cannot run as it is written. */
  ExplorationError: {
    kind: 'finding',
  },
  /** The command `preseal` cannot do what it is told. */
  CommandError: {
    kind: 'use',
  },
  /** An exploration found a mishap that breaks the test. */
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

/** What `reason` can say, by the name of the error: no code reads it, so no bundle has it. */
export const reasons = {
  MisuseError: [
    'member',
    'outsideTest',
    'concurrent',
    'wrongRunner',
    'noTestNode',
    'unawaited',
    'noWallet',
  ],
  GasLimitError: [
    'block',
    'intrinsic',
    'transaction',
    'amended',
    'deposit',
    'initcode',
    'compute',
    'hashes',
  ],
  ChainRuleError: [
    'reorg',
    'finality',
    'cadence',
    'timestamp',
    'overflow',
    'namedTwice',
    'value',
  ],
  UnknownStateError: ['announced', 'partial'],
  UnknownIdError: ['fault', 'snapshot', 'socket'],
  ClockError: ['notOwned', 'fakeTimers'],
  NothingAheadError: ['beat', 'block', 'request', 'rest'],
  ReentrantCallError: ['listener', 'endless', 'engine', 'exploration'],
  EndpointError: ['answer', 'pruned', 'unrecordable', 'stopped'],
  EnvironmentError: ['global', 'port'],
  ExplorationError: ['watch', 'undisturbed', 'inside', 'test'],
  CommandError: ['usage', 'file', 'reader'],
} as const satisfies { readonly [name in PresealErrorName]?: readonly string[] }

type Reasons = typeof reasons

export type ReasonOf<name extends PresealErrorName> = {
  [each in name]: each extends keyof Reasons ? Reasons[each][number] : undefined
}[name]
