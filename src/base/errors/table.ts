/**
 * Every error of preseal by its name: the names are what somebody would tell
 * apart in a `catch`, and a `reason` tells apart what one name covers.
 * docs/reference/errors.md lists these rows.
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
  /** When it is thrown. */
  readonly when: string
  /** What `reason` says, and what it stands for. */
  readonly reasons?: { readonly [reason: string]: string }
  /** Lists every mistake in `problems`. */
  readonly lists?: true
  /** Of the answer to a request that it ends, if not -32000. */
  readonly code?: number
}

export const errors = {
  InvalidOptionsError: {
    kind: 'input',
    when: 'options of what creates or runs something are wrong',
    lists: true,
  },
  InvalidParametersError: {
    kind: 'input',
    when: 'parameters of any other function are wrong',
    lists: true,
  },
  InvalidScenarioError: {
    kind: 'input',
    when: 'a scenario is wrong, or JSON cannot hold it',
    lists: true,
  },
  InvalidCaptureError: {
    kind: 'input',
    when: "a fork's record or a captured stream cannot be read",
    lists: true,
  },
  MisuseError: {
    kind: 'use',
    when: 'a function is called where it has no meaning',
    reasons: {
      member: 'a node has no such member',
      outsideTest: '`testNode` is called outside a test',
      wrongRunner: 'the entry of a test runner is imported under another',
      noTestNode: 'time advances, but the test has no node',
      unawaited: 'a test ends before `advanceAsync` or its like has',
      noWallet: '`walletScript` is called, but no wallet is served',
    },
  },
  InsufficientBalanceError: {
    kind: 'chain',
    when: 'the sender cannot pay value and fee',
  },
  NonceError: {
    kind: 'chain',
    when: "a nonce is not the sender's next one",
  },
  GasLimitError: {
    kind: 'chain',
    when: 'something does not fit its limit of gas, bytes or computation',
    reasons: {
      block: 'no block has room for the transaction',
      intrinsic: 'the transaction costs more before it runs',
      transaction: 'no transaction may have so much gas',
      amended: 'a `planSeal` amends `gasUsed` beyond the limit',
      deposit: 'the deposit that opens each block would not fit',
      initcode: 'the code that creates a contract is too long',
      compute: 'precompiles would compute too long',
    },
  },
  KnownTransactionError: {
    kind: 'chain',
    when: 'the same transaction is queued, pre-confirmed or sealed already',
  },
  UnknownTransactionError: {
    kind: 'chain',
    when: 'a named transaction is not where it is needed',
  },
  ChainRuleError: {
    kind: 'chain',
    when: 'a change would break a rule of the chain',
    reasons: {
      reorg: 'it would replace a block that cannot be rebuilt',
      finality: '`finalized` would be ahead of `safe`',
      cadence: 'blocks would not begin at beats',
      timestamp: 'a block would not be later than its parent',
      overflow: 'a balance would reach 2^256 wei, or a nonce 2^53',
      namedTwice: 'a `planSeal` names a transaction twice in one list',
    },
  },
  NoEngineError: {
    kind: 'chain',
    when: 'bytecode would run, but nothing runs it',
    code: -32004,
  },
  NoCodeError: {
    kind: 'chain',
    when: 'a function is called at an address without code',
    code: -32001,
  },
  ContractFunctionError: {
    kind: 'code',
    when: "a contract's function is missing, throws, or returns a wrong value",
  },
  UnknownStateError: {
    kind: 'chain',
    when: 'an import left unknown the state that is read',
  },
  UnknownBlockError: {
    kind: 'chain',
    when: 'the chain does not hold what is read of a block',
    reasons: {
      hash: 'the hash depends on too many blocks without one',
      announced: 'only the hash of the block is known',
      partial: 'the block was imported without it',
    },
  },
  NotRecordedError: {
    kind: 'chain',
    when: "a fork's record does not hold what is read",
  },
  UnknownIdError: {
    kind: 'use',
    when: 'this node has not handed out, or no longer knows, what is named',
    reasons: {
      fault: 'a fault, in a control method',
      snapshot: 'a snapshot',
      socket: 'a socket',
    },
  },
  ClockError: {
    kind: 'surroundings',
    when: 'the time of the node cannot move as asked',
    reasons: {
      notOwned: 'the node follows a clock that it cannot move',
      fakeTimers: 'fake timers and the clock of the node would part unnoticed',
    },
  },
  NothingAheadError: {
    kind: 'use',
    when: 'what a call waits for will not come',
    reasons: {
      beat: 'a beat',
      block: 'a block',
      request: 'a request for a gate',
    },
  },
  UnsettledError: {
    kind: 'use',
    when: 'requests or timers of the application do not come to rest',
  },
  DisposedError: { kind: 'use', when: 'the node was disposed of' },
  ReentrantCallError: {
    kind: 'code',
    when: 'a listener, a function of a contract or an exploration calls what may only be called outside',
    reasons: {
      listener: 'a listener moves time',
      endless: 'a listener causes its own event again and again',
      engine: 'a function of a contract changes the node',
      exploration: 'an exploration begins another',
    },
  },
  ProviderRpcError: {
    kind: 'request',
    when: 'a request fails; `code` and `data` are those of EIP-1193',
  },
  EndpointError: {
    kind: 'surroundings',
    when: 'a live endpoint cannot be recorded',
    reasons: {
      answer: 'it does not answer, or not as a node does',
      pruned: 'it no longer has the state of the block',
      unrecordable: 'a chain, a block or a value that no record can hold',
      stopped: 'the recording was stopped',
    },
  },
  EnvironmentError: {
    kind: 'surroundings',
    when: 'the runtime lacks what a function needs',
    reasons: {
      global: 'a global is missing',
      port: 'a server cannot listen',
    },
  },
  ExplorationError: {
    kind: 'finding',
    when: 'an exploration cannot run as it is written',
    reasons: {
      watch: 'a look of `watch` throws, or returns no plain data',
      undisturbed: 'the test fails without a mishap, or cannot be repeated',
      inside: 'the explored test creates nodes or moves time by itself',
      test: 'the test itself fails, not the application',
    },
  },
  CommandError: {
    kind: 'use',
    when: 'the command `preseal` cannot do what it is told',
    reasons: {
      usage: 'a command or an option is wrong',
      file: 'a file cannot be read or written',
      reader: 'the command that shows or reads the result fails',
    },
  },
  MishapFoundError: {
    kind: 'finding',
    when: 'an exploration found a mishap that breaks the test',
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
  [each in name]: Errors[each] extends { reasons: infer reasons }
    ? keyof reasons
    : undefined
}[name]
