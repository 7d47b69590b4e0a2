import type {
  AccessList,
  Authorization,
  Log,
  Signature,
} from '../../base/codec/envelope.js'
import type {
  CommonField,
  FieldValues,
  OwnField,
  TransactionType,
  transactionTypes,
  WrittenFields,
} from '../../base/codec/transactionTypes.js'
import type { Address, Hash, Hex, Nonce } from '../../base/hex/hex.js'
import type {
  Accesses,
  BlockEnvironment,
  Execution,
} from '../../engine/engine.js'
import type { AccountsParameters, State } from './state.js'

export type { AccountParameters, AccountsParameters } from './state.js'

/** A log without its place in a block. */
export type LogParameters = {
  address: Address
  topics?: readonly Hash[] | undefined
  data?: Hex | undefined
}

/** Receipt fields of OP chains. Each is served only if you give it. */
export type L1Fees = {
  /** wei that `from` pays to the L1 fee vault, on top of its gas */
  l1Fee?: bigint | undefined
  l1GasUsed?: bigint | undefined
  /** wei per gas */
  l1GasPrice?: bigint | undefined
  l1BaseFeeScalar?: bigint | undefined
  /** wei per gas */
  l1BlobBaseFee?: bigint | undefined
  l1BlobBaseFeeScalar?: bigint | undefined
}

/**
 * A scripted transaction: it has the effects given here, unless `execute` is
 * true. The node derives transfer, nonce, fee, receipt, bloom and roots.
 */
export type PreconfirmParameters = {
  from: Address
  /** If absent or null, the transaction creates a contract. */
  to?: Address | null | undefined
  /** wei; default 0 */
  value?: bigint | undefined
  /**
   * Must be the next nonce of `from` after the open block and the queue, which
   * is also the default.
   */
  nonce?: number | bigint | undefined
  /**
   * Gas limit; default `gasUsed`, or 1.2 times the estimate if it is executed
   */
  gas?: bigint | undefined
  /** Default 21,000 */
  gasUsed?: bigint | undefined
  data?: Hex | undefined
  /** Default `'eip1559'` */
  type?: TransactionType | undefined
  /**
   * wei per gas, types legacy and eip2930; default twice the current base fee
   */
  gasPrice?: bigint | undefined
  /** wei per gas; default twice the current base fee, plus the tip */
  maxFeePerGas?: bigint | undefined
  /** wei per gas; default 0 */
  maxPriorityFeePerGas?: bigint | undefined
  accessList?: AccessList | undefined
  authorizationList?: readonly Authorization[] | undefined
  /** Adds to the block's `blobGasUsed`. */
  blobGasUsed?: bigint | undefined
  logs?: readonly LogParameters[] | undefined
  /**
   * Runs the code at `to`, which then decides gas used, status, logs and
   * changes; give none of these. Default true if `to` is one of the node's
   * `contracts` and none of these is given
   */
  execute?: boolean | undefined
  /** Default `'success'` */
  status?: 'success' | 'reverted' | undefined
  /** Effects beyond the transfer: new values, by account. */
  changes?: AccountsParameters | undefined
  /** On OP chains: the L1 fee and its inputs, for the receipt. */
  l1?: L1Fees | undefined
  /** A name for later steps and for `node.drop`. */
  label?: string | undefined
  /** deposit: 32 bytes; default derived from `from` and its nonce */
  sourceHash?: Hash | undefined
  /** deposit: wei created on `from`; default 0 */
  mint?: bigint | undefined
  /** deposit: default false */
  isSystemTx?: boolean | undefined
}

/** A transaction with every field fixed, and its hash known. */
export type Transaction = Pick<FieldValues, CommonField> &
  Partial<Pick<FieldValues, OwnField>> & {
    readonly hash: Hash
    /** EIP-2718 bytes, until its block is hashed: `envelopeOf` has them then. */
    envelope: Uint8Array | undefined
    /** Decides which fields it has beside the common ones. */
    readonly type: TransactionType
    /** undefined for a deposit, which nobody signs */
    readonly signature: Signature | undefined
    /** Its scripted effect; null: an engine executes it. */
    readonly script: Effect | null
    readonly blobGasUsed: bigint
    readonly l1: L1Fees
    /** Its last execution; changes no answer. */
    lastRun: EngineRun | undefined
    /** The decision of a fault, if one applies. */
    readonly decision: InclusionDecision | null
    /** Label for `drop` and other steps. */
    readonly label: string | undefined
  }

/** Effect of a transaction at its position in a block. */
export type Effect = {
  readonly status: 'success' | 'reverted'
  readonly gasUsed: bigint
  readonly blobGasUsed: bigint
  readonly logs: readonly Log[]
  readonly logsBloom: Hex
  readonly changes: AccountsParameters
  readonly l1: L1Fees
  /** How it failed, if an engine ran it. */
  readonly failure: Pick<Execution, 'halt' | 'output'> | null
}

/** The final effect of a transaction, in place of the scripted one. */
export type Amendment = {
  gasUsed?: bigint | undefined
  logs?: readonly LogParameters[] | undefined
  status?: 'success' | 'reverted' | undefined
  /** Replaces the changes that were scripted. */
  changes?: AccountsParameters | undefined
}

/** A transaction in its place in a block, with what its receipt says. */
export type Included = {
  readonly transaction: Transaction
  /** Its effect in this block: a script may have it sealed with another one. */
  readonly effect: Effect
  /** The state that it was executed on; null if it was not. */
  readonly before: State | null
  /** Position in the block */
  readonly transactionIndex: number
  /** Position of its first log among those of the block */
  readonly firstLogIndex: number
  readonly cumulativeGasUsed: bigint
  readonly effectiveGasPrice: bigint
  readonly contractAddress: Address | null
  /** What it accessed, if its block lists that. */
  readonly accesses?: Accesses | undefined
  /** Once a reader made them. */
  text: IncludedText | undefined
}

/** Outcome of an engine's run of a transaction. */
export type EngineRun = {
  readonly state: State
  readonly environment: BlockEnvironment
  readonly execution: Execution
  /** What it read of the state, in its order. */
  readonly reads: readonly StateRead[]
  /** The resulting state, fees included. */
  readonly after: State
  readonly effect: Effect
}

/** A function of the reader and what it returned, unless it threw. */
export type StateRead = [
  name: string,
  address: Address,
  key: Hash,
  value: unknown,
]

/**
 * What transaction and receipt have on the wire in any block: the strings are
 * costly to make. Fields stand in the order in which they are written, so that
 * a copy reads them one after the other.
 */
export type IncludedText = {
  readonly transaction: TransactionText
  readonly receipt: ReceiptText
  /** The texts of a list that it opens, once a reader made them. */
  list: ListText | undefined
}

/**
 * The texts of what was included, one behind the other. A list is seldom read
 * once, and reading goes through half as many objects as by way of each.
 */
export type ListText = {
  readonly of: readonly Included[]
  readonly transactions: readonly TransactionText[]
  readonly receipts: readonly ReceiptText[]
}

/** What differs between the types is there as far as the type has it. */
export type TransactionText = {
  readonly transactionIndex: Hex
  readonly hash: Hash
  readonly type: (typeof transactionTypes)[TransactionType]['number']
  readonly chainId?: Hex
  readonly nonce: Hex
  readonly from: Address
  readonly to: Address | null
  readonly value: Hex
  readonly gas: Hex
  readonly gasPrice: Hex
  readonly input: Hex
  readonly v: Hex
  readonly r: Hex
  readonly s: Hex
  readonly yParity?: Hex
} & Partial<Omit<Pick<WrittenFields, OwnField>, 'gasPrice'>>

export type LogText = Log & { readonly logIndex: Hex }

export type ReceiptText = {
  readonly transactionHash: Hash
  readonly transactionIndex: Hex
  readonly from: Address
  readonly to: Address | null
  readonly contractAddress: Address | null
  readonly cumulativeGasUsed: Hex
  readonly gasUsed: Hex
  readonly effectiveGasPrice: Hex
  readonly logs: readonly LogText[]
  readonly logsBloom: Hex
  readonly status: '0x0' | '0x1'
  readonly type: TransactionText['type']
  /** What the receipts of OP chains have beside. */
  readonly ofL2: { readonly [field: string]: Hex } | undefined
}

/**
 * The key of a sender's transaction of that nonce: as short as a safe integer
 * allows, since the past holds one for each transaction that ever waited. What
 * is above is longer, and begins with a digit that no safe integer has there.
 */
export function senderNonceKey(from: Address, nonce: Nonce): Hex {
  const digits = nonce.toString(16)
  return typeof nonce === 'number'
    ? `${from}${digits.padStart(14, '0')}`
    : `${from}f${digits.padStart(16, '0')}`
}

/** The decision of a fault about a transaction that was sent. */
export type InclusionDecision =
  | {
      /** The transaction is pre-confirmed `beats` beats later. */
      readonly type: 'includeLate'
      readonly beats: number
    }
  | {
      /** The transaction is never pre-confirmed, and stays in the pool. */
      readonly type: 'includeNever'
    }
  | {
      /**
       * The transaction is dropped `beats` beats after its pre-confirmation; if its
       * block is sealed earlier, the block is sealed without it.
       */
      readonly type: 'drop'
      readonly beats: number
    }
  | {
      /** The transaction is pre-confirmed, but its block is sealed without it. */
      readonly type: 'omitAtSeal'
    }
  | {
      /** The transaction is pre-confirmed as reverted, and uses all of its gas. */
      readonly type: 'revert'
    }
  | {
      /** The transaction is pre-confirmed, but sealed as reverted. */
      readonly type: 'revertAtSeal'
    }

const decisions: { readonly [type in InclusionDecision['type']]: true } = {
  includeLate: true,
  includeNever: true,
  drop: true,
  omitAtSeal: true,
  revert: true,
  revertAtSeal: true,
}

/** Whether a fault of that type decides when a transaction is included. */
export function decidesInclusion<rule extends { readonly type: string }>(
  rule: rule,
): rule is Extract<rule, InclusionDecision> {
  return Object.hasOwn(decisions, rule.type)
}

/**
 * Narrows the transactions that arrive by request; all given fields must match.
 */
export type SentMatch = {
  from?: Address | undefined
  /** Null: a contract creation. */
  to?: Address | null | undefined
  /** The first 4 bytes of its data. */
  selector?: Hex | undefined
}

export function matchesSent(
  { from, to, selector }: SentMatch,
  transaction: Pick<Transaction, 'from' | 'to' | 'data'>,
): boolean {
  return (
    (from === undefined || transaction.from === from) &&
    (to === undefined || transaction.to === to) &&
    (selector === undefined || transaction.data.startsWith(selector))
  )
}

/** A transaction that arrives by request, before the chain has looked at it. */
export type Sending =
  /** As somebody signed it. */
  | { readonly type: 'signed'; readonly transaction: SignedTransaction }
  /** As parameters, from a client that may send from any account. */
  | { readonly type: 'asked'; readonly parameters: AskedTransaction }

/** All of a transaction but what it does. */
export type SignedTransaction = Omit<
  Transaction,
  'script' | 'decision' | 'label' | 'l1' | 'blobGasUsed' | 'lastRun'
>

export type AskedTransaction = Omit<
  PreconfirmParameters,
  | 'execute'
  | 'status'
  | 'gasUsed'
  | 'blobGasUsed'
  | 'logs'
  | 'changes'
  | 'l1'
  | 'label'
>

/** A queued transaction, or a refusal in the words of geth's pool. */
export type Sent =
  | { readonly type: 'sent'; readonly transaction: Transaction }
  | Refused

export type Refused = { readonly type: 'refused'; readonly message: string }

/** A script's act on the open block, in order. */
export type BlockEntry =
  | {
      type: 'transaction'
      transaction: Transaction
      /** Index of the beat at which it entered, within the block. */
      index: number
      /** It stays out of the block, whatever room there is. */
      isHeld?: boolean
      /** Its deviations from its script, in turn. */
      amendments?: readonly Amendment[] | undefined
    }
  | { type: 'set'; changes: AccountsParameters }

/** The newest first, so that one more costs the same however many. */
export type BlockEntries = {
  readonly entry: BlockEntry
  readonly before: BlockEntries
} | null

export type TransactionEntry = Extract<BlockEntry, { type: 'transaction' }>

/** The entries in their order. */
export function listEntries(newest: BlockEntries): readonly BlockEntry[] {
  const entries: BlockEntry[] = []
  for (let link = newest; link !== null; link = link.before)
    entries.push(link.entry)
  return entries.reverse()
}

/** The transactions among them, in order. */
export function transactionsIn(
  newest: BlockEntries,
): readonly TransactionEntry[] {
  return listEntries(newest).filter((entry) => entry.type === 'transaction')
}

/** The state that the script set, which stays whatever happens to blocks. */
export function setsIn(
  newest: BlockEntries,
  before: BlockEntries = null,
): BlockEntries {
  return listEntries(newest)
    .filter(({ type }) => type === 'set')
    .reduce<BlockEntries>((before, entry) => ({ entry, before }), before)
}
