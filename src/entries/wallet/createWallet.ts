import { isWire } from '../../base/codec/wire.js'
import { display } from '../../base/hex/display.js'
import { type Hash, parseHash, toQuantity } from '../../base/hex/hex.js'
import { lateFields, lazy } from '../../base/memo/memo.js'
import { invalidParameters } from '../../base/validation/problem.js'
import { annotate } from '../../base/words/words.js'
import type { MockProvider } from '../../doors/createProvider.js'
import type { RequestOrigin } from '../../doors/dispatch/dispatcher.js'
import type { WalletDoor } from '../../doors/walletDoor.js'
import { delegatedAccount } from '../../engine/natives/accounts/accountContract.js'
import type { Outcome } from '../../rpc/answers/outcome.js'
import type { Parameter } from '../../rpc/method/method.js'
import {
  isWalletMethod,
  type WalletMethodName,
} from '../../rpc/method/walletMethods.js'
import type { ReadRequest } from '../../rpc/request.js'
import { announce } from './announce.js'
import { createCallMethods } from './calls.js'
import { chainMethods } from './chains.js'
import {
  createSession,
  EndedError,
  endedBy,
  type MethodContext,
  method,
  thrownBy,
  type WalletMethod,
} from './context.js'
import { createGrantMethods } from './grants.js'
import {
  type ParsedWallet,
  parseWallet,
  type WalletNode,
  type WalletOptions,
} from './options.js'
import { permissionMethods } from './permissions.js'
import { batchesOf, defaultDelegate, type WalletProfile } from './profile.js'
import { createPrompts } from './prompts.js'
import { type Button, replace } from './replace.js'
import { createSafe } from './safe.js'
import { signatureMethods } from './signatures.js'
import { transactionMethods } from './transactions.js'
import type { Wallet, WalletProvider } from './wallet.js'

/**
 * Creates a wallet in front of one or more nodes: a second EIP-1193 provider,
 * with accounts, keys and a user who approves everything by default.
 *
 * @example
 * const node = createMockNode()
 * const wallet = createWallet(node, { balance: parseEther('10') })
 * const client = createWalletClient({ chain: node.chain, transport: custom(wallet.provider) })
 * const [account] = await client.requestAddresses()
 * await client.sendTransaction({ account, to: bob, value: 1n })
 *
 * @param nodes - One or more, with distinct chain ids; the first one's chain is
 * current.
 * @throws InvalidParametersError naming every option that is wrong.
 */
export function createWallet(
  nodes: WalletNode | readonly WalletNode[],
  options: WalletOptions = {},
): Wallet {
  const given = parseWallet(nodes, options)
  const safe =
    given.profile.sends === 'safeTransaction'
      ? createSafe(
          given.accounts.slice(0, given.safe.owners),
          given.safe.threshold,
          () => using(session.node),
        )
      : undefined
  const parsed =
    safe === undefined ? given : { ...given, accounts: [safe.account] }
  install(parsed, safe)
  // The session pairs names and events, which `emit` is typed to do one by one.
  const session = createSession(parsed, (name: string, event?: unknown) => {
    const emitted =
      name === 'disconnect' ? providerError({ type: 'network' }) : event
    emit(name as never, emitted as never)
  })
  const { isFaulted, profile } = parsed
  const prompts = createPrompts(profile)
  const [first] = parsed.nodes as [WalletDoor]
  const { announcer, createProvider, providerError } = first
  const { readRequest, parseParams } = first
  const { collect } = announcer
  const door = createProvider({
    announcer,
    read: (raw) => readRequest(listed(raw)),
    dispatch,
    chainId: () => toQuantity(session.node.chainId),
    isDisposed: () => disposed.has(session.node),
    errorOf: (outcome) => thrownBy(outcome)?.() ?? providerError(outcome),
  })
  const { emit } = door
  // A node's door, typed for the methods of a wallet.
  const provider = Object.assign(
    door.provider,
    profile.flags,
  ) as unknown as WalletProvider
  const methods = new Map<string, WalletMethod>(
    Object.entries({
      ...permissionMethods,
      ...chainMethods,
      ...signatureMethods,
      ...transactionMethods,
      ...createCallMethods(),
      ...createGrantMethods(),
      ...(safe && ofSafe),
    } satisfies { readonly [name in WalletMethodName]: WalletMethod }),
  )
  const disposed = new Set<WalletDoor>()
  const left = new Set<WalletDoor>()
  const announced = new Set<() => void>()
  let lastTurn: Promise<unknown> = Promise.resolve()
  for (const node of parsed.nodes) {
    annotate(node, { names: namesOf(parsed.accounts) })
    node.onDispose(() => {
      disposed.add(node)
      prompts.end(node)
      if (node === session.node) door.disconnect()
    })
    node.onLeave(() => {
      left.add(node)
      if (left.size === parsed.nodes.length)
        for (const withdraw of [...announced]) withdraw()
    })
  }

  function dispatch(
    request: ReadRequest,
    _signal?: AbortSignal,
    { subscriber }: Pick<RequestOrigin, 'subscriber'> = {},
  ): Outcome | Promise<Outcome> {
    const { node } = session
    const own = request.ok ? methods.get(request.method) : undefined
    const refusal = request.ok ? refusalOf(request.method) : undefined
    if (!request.ok || (own === undefined && refusal === undefined))
      return node.dispatch(request, { isFaulted, subscriber })
    if (disposed.has(node)) return { type: 'network' }
    const end = node.begin(request)
    if (own === undefined || refusal !== undefined) {
      const { outcome } = refusal as EndedError
      end(outcome)
      return outcome
    }
    return run(own, request.params, node, end)
  }

  /** What the profile's wallet answers whatever the parameters are. */
  function refusalOf(method: string): EndedError | undefined {
    const { beforeConnecting, missingMethod } = profile
    if (isWalletMethod(method) && lacks(profile, method))
      return endedBy(missingMethod, {
        code: -32601,
        message: 'The method "{method}" does not exist / is not available.',
        method,
      })
    return beforeConnecting === undefined ||
      session.isConnected ||
      answeredBeforeConnecting.has(method)
      ? undefined
      : endedBy(beforeConnecting, {
          code: 4100,
          message: 'The page is not connected.',
          method,
        })
  }

  async function run(
    { parameters, run }: WalletMethod,
    params: readonly unknown[],
    node: WalletDoor,
    end: (outcome: Outcome) => void,
  ): Promise<Outcome> {
    const parsed = parseParams(parameters, params)
    const outcome = parsed.ok
      ? await outcomeOf(() => run(parsed.value, using(node), params))
      : ({ type: 'error', error: parsed.error } as const)
    end(outcome)
    return outcome
  }

  function using(node: WalletDoor): MethodContext {
    return {
      session,
      profile,
      owned: safe?.owned,
      confirm: (method, params) => prompts.confirm({ method, params }, node),
      ask,
      inTurn,
    }
  }

  async function ask(
    node: WalletDoor,
    method: string,
    params: readonly unknown[],
  ): Promise<unknown> {
    const request = readRequest({ method, params })
    const outcome = await node.dispatch(request, { isFaulted })
    if (outcome.type === 'result') return outcome.value
    throw new EndedError(outcome)
  }

  /** Its errors are those of a provider. */
  async function press(button: Button, hash: Hash | undefined): Promise<Hash> {
    try {
      return await replace({ button, hash }, using(session.node))
    } catch (thrown) {
      throw thrown instanceof EndedError
        ? providerError(thrown.outcome)
        : thrown
    }
  }

  function inTurn<value>(task: () => Promise<value>): Promise<value> {
    const turn = lastTurn.then(task)
    lastTurn = turn.catch(() => {})
    return turn
  }

  const wallet = {
    provider,
    accounts: Object.freeze(parsed.accounts.map(({ address }) => address)),
    safe: safe?.api,
    connect: () => collect(session.connect),
    disconnect: () => collect(session.disconnect),
    lock: () => collect(session.lock),
    unlock: () => collect(session.unlock),
    reload() {
      door.removeAllListeners()
      if (profile.permissions === 'forgotten') session.disconnect()
    },
    switchAccount: (address) => collect(() => session.select(address)),
    switchChain(chainId) {
      const node = session.nodeOf(chainId)
      if (node === undefined)
        throw invalidParameters('wallet.switchChain', [
          {
            path: '',
            given: display(chainId),
            expected: `the chain id of a node: ${parsed.nodes.map((node) => node.chainId).join(' or ')}`,
          },
        ])
      session.add(chainId)
      collect(() => session.goTo(node))
    },
    speedUp: (hash) => press('speedUp', hash),
    cancel: (hash) => press('cancel', hash),
    transports: <transport, id extends number>(
      custom: (provider: MockProvider) => transport,
    ) =>
      Object.fromEntries(
        parsed.providers.map(([id, provider]) => [id, custom(provider)]),
      ) as Record<id, transport>,
    reject: prompts.reject,
    hold: prompts.hold,
    ignore: prompts.ignore,
    edit: prompts.edit,
    approveTwice: prompts.approveTwice,
    interrupt: prompts.interrupt,
    announce(announcement) {
      const stop = announce(provider, announcement, profile)
      const withdraw = () => {
        announced.delete(withdraw)
        stop()
      }
      announced.add(withdraw)
      return withdraw
    },
  } satisfies Omit<Wallet, keyof State>
  return withState()(wallet, { session, prompts })
}

type State = Pick<
  Wallet,
  'account' | 'chainId' | 'isConnected' | 'isLocked' | 'prompts'
>

type Source = {
  readonly session: ReturnType<typeof createSession>
  readonly prompts: ReturnType<typeof createPrompts>
}

const withState = lazy(() =>
  lateFields<Source, State>({
    account: ({ session }) => session.selected.address,
    chainId: ({ session }) => session.node.chainId,
    isConnected: ({ session }) => session.isConnected,
    isLocked: ({ session }) => session.isLocked,
    prompts: ({ prompts }) => prompts.list(),
  }),
)

/** Puts the contracts that the wallet needs onto each chain. */
function install(
  { profile, mockNodes, balance }: ParsedWallet,
  safe: ReturnType<typeof createSafe> | undefined,
) {
  const { atomic, delegate = defaultDelegate } = batchesOf(profile)
  const isDelegating = safe === undefined && atomic !== 'unsupported'
  for (const node of mockNodes) {
    if (isDelegating)
      node.setContract({
        type: 'native',
        address: delegate,
        native: delegatedAccount,
      })
    if (safe === undefined) continue
    node.setContract(safe.contract)
    if (balance !== undefined)
      node.setBalance({ address: safe.contract.address, value: balance })
  }
}

const hash: Parameter<Hash> = { name: 'hash', parse: parseHash }

/** A Safe's provider answers for a safeTxHash. */
const ofSafe = {
  eth_getTransactionByHash: method([hash], ([hash], context) =>
    context.owned?.transactionOf(hash, context),
  ),
  eth_getTransactionReceipt: method([hash], ([hash], context) =>
    context.owned?.receiptOf(hash, context),
  ),
}

/** What wallets answer that refuse the rest until the page is connected. */
const answeredBeforeConnecting: ReadonlySet<string> = new Set([
  'eth_accounts',
  'eth_chainId',
  'eth_requestAccounts',
  'net_version',
  'wallet_connect',
  'wallet_getCallsStatus',
  'wallet_requestPermissions',
  'wallet_sendCalls',
  'wallet_switchEthereumChain',
])

/** As stories call them: the first one is nearly always the only one used. */
function namesOf(accounts: readonly { readonly address: string }[]) {
  return Object.fromEntries(
    accounts.map(({ address }, index) => [
      address,
      index === 0 ? 'wallet' : `wallet ${index + 1}`,
    ]),
  )
}

async function outcomeOf(run: () => unknown): Promise<Outcome> {
  try {
    return { type: 'result', value: await run() }
  } catch (thrown) {
    if (thrown instanceof EndedError) return thrown.outcome
    throw thrown
  }
}

/** EIP-747 takes an object of parameters, all other methods a list. */
function listed(raw: unknown): unknown {
  try {
    const { method, params } = raw as { method?: unknown; params?: unknown }
    return method === 'wallet_watchAsset' && isWire(params)
      ? { method, params: [params] }
      : raw
  } catch {
    return raw
  }
}

const ofBatches: readonly WalletMethodName[] = [
  'wallet_sendCalls',
  'wallet_getCallsStatus',
  'wallet_showCallsStatus',
  'wallet_getCapabilities',
]

function lacks(
  { missing = [], batches }: WalletProfile,
  method: WalletMethodName,
): boolean {
  return (
    missing.includes(method) ||
    (batches === 'none' && ofBatches.includes(method))
  )
}
