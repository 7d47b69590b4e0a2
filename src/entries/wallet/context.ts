import type {
  EnvelopeType,
  FieldValues,
} from '../../base/codec/transactionTypes.js'
import type { PresealError } from '../../base/errors/errors.js'
import { display } from '../../base/hex/display.js'
import {
  type Address,
  type Hash,
  type Hex,
  type Nonce,
  parseAddress,
  parseData,
  parseQuantity,
  type Result,
  refuse,
  toQuantity,
} from '../../base/hex/hex.js'
import { encodeText } from '../../base/hex/text.js'
import { invalidParameters } from '../../base/validation/problem.js'
import type { WalletDoor } from '../../doors/walletDoor.js'
import type { Outcome, RpcError } from '../../rpc/answers/outcome.js'
import type { Parameter, ValuesOf } from '../../rpc/method/method.js'
import type {
  PromptMethod,
  WalletMethodName,
} from '../../rpc/method/walletMethods.js'
import type { Account } from './keys/accounts.js'
import type { ParsedWallet } from './options.js'
import type { WalletError, WalletProfile } from './profile.js'
import type { Edits } from './wallet.js'

/** Ends a request early; it never leaves the wallet. */
export function rpcError(code: number, message: string): EndedError {
  return new EndedError({ type: 'error', error: { code, message } })
}

/** What the provider throws in place of its usual error. */
const thrownFor = new WeakMap<RpcError, () => unknown>()

/** Ends a request with a profile's error, or else with the usual one. */
export function endedBy(
  error: WalletError | undefined,
  {
    code,
    message,
    ...names
  }: { code: number; message: string; method?: string; chainId?: Hex },
): EndedError {
  const fill = (text: string) =>
    text.replace(
      /\{(method|chainId)\}/g,
      (_, name: 'method' | 'chainId') => `${names[name]}`,
    )
  if (error === undefined) return rpcError(code, fill(message))
  const { thrown = 'error', message: own = message, ...fields } = error
  const given = {
    code: fields.code ?? code,
    message: fill(own),
    ...(fields.data !== undefined && { data: fields.data }),
  }
  if (thrown === 'empty') thrownFor.set(given, () => ({}))
  else if (thrown === 'plain') thrownFor.set(given, () => ({ ...given }))
  else if (thrown === 'uncoded')
    thrownFor.set(given, () => new Error(given.message))
  return new EndedError({ type: 'error', error: given })
}

/** As `providerError`, and as the wallet's profile has it. */
export function thrownBy(
  outcome: Exclude<Outcome, { type: 'result' }>,
): (() => unknown) | undefined {
  return outcome.type === 'error' ? thrownFor.get(outcome.error) : undefined
}

/** As with JSON-RPC itself: a parameter is malformed. */
export function invalidParameter(
  position: number,
  name: string,
  given: string,
  expected: string,
): EndedError {
  return rpcError(
    -32602,
    `Invalid parameter ${position} "${name}": given ${given}, expected ${expected}`,
  )
}

/** The same, of something within it. */
export function malformed(
  position: number,
  name: string,
  { message }: PresealError,
): EndedError {
  return rpcError(-32602, `Invalid parameter ${position} "${name}": ${message}`)
}

/** How a request ends, thrown from within it. */
export class EndedError extends Error {
  override readonly name = 'EndedError'
  readonly outcome: Exclude<Outcome, { type: 'result' }>

  constructor(outcome: Exclude<Outcome, { type: 'result' }>) {
    super(outcome.type === 'error' ? outcome.error.message : outcome.type)
    this.outcome = outcome
  }
}

/** What the user has approved. */
export type Approval = {
  /** What the user changed in it. */
  readonly edits: Edits
  /** How often the user clicked. */
  readonly clicks: 1 | 2
}

/** A call that a Safe makes. */
export type SafeCall = {
  readonly to: Address
  readonly value: bigint
  readonly data: Hex
}

/** What the owners of a Safe are asked to sign. */
export type SafeQueue = {
  /** Puts a transaction into the queue, signed by the first owner. */
  propose(calls: readonly SafeCall[], node: WalletDoor): Hash
  /** How a transaction stands, as a batch does (EIP-5792). */
  read(
    safeTxHash: Hash,
    account: Account,
    context: MethodContext,
  ): Promise<{
    status: number
    receipts?: { readonly [field: string]: unknown; readonly status: Hex }[]
  }>
  /** What the provider of a Safe answers for a safeTxHash. */
  transactionOf(hash: Hash, context: MethodContext): Promise<unknown>
  receiptOf(hash: Hash, context: MethodContext): Promise<unknown>
}

/** The tools of the wallet's own methods. */
export type MethodContext = {
  readonly session: Session
  readonly profile: WalletProfile
  /** What the owners of a Safe are asked to sign, if the account is one. */
  readonly owned: SafeQueue | undefined
  /** Settles once the user agrees. @throws EndedError when not. */
  confirm(method: PromptMethod, params: readonly unknown[]): Promise<Approval>
  /** Asks a node in the wallet's name. @throws EndedError unless it answers. */
  ask(
    node: WalletDoor,
    method: string,
    params: readonly unknown[],
  ): Promise<unknown>
  /** Runs tasks one after the other: those that take a nonce and send with it. */
  inTurn<value>(task: () => Promise<value>): Promise<value>
}

/** A method that the wallet answers; it throws EndedError if it does not. */
export type WalletMethod = {
  readonly parameters: readonly Parameter[]
  readonly run: (
    args: readonly unknown[],
    context: MethodContext,
    params: readonly unknown[],
  ) => unknown
}

/** Methods of one topic. */
export type WalletMethods = {
  readonly [name in WalletMethodName]?: WalletMethod
}

/** A method whose arguments have the types that its parsers return. */
export function method<const parameters extends readonly Parameter[]>(
  parameters: parameters,
  run: (
    args: ValuesOf<parameters>,
    context: MethodContext,
    params: readonly unknown[],
  ) => unknown,
): WalletMethod {
  return { parameters, run: run as WalletMethod['run'] }
}

export const address: Parameter<Address> = {
  name: 'address',
  parse: parseAddress,
}

/** Taken where wallets take it, and of no meaning. */
export const ignored: Parameter = {
  name: 'ignored',
  parse: (value) => ({ ok: true, value }),
  absent: { value: undefined },
}

/** Bytes as hex; other text is its UTF-8. */
export const message: Parameter<Hex> = {
  name: 'message',
  parse(given) {
    const data = parseData(given)
    if (data.ok) return data
    return typeof given === 'string'
      ? { ok: true, value: encodeText(given) }
      : refuse(given, 'bytes as 0x and hex digits, or text')
  },
}

export function parseChainId(given: unknown): Result<number> {
  const parsed = parseQuantity(given)
  const value = Number(parsed.ok && parsed.value)
  return parsed.ok && value > 0 && Number.isSafeInteger(value)
    ? { ok: true, value }
    : refuse(given, '"chainId" as hex, such as "0x1"')
}

/** The account of the wallet that the application may use. */
export function authorized(
  { session }: MethodContext,
  given: Address,
): Account {
  const account = session.accounts.find(({ address }) => address === given)
  if (account !== undefined && session.exposed().includes(given)) return account
  const advice =
    account === undefined
      ? 'The wallet has no key of it.'
      : session.isLocked
        ? 'The wallet is locked.'
        : session.isConnected
          ? 'Another account is selected.'
          : 'Ask for "eth_requestAccounts" first.'
  throw rpcError(4100, `The account ${given} is not connected. ${advice}`)
}

/** The node of a chain that the wallet knows. */
export function nodeOf(
  { session }: MethodContext,
  chainId: number,
): WalletDoor | undefined {
  return session.knows(chainId) ? session.nodeOf(chainId) : undefined
}

export const unrecognized =
  'Unrecognized chain ID "{chainId}". Try adding the chain using wallet_addEthereumChain first.'

/** The state of a wallet, and the acts that change it and emit events. */
type Session = {
  readonly accounts: readonly Account[]
  readonly selected: Account
  /** The node of the current chain. */
  readonly node: WalletDoor
  readonly isConnected: boolean
  readonly isLocked: boolean
  /** By the wallet, on all nodes; the newest last. */
  readonly sent: SentTransaction[]
  /** Tokens that the user has the wallet watch (EIP-747). */
  readonly tokens: WatchedToken[]
  /** The accounts that the application sees; none until it is connected. */
  exposed(): Address[]
  connect(): void
  disconnect(): void
  lock(): void
  unlock(): void
  select(address: unknown): void
  /** The node of a chain, whether or not the wallet knows the chain. */
  nodeOf(chainId: number): WalletDoor | undefined
  knows(chainId: number): boolean
  /** The ids of the chains that the wallet knows. */
  chainIds(): number[]
  /** Makes a chain known. */
  add(chainId: number): void
  goTo(node: WalletDoor): void
}

type WatchedToken = {
  readonly chainId: number
  readonly address: Address
  readonly symbol: string
  readonly decimals: number
}

/** Events of a wallet for the application (EIP-1193). */
type EmitFn = {
  (name: 'accountsChanged', accounts: Address[]): void
  (name: 'chainChanged', chainId: Hex): void
  (name: 'disconnect'): void
}

export function createSession(
  { nodes, accounts, connectedAccounts, chainIds, profile }: ParsedWallet,
  emit: EmitFn,
): Session {
  const known = new Set(chainIds)

  function exposed(): Address[] {
    const { selected, isConnected, isLocked } = session
    if (!isConnected || isLocked) return []
    const others = connectedAccounts === 'all' ? accounts : []
    return [
      selected.address,
      ...others
        .filter((other) => other !== selected)
        .map(({ address }) => address),
    ]
  }

  function change(act: () => void) {
    const before = exposed()
    act()
    const after = exposed()
    if (before.join() !== after.join()) emit('accountsChanged', after)
  }

  const session: { -readonly [name in keyof Session]: Session[name] } = {
    accounts,
    selected: accounts[0] as Account,
    node: nodes[0] as WalletDoor,
    isConnected: profile.accountsBeforeConnecting === 'shown',
    isLocked: false,
    sent: [],
    tokens: [],
    exposed,
    connect: () =>
      change(() => {
        session.isConnected = true
        session.isLocked = false
      }),
    disconnect() {
      const wasConnected = session.isConnected
      if (profile.disconnecting === 'disconnect') session.isConnected = false
      change(() => {
        session.isConnected = false
      })
      if (wasConnected && profile.disconnecting === 'disconnect')
        emit('disconnect')
    },
    lock: () =>
      change(() => {
        session.isLocked = true
      }),
    unlock: () =>
      change(() => {
        session.isLocked = false
      }),
    select(given) {
      const parsed = parseAddress(given)
      const next = accounts.find(
        ({ address }) => parsed.ok && address === parsed.value,
      )
      if (next === undefined)
        throw invalidParameters('wallet.switchAccount', [
          {
            path: '',
            given: display(given),
            expected: `an account of the wallet: ${accounts.map(({ address }) => address).join(', ')}`,
          },
        ])
      change(() => {
        session.selected = next
      })
    },
    nodeOf: (chainId) => nodes.find((other) => other.chainId === chainId),
    knows: (chainId) => known.has(chainId),
    chainIds: () => [...known],
    add: (chainId) => void known.add(chainId),
    goTo(next) {
      if (next === session.node) return
      session.node = next
      emit('chainChanged', toQuantity(next.chainId))
    },
  }
  return session
}

/** A blob transaction needs its blobs, and a deposit is not signed. */
export type SignedType = Exclude<EnvelopeType, 'eip4844' | 'deposit'>

/** All fields but the nonce, which is assigned last. */
export type FilledTransaction = Omit<Partial<FieldValues>, 'nonce'> & {
  readonly type: SignedType
  readonly from: Address
  readonly to: Address | null
  readonly value: bigint
  readonly data: Hex
  readonly gas: bigint
  readonly chainId: number
}

/** A wallet's record of a transaction that it sent. */
export type SentTransaction = {
  readonly hash: Hash
  readonly filled: FilledTransaction
  readonly account: Account
  readonly node: WalletDoor
  readonly nonce: Nonce
}
