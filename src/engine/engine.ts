import type { Address, Hash, Hex } from '../base/hex/hex.js'
import type { ExecutionLog } from './log.js'
import type { Observer } from './observer.js'

/**
 * Runs transactions and calls: a function of state, block and message that
 * hands back what would change and changes nothing itself.
 *
 * It is synchronous, since a beat is: the transactions behind a dropped one run
 * again before the beat is announced. Hex strings are canonical (lower-case, of
 * full length), both those given and those returned.
 */
export type Engine = {
  /** By which messages name it, such as `'evm'`. */
  readonly name?: string | undefined
  /**
   * Runs the message. A failure is an outcome and no exception; an error of the
   * reader or of a native contract passes through as it is.
   */
  execute(
    state: StateReader,
    environment: Environment,
    message: Message,
    observer?: Observer | undefined,
  ): Execution
  /**
   * Whose key signed a hash, undefined where no key can have. A node that is
   * sent what others signed asks this, where it is faster than its own script.
   */
  readonly recoverSigner?: RecoverSigner | undefined
}

export type RecoverSigner = (
  hash: Uint8Array,
  r: bigint,
  s: bigint,
  parity: number,
) => Address | undefined

/**
 * The state before the message, read when the execution needs it.
 *
 * Each function may throw an error named `UnknownStateError` where the chain
 * does not know. It leaves `execute` as it is, with one exception: the target
 * of a creation of which nothing is known counts as empty.
 */
export type StateReader = {
  /** In wei. That of the sender lacks the gas bought already. */
  balance(address: Address): bigint
  nonce(address: Address): bigint
  /** `0x` where there is none. */
  code(address: Address): Hex
  /** The zero word where nothing was stored. */
  slot(address: Address, key: Hash): Hash
  /** Whether any slot is not zero (EIP-7610). */
  hasStorage(address: Address): boolean
}

export type Hardfork = 'cancun' | 'prague' | 'osaka'

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
  /** The hash of one of the 256 blocks before this one, for BLOCKHASH. */
  hashOf(number: bigint): Hash
  /**
   * The parent beacon block root of this block or of one of the 8,190 before
   * it, by its timestamp (EIP-4788); undefined where none has it.
   */
  readonly beaconRootAt?: ((timestamp: bigint) => Hash | undefined) | undefined
  /** The hash as the node works it out, which may be faster than a script. */
  readonly keccak256?: ((bytes: Uint8Array) => Uint8Array) | undefined
  /**
   * Price of P256VERIFY on chains that have their own: 3,450 on OP-style
   * chains. Without it the hardfork decides: 6,900 since Osaka.
   */
  readonly p256VerifyGas?: bigint | undefined
  /**
   * Precompiles that a request has moved: by address, the own address of the
   * one that runs there; null if none does any more.
   */
  readonly movedPrecompiles?: ReadonlyMap<Address, Address | null> | undefined
  /**
   * The contract that runs code that begins with 0xfe, which as bytecode could
   * only fail. Undefined leaves it to the engine.
   */
  readonly native?: ((code: Hex) => Native | undefined) | undefined
}

/**
 * Values of a block that opcodes return; a transaction adds its sender and its
 * price.
 */
export type BlockEnvironment = Omit<Environment, 'origin' | 'gasPrice'>

/**
 * A transaction or call that was found valid.
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
  /** That of the sender: it becomes one more. */
  readonly nonce: bigint
  readonly accessList: readonly AccessListItem[]
  readonly authorizationList: readonly Authorization[]
}

export type AccessListItem = {
  readonly address: Address
  readonly storageKeys: readonly Hash[]
}

/** Signed by the account that delegates its code (EIP-7702). */
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
   * `'out of gas'`. Absent after a success and after REVERT.
   */
  readonly halt?: string | undefined
  /**
   * Data that was returned, or given with REVERT; the code of a new contract.
   */
  readonly output: Hex
  /** Final: refunds are taken off, the floor is kept. */
  readonly gasUsed: bigint
  /** The refund that was taken off; without it an estimate takes longer. */
  readonly refund?: bigint | undefined
  /**
   * The least gas with which a success would have gone the same way, where the
   * engine knows it; without it an estimate runs the message more often.
   */
  readonly leastGas?: bigint | undefined
  /** None after a failure. */
  readonly logs: readonly ExecutionLog[]
  /** Address of the contract that the message created. */
  readonly contractAddress: Address | null
  /** State to write: the sender's nonce and authorizations always. */
  readonly changes: Changes
}

/**
 * New values by address; null where the account is deleted: since it destroyed
 * itself, or was touched and is empty.
 *
 * An empty miner is not listed, since its payment decides. A miner that
 * destroyed itself is listed, and its payment is lost.
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
 * The frame brings everything that it needs, so it also runs without an engine:
 * at the top of a transaction. If it throws, the error is no revert and leaves
 * the execution as it is.
 */
export type Native = (frame: NativeFrame) => NativeResult

export type NativeFrame = {
  /** Whose storage and balance these are: under DELEGATECALL the caller's. */
  readonly address: Address
  /** Whose code is the marker. */
  readonly codeAddress: Address
  readonly caller: Address
  readonly value: bigint
  readonly input: Hex
  /** The gas that it may spend; calls within take theirs from it. */
  readonly gas: bigint
  /** Under STATICCALL: writing, logging and sending value halt the frame. */
  readonly isStatic: boolean
  readonly environment: Environment
  /** As the transaction has left it so far. */
  readonly state: StateReader
  setSlot(key: Hash, word: Hash): void
  emit(topics: readonly Hash[], data: Hex): void
  /**
   * Calls from `address`; what a failed call did is undone. Where 128 natives
   * wait for their calls, another one is refused as too deep.
   */
  call(call: NativeCall): NativeResult
}

export type NativeCall = {
  readonly to: Address
  /** 0n */
  readonly value?: bigint | undefined
  /** `0x` */
  readonly input?: Hex | undefined
  /** All that is left, and at most that. */
  readonly gas?: bigint | undefined
  /** False; a static frame makes static calls only. */
  readonly isStatic?: boolean | undefined
}

export type NativeResult = {
  readonly status: 'success' | 'reverted'
  /** Named as in `Execution`; it consumes all gas. */
  readonly halt?: string | undefined
  readonly output: Hex
  /**
   * For a native: its own, to which the engine adds that of the calls it made;
   * more than it was given halts it. For a call: everything.
   */
  readonly gasUsed: bigint
}
