import type { Address, Hash, Hex } from '../base/hex/hex.js'
import type { Hardfork } from '../base/validation/hardforks.js'
import type { ExecutionLog, Observer } from './observer.js'

/**
 * Runs transactions and calls: a function of state, block and message that
 * returns the changes and has no side effects. So the node may answer the same
 * call of the same state without it.
 *
 * It is synchronous, as a beat is: the transactions after a dropped one run
 * again before the beat is emitted. Hex strings are canonical (lower-case, of
 * full length), both given and returned.
 */
export type Engine = {
  /** Its name in error messages, such as `'evm'`. */
  readonly name?: string | undefined
  /**
   * Runs the message. A failure is an outcome, not an exception. Errors of the
   * reader or of a native contract pass through unchanged.
   */
  execute(
    state: StateReader,
    environment: Environment,
    message: Message,
    observer?: Observer | undefined,
  ): Execution
  /**
   * Recovers the signer of a hash; undefined if there is none. The node uses it
   * for signed transactions: it may be faster than the node's own script.
   */
  readonly recoverSigner?: RecoverSigner | undefined
  /**
   * Lists what a block's transactions accessed (EIP-7928). An engine without it
   * does not run Amsterdam, and the node refuses that hardfork.
   *
   * @param others - Accounts that the block accesses beside its transactions.
   */
  readonly blockAccessList?:
    | ((
        transactions: readonly Accesses[],
        others: readonly Address[],
      ) => BlockAccessList)
    | undefined
}

/** What a transaction has looked at, and what it has left changed. */
export type Accesses = {
  /** Slots by account: those too that it wrote, and that a revert undid. */
  readonly accessed: Accessed
  /** Values after it, where they differ from those before it. */
  readonly changes: {
    readonly [address: Address]: Omit<AccountChange, 'cleared'>
  }
}

export type Accessed = { readonly [address: Address]: readonly Hash[] }

export type BlockAccessList = {
  /** By address. */
  readonly accounts: readonly AccountAccesses[]
  readonly hash: Hash
}

/** Index 1 is the first transaction of the block. */
export type AccountAccesses = {
  readonly address: Address
  readonly storageChanges: readonly {
    readonly key: Hash
    readonly changes: readonly Indexed<Hash>[]
  }[]
  readonly storageReads: readonly Hash[]
  /** In wei. */
  readonly balanceChanges: readonly Indexed<bigint>[]
  readonly nonceChanges: readonly Indexed<bigint>[]
  readonly codeChanges: readonly Indexed<Hex>[]
}

type Indexed<value> = { readonly index: number; readonly value: value }

export type RecoverSigner = (
  hash: Uint8Array,
  r: bigint,
  s: bigint,
  parity: number,
) => Address | undefined

/**
 * The state before the message, read on demand.
 *
 * Each function may throw an error named `UnknownStateError` if the chain does
 * not know the value. `execute` lets it pass unchanged, with one exception: if
 * nothing is known of the target of a creation, it counts as empty.
 */
export type StateReader = {
  /** In wei. The sender has already paid for the gas. */
  balance(address: Address): bigint
  nonce(address: Address): bigint
  /** `0x` if there is no code. */
  code(address: Address): Hex
  /** The zero word if nothing was stored. */
  slot(address: Address, key: Hash): Hash
  /** Whether any slot is nonzero (EIP-7610). */
  hasStorage(address: Address): boolean
}

export type { Hardfork }

/** Values of the block and the transaction that opcodes return. */
export type Environment = {
  readonly hardfork: Hardfork
  readonly chainId: bigint
  readonly origin: Address
  /** The sender's price per gas, the base fee included, in wei. */
  readonly gasPrice: bigint
  readonly number: bigint
  /** In seconds. */
  readonly timestamp: bigint
  readonly gasLimit: bigint
  readonly baseFeePerGas: bigint
  readonly miner: Address
  readonly mixHash: Hash
  readonly blobHashes: readonly Hash[]
  readonly blobBaseFee: bigint
  /** Since Amsterdam (EIP-7843); by default 0. */
  readonly slotNumber?: bigint | undefined
  /**
   * The most bytes of a contract, whose initcode may have twice as many;
   * undefined: as the hardfork has it.
   */
  readonly codeSizeLimit?: number | undefined
  /** The hash of one of the 256 blocks before this one, for BLOCKHASH. */
  hashOf(number: bigint): Hash
  /**
   * The parent beacon block root of this block or of one of the 8,190 before
   * it, by timestamp (EIP-4788); undefined if no block has that timestamp.
   */
  readonly beaconRootAt?: ((timestamp: bigint) => Hash | undefined) | undefined
  /** The node's own keccak256, which may be faster than a script. */
  readonly keccak256?: ((bytes: Uint8Array) => Uint8Array) | undefined
  /**
   * Price of P256VERIFY, such as 3,450 on OP chains; by default the hardfork's:
   * 6,900 since Osaka.
   */
  readonly p256VerifyGas?: bigint | undefined
  /**
   * Precompiles that a request has moved. For each address: the original
   * address of the precompile that now runs there, or null if none does.
   */
  readonly movedPrecompiles?: ReadonlyMap<Address, Address | null> | undefined
  /**
   * The native contract behind code that begins with 0xfe, which could only
   * fail as bytecode. Undefined leaves the code to the engine.
   */
  readonly native?: ((code: Hex) => Native | undefined) | undefined
}

/** Values of a block; a transaction adds its sender and price. */
export type BlockEnvironment = Omit<Environment, 'origin' | 'gasPrice'>

/**
 * A transaction or call, already validated.
 *
 * The caller has checked chain id, nonce, funds, caps, and intrinsic and floor
 * gas; it buys the gas before and pays the miner afterwards. The engine counts
 * intrinsic gas (it has to know how much is left), bumps the sender's nonce,
 * applies authorizations, runs, caps refunds and raises the gas used to the
 * floor (EIP-7623).
 */
export type Message = {
  readonly from: Address
  /** Null creates a contract. */
  readonly to: Address | null
  readonly value: bigint
  readonly data: Hex
  readonly gas: bigint
  /** The sender's nonce; the engine increments it. */
  readonly nonce: bigint
  readonly accessList: readonly AccessListItem[]
  readonly authorizationList: readonly Authorization[]
}

export type AccessListItem = {
  readonly address: Address
  readonly storageKeys: readonly Hash[]
}

/** An authorization of an account that delegates its code (EIP-7702). */
export type Authorization = {
  readonly chainId: bigint
  readonly address: Address
  readonly nonce: bigint
  readonly yParity: number
  readonly r: Hex
  readonly s: Hex
}

export type Execution = {
  readonly status: 'success' | 'reverted'
  /**
   * Names an exceptional halt, which consumes all gas and has no output:
   * `'out of gas'`. Undefined after a success and after REVERT.
   */
  readonly halt?: string | undefined
  /** Data of RETURN or REVERT; for a creation, the code of the new contract. */
  readonly output: Hex
  /** Final gas used: after refunds, and at least the floor. */
  readonly gasUsed: bigint
  /** The refund that was subtracted; without it, estimates take longer. */
  readonly refund?: bigint | undefined
  /**
   * The least gas limit that leads to the same success, if the engine knows it;
   * without it, an estimate runs the message more often.
   */
  readonly leastGas?: bigint | undefined
  /**
   * Since Amsterdam, what it adds to the two sums of its block's gas (EIP-7778,
   * 8037); by default, `gasUsed` and nothing.
   */
  readonly blockGas?: BlockGas | undefined
  /** Since Amsterdam, what it has looked at. */
  readonly accessed?: Accessed | undefined
  /** Empty after a failure. */
  readonly logs: readonly ExecutionLog[]
  /** Address of the contract that the message created. */
  readonly contractAddress: Address | null
  /** State to write; always includes the sender's nonce and authorizations. */
  readonly changes: Changes
}

export type BlockGas = {
  readonly execution: bigint
  readonly state: bigint
}

/**
 * New values by address. Null deletes the account: it destroyed itself, or was
 * touched and is empty.
 *
 * An empty miner is not listed, since its payment decides whether it exists. A
 * miner that destroyed itself is listed, and its payment is lost.
 */
export type Changes = { readonly [address: Address]: AccountChange | null }

export type AccountChange = {
  readonly balance?: bigint
  readonly nonce?: bigint
  readonly code?: Hex
  readonly storage?: { readonly [key: Hash]: Hash }
  /** A new contract: its storage is exactly what is listed. */
  readonly cleared?: true
}

/**
 * A contract that is a function instead of bytecode. Its account holds a
 * marker as code, which begins with 0xfe; the code that would run decides who
 * runs it, so it can be called, delegated to and replaced like any other.
 *
 * The frame holds everything it needs, so it can also run without an engine, as
 * the target of a transaction. If it throws, that is not a revert: the error
 * passes through the execution unchanged.
 */
export type Native = (frame: NativeFrame) => NativeResult

export type NativeFrame = {
  /**
   * The account whose storage and balance it uses: under DELEGATECALL, the
   * caller.
   */
  readonly address: Address
  /** The account whose code is the marker. */
  readonly codeAddress: Address
  readonly caller: Address
  readonly value: bigint
  readonly input: Hex
  /** Gas that it may spend, nested calls included. */
  readonly gas: bigint
  /** True under STATICCALL: a write, log or value transfer halts the frame. */
  readonly isStatic: boolean
  readonly environment: Environment
  /** The state as the transaction has changed it so far. */
  readonly state: StateReader
  setSlot(key: Hash, word: Hash): void
  emit(topics: readonly Hash[], data: Hex): void
  /**
   * Makes an address a contract with this code and the nonce 1, as CREATE2
   * would; false if one stands there already.
   */
  deploy(address: Address, code: Hex): boolean
  /**
   * Calls from `address`. A failed call is undone. If 128 native frames are
   * already waiting for calls, the next one fails as too deep.
   */
  call(call: NativeCall): NativeResult
}

export type NativeCall = {
  readonly to: Address
  /** Default 0n */
  readonly value?: bigint | undefined
  /** Default `0x` */
  readonly input?: Hex | undefined
  /** Default, and at most, all the gas that is left. */
  readonly gas?: bigint | undefined
  /** Default false; a static frame can only make static calls. */
  readonly isStatic?: boolean | undefined
}

export type NativeResult = {
  readonly status: 'success' | 'reverted'
  /** An exceptional halt, named as in `Execution`; it consumes all gas. */
  readonly halt?: string | undefined
  readonly output: Hex
  /**
   * From a native contract: its own gas, without that of its calls, which the
   * engine adds; spending more than the frame has halts it. From a call: the
   * total.
   */
  readonly gasUsed: bigint
}
