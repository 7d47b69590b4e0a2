import type { Address, Hash } from '../../base/hex/hex.js'
import type { Resolved } from '../../base/validation/values.js'
import type { Chain } from '../../chain/blocks/chain.js'
import type { ChainConfig, PendingIdentity } from '../../chain/model/config.js'
import type { ErrorText } from '../answers/errorTexts.js'
import type { Filters, Subscriber, Subscriptions } from './subscriptions.js'

/** All that an answer may depend on: the node at one instant. */
export type View = {
  readonly chain: Chain
  /** ms since the node was created */
  readonly now: number
  readonly pendingIdentity: PendingIdentity
  readonly answering: Answering
  /** Who may send if not everybody may: accounts and impersonated ones. */
  readonly senders?: ReadonlySet<Address> | undefined
  /** By method; these win over the built-in ones. */
  readonly handlers?: ReadonlyMap<string, AnyHandler> | undefined
  /** Whom it keeps something for; absent if somebody only looks at it. */
  readonly client?: Client | undefined
  /** How many blocks one request for logs may span; undefined: any number. */
  readonly logRange?: number | undefined
  /** How many logs of several blocks one answer may have; undefined: any. */
  readonly mostLogs?: number | undefined
}

/** A node's records for its clients, beside the chain. */
export type Client = {
  readonly filters: Filters
  readonly subscriptions: Subscriptions
  /** The receiver of messages, if a node can speak to the client first. */
  readonly subscriber?: Subscriber | undefined
}

/** A handler, as it is called: of what it asks, nothing is known before. */
export type AnyHandler = (
  params: readonly unknown[],
  view: AskedView,
) => unknown

/** The node, as whoever asks it sees it. */
export type AskedView = {
  readonly now: number
  readonly request: (args: unknown) => unknown
}

/** Answers in which chains differ, independent of their blocks. */
export type AnswerOptions = {
  /**
   * When a transaction gets a receipt and a position in a block: when it is
   * pre-confirmed, or when its block is sealed; default `'everyBeat'`
   */
  receipts?: 'everyBeat' | 'atSeal' | undefined
  /**
   * Additional fields of every receipt, as JSON values, of which `'$from'` is
   * the sender and `'$timestamp'` that of the block, as a number; default `{}`
   */
  receiptFields?: { readonly [name: string]: unknown } | undefined
  /** Additional fields of every block, as JSON values; default `{}` */
  blockFields?: { readonly [name: string]: unknown } | undefined
  /**
   * The answer to a call with data of an address that has no code: `0x`, as
   * from every node, or an error that says so; default `'empty'` with an engine,
   * else `'error'`
   */
  noCode?: 'empty' | 'error' | undefined
  /**
   * On a chain without a native coin, what `eth_getBalance` answers for every
   * account, in wei: value is refused, and gas costs no balance; default null
   */
  nativeBalance?: bigint | null | undefined
  /**
   * The least tip that `eth_maxPriorityFeePerGas` and `eth_gasPrice` suggest, and
   * that transactions without a fee pay, in wei per gas; default 0n
   */
  leastTip?: bigint | undefined
  /**
   * Which tip they suggest: that of late transactions, as geth does, the lowest
   * of the latest block, as anvil does, or always `leastTip`, as Hardhat does;
   * default `'sampled'`
   */
  suggestedTip?: 'sampled' | 'ofLatest' | 'least' | undefined
  /**
   * What `eth_estimateGas` checks of a transfer without data and lists to an
   * account without code: that it could be sent, or as in anvil nothing; default
   * `'checked'`
   */
  transferEstimate?: 'checked' | 'unchecked' | undefined
  /**
   * A sent transaction whose fee is below the base fee: refused; refused, and
   * dropped from the pool when the base fee is raised, as by anvil; or kept in the
   * pool until the base fee falls, as by geth; default `'refused'`
   */
  belowBaseFee?: 'refused' | 'dropped' | 'pooled' | undefined
  /**
   * A sent transaction that the next block cannot hold, with sealing
   * `'instant'`, as its nonce is to come or its fee is below the base fee: kept
   * as `belowBaseFee` says, or refused, as by Hardhat; default `'pooled'`
   */
  unminable?: 'pooled' | 'refused' | undefined
  /**
   * When a sent transaction enters the pending block: at the next beat, or at
   * once, as in development nodes; default `'atBeat'`
   */
  pending?: 'atBeat' | 'atOnce' | undefined
  /**
   * Whether `eth_call` and `eth_estimateGas` check that the sender can pay, and
   * at least the base fee; unchecked, the base fee is 0 and the sender gets
   * what it lacks, as in Hardhat; default `'checked'`
   */
  callFees?: 'checked' | 'unchecked' | undefined
  /**
   * Whether a range of logs that is reversed or ends beyond the latest block is
   * refused, as by geth; has what there is, as in Hardhat; or is refused only if
   * it begins beyond the latest block, as by anvil; default `'refused'`
   */
  logsBeyondHead?: 'refused' | 'empty' | 'toHead' | undefined
  /**
   * The ranges that `eth_newFilter` takes: those that reach blocks to come, as
   * in geth, or any, as in anvil, where one with `fromBlock` begins with the logs
   * that there are; with `'fromLatest'` any, and each begins with those, or with
   * the latest block, as in Hardhat; default `'toCome'`
   */
  filters?: 'toCome' | 'any' | 'fromLatest' | undefined
  /**
   * What the percentiles of `eth_feeHistory` are of: the gas that a block used,
   * or its gas limit, as in Hardhat; default `'gasUsed'`
   */
  feePercentiles?: 'gasUsed' | 'gasLimit' | undefined
  /**
   * Whether `eth_pendingTransactions` leaves out those whose nonce is to come,
   * as geth does, or lists all, as Hardhat does; default `'runnable'`
   */
  pendingTransactions?: 'runnable' | 'all' | undefined
  /**
   * Whether `eth_fillTransaction` answers a `gasPrice` beside `maxFeePerGas`,
   * which it equals, as in anvil; default `'ifAsked'`
   */
  filledGasPrice?: 'ifAsked' | 'always' | undefined
  /**
   * The base fee in `eth_gasPrice`: of the latest block, as in geth, or of the
   * next one, as in Hardhat and with `defaultFee: 'exact'`; default `'latest'`
   */
  gasPrice?: 'latest' | 'next' | undefined
  /**
   * Who may send by `eth_sendTransaction`: anybody, or as in Hardhat the accounts
   * of option `accounts` and impersonated ones; default `'any'`
   */
  senders?: 'any' | 'known' | undefined
  /**
   * Whose results and checks the control methods have; default `'anvil'`
   */
  control?: 'anvil' | 'hardhat' | undefined
  /**
   * What replaces a waiting transaction of the same nonce: one with both fees a
   * tenth higher, as in geth, or with any higher fee cap, as in anvil; default
   * `'bothFees'`
   */
  replacement?: 'bothFees' | 'feeCap' | undefined
  /**
   * Who sends a transaction of `eth_sendTransaction` that names nobody; default
   * null: it is refused
   */
  defaultFrom?: Address | null | undefined
  /**
   * The gas of an executed transaction that names none: a fifth more than the
   * estimate, as wallets offer it, or the estimate itself, and if it is going to
   * fail as much as the block has, as in anvil; default `'withRoom'`
   */
  defaultGas?: 'withRoom' | 'exact' | undefined
  /**
   * The `maxFeePerGas` of `eth_sendTransaction` if the transaction names none:
   * its tip and twice the base fee, or the tip and the base fee once, as in
   * anvil, where `eth_gasPrice` is that, too; default `'withRoom'`
   */
  defaultFee?: 'withRoom' | 'exact' | undefined
  /**
   * The answer to sending a transaction that has failed in its block by then:
   * its hash, or its error, as from Hardhat; default `'hash'`
   */
  failedSend?: 'hash' | 'error' | undefined
  /** Whether `eth_blockNumber` accepts a block tag; default false */
  blockNumberAcceptsTag?: boolean | undefined
  /**
   * By name of a subscription: the code with which it is refused, or `'served'`
   * if it belongs to another chain or the profile refuses it; default `{}`
   */
  subscriptions?: { readonly [name: string]: SubscriptionAnswer } | undefined
  /**
   * How `txpool_content` and `txpool_inspect` write addresses: as geth does or,
   * as anvil, in lower case; default `'checksummed'`
   */
  txpoolAddresses?: 'checksummed' | 'lowerCase' | undefined
  /** The words of another node for errors; the first that fits counts. */
  errorTexts?: readonly ErrorText[] | undefined
  /** Methods that it refuses as unknown; default `[]` */
  unserved?: readonly string[] | undefined
  /** How `eth_sendRawTransactionSync` waits. */
  sendSync?: SendSyncOptions | undefined
}

type SendSyncOptions = {
  /** ms to wait for a request without a timeout; default 6_000 */
  defaultTimeout?: number | undefined
  /** ms; default 6_000 */
  maxTimeout?: number | undefined
  /** The treatment of a longer timeout; default `'capped'` */
  beyondMax?: 'capped' | 'refused' | undefined
  /** The accepted form of a request's timeout; default `'any'` */
  timeoutEncoding?: 'any' | 'hex' | 'number' | undefined
  /**
   * The block hash in a receipt that is returned before its block has a hash;
   * default null, the block's own
   */
  blockHash?: Hash | null | undefined
  /** The error on timeout; default null: code 4, as in geth */
  expired?: { code: number; message: string } | null | undefined
}

/** Served, or refused with this error code. */
export type SubscriptionAnswer = 'served' | number

/** The same with every default in place. */
export type ResolvedAnswers = Resolved<Omit<AnswerOptions, 'sendSync'>> & {
  readonly sendSync: SendSync
}

/** Those that the chain's config does not hold. */
export type Answering = Omit<ResolvedAnswers, keyof ChainConfig>

export type SendSync = Resolved<SendSyncOptions>

export const defaultAnswers: ResolvedAnswers = {
  receipts: 'everyBeat',
  receiptFields: {},
  blockFields: {},
  noCode: 'error',
  nativeBalance: null,
  leastTip: 0n,
  suggestedTip: 'sampled',
  transferEstimate: 'checked',
  belowBaseFee: 'refused',
  unminable: 'pooled',
  pending: 'atBeat',
  callFees: 'checked',
  logsBeyondHead: 'refused',
  filters: 'toCome',
  feePercentiles: 'gasUsed',
  pendingTransactions: 'runnable',
  filledGasPrice: 'ifAsked',
  gasPrice: 'latest',
  senders: 'any',
  control: 'anvil',
  replacement: 'bothFees',
  defaultFrom: null,
  defaultGas: 'withRoom',
  defaultFee: 'withRoom',
  failedSend: 'hash',
  blockNumberAcceptsTag: false,
  subscriptions: {},
  txpoolAddresses: 'checksummed',
  errorTexts: [],
  unserved: [],
  sendSync: {
    // geth leaves the choice to a node.
    defaultTimeout: 6_000,
    maxTimeout: 6_000,
    beyondMax: 'capped',
    timeoutEncoding: 'any',
    blockHash: null,
    expired: null,
  },
}
