import type { Address } from '../../index.js'
import type { Wallet } from './wallet.js'

type Listener = (event: object) => void

type Namespaces = {
  readonly [name: string]:
    | {
        readonly chains?: readonly string[]
        readonly methods?: readonly string[]
        readonly events?: readonly string[]
      }
    | undefined
}

type Proposal = {
  readonly requiredNamespaces?: Namespaces
  readonly optionalNamespaces?: Namespaces
}

type Asked = {
  readonly chainId: string
  readonly request: { readonly method: string; readonly params?: unknown }
}

/** s since 1970, in the year 2100. */
const expiry = 4_102_444_800
const topic = '70726573'.repeat(8)

/**
 * A client of WalletConnect whose other end is this wallet: a session without
 * relay, project and phone.
 *
 * @example
 * const provider = await UniversalProvider.init({
 *   client: walletConnectClient(wallet),
 * })
 * await provider.connect({ optionalNamespaces: { eip155: { … } } })
 */
export function walletConnectClient<client>(wallet: Wallet): client {
  const listeners = new Map<string, Set<Listener>>()
  let proposed: Namespaces[string] = {}
  let accounts: readonly Address[] = []

  const off = (name: string, listener: Listener) =>
    void listeners.get(name)?.delete(listener)
  const on = (name: string, listener: Listener) => {
    listeners.set(name, (listeners.get(name) ?? new Set()).add(listener))
  }
  const once = (name: string, listener: Listener) => {
    const first: Listener = (event) => {
      off(name, first)
      listener(event)
    }
    on(name, first)
  }
  const emit = (name: string, event: object) => {
    for (const listener of [...(listeners.get(name) ?? [])]) listener(event)
  }
  const events = { on, off, once, removeListener: off, emit }

  const known = Object.keys(wallet.transports(() => null))
  const here = () => `eip155:${wallet.chainId}`

  function session() {
    const { chains = [], methods = [], events = [] } = proposed ?? {}
    const shared = chains.filter((chain) =>
      known.includes(chain.replace('eip155:', '')),
    )
    return {
      topic,
      pairingTopic: topic,
      acknowledged: true,
      expiry,
      relay: { protocol: 'irn' },
      peer: { publicKey: '', metadata: { name: 'Preseal', icons: [] } },
      namespaces: {
        eip155: {
          chains: shared,
          methods,
          events,
          accounts: shared.flatMap((chain) =>
            accounts.map((account) => `${chain}:${account}`),
          ),
        },
      },
    }
  }

  const emitSessionEvent = (name: string, data: unknown) =>
    emit('session_event', {
      topic,
      params: { event: { name, data }, chainId: here() },
    })
  const end = () => emit('session_delete', { topic })
  wallet.provider.on('accountsChanged', (changed) => {
    if (changed.length > 0) emitSessionEvent('accountsChanged', changed)
    else end()
  })
  wallet.provider.on('disconnect', end)
  wallet.provider.on('chainChanged', (id) =>
    emitSessionEvent('chainChanged', Number(id)),
  )

  const storage = {
    getItem: async () => undefined,
    setItem: async () => {},
    removeItem: async () => {},
    getKeys: async () => [],
  }
  const client = {
    ...events,
    events,
    core: { projectId: '', storage, pairing: { getPairings: () => [] } },
    session: { keys: [], length: 0, getAll: () => [], get: () => session() },
    pairing: { getAll: () => [] },
    async connect({
      requiredNamespaces = {},
      optionalNamespaces = {},
    }: Proposal) {
      const required = requiredNamespaces.eip155
      const optional = optionalNamespaces.eip155
      const both = (field: 'chains' | 'methods' | 'events') => [
        ...new Set([
          ...(required?.[field] ?? []),
          ...(optional?.[field] ?? []),
        ]),
      ]
      proposed = {
        chains: both('chains'),
        methods: both('methods'),
        events: both('events'),
      }
      return {
        uri: `wc:${topic}@2`,
        async approval() {
          // A Safe that opens the application asks nobody.
          if (wallet.safe !== undefined) wallet.connect()
          const method = wallet.safe ? 'eth_accounts' : 'eth_requestAccounts'
          accounts = await wallet.provider.request({ method })
          return session()
        },
      }
    },
    request({ chainId, request }: Asked) {
      const id = Number(chainId.replace('eip155:', ''))
      // A phone has no network selected: each request names its own.
      if (id !== wallet.chainId && known.includes(`${id}`))
        wallet.switchChain(id)
      return wallet.provider.request(request as never)
    },
    async disconnect() {
      wallet.disconnect()
    },
    async ping() {},
  }
  // Its own class is not imported, and has more members than are asked for.
  return client as client
}
