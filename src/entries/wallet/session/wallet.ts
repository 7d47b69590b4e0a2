import type { EIP1193EventMap, EIP1193RequestFn, EIP1474Methods } from 'viem'
import type { Address, Hash } from '../../../base/hex/hex.js'
import type { MockProvider } from '../../../doors/createProvider.js'

/** The application's side of a wallet: an EIP-1193 provider. */
export type WalletProvider = {
  /**
   * Asks the wallet, which asks its user, its keys or its node.
   *
   * @throws ProviderRpcError (a rejection): 4001 where the user refused, 4100
   * for an account that is not connected, 4902 for a chain that the wallet does
   * not know.
   */
  readonly request: Compared & EIP1193RequestFn<EIP1474Methods>
  readonly on: Compared & ListenFn
  readonly removeListener: Compared & ListenFn
}

type ListenFn = <name extends keyof EIP1193EventMap>(
  name: name,
  listener: EIP1193EventMap[name],
) => void

/**
 * Cannot be called: clients have types of their own for what a provider takes,
 * and `this` is ignored when they are compared with these.
 */
// biome-ignore lint/suspicious/noExplicitAny: comparable with any provider
type Compared = (this: 'Only to be compared', ...args: any[]) => any

/**
 * A wallet in front of one or more nodes: a provider for the application, and
 * for the test what its user does. Every function works detached from it.
 */
export type Wallet = {
  /** Give this, and nothing else of the wallet, to the application. */
  readonly provider: WalletProvider

  /** All accounts that the wallet has keys of. */
  readonly accounts: readonly Address[]

  /** The account that is selected, which is the one that connects. */
  readonly account: Address

  /** Id of the current chain. */
  readonly chainId: number

  /** Whether the application sees an account. */
  readonly isConnected: boolean

  /**
   * Connects without being asked, as a wallet is that was connected earlier.
   *
   * @example
   * wallet.connect()
   * await wallet.provider.request({ method: 'eth_accounts' }) // [wallet.account]
   */
  connect(): void

  /**
   * Takes the application's permission away, as the user does; it hears of it
   * by `accountsChanged`.
   */
  disconnect(): void

  /**
   * Selects another account, as the user does.
   *
   * @example
   * wallet.switchAccount(wallet.accounts[1])
   *
   * @throws InvalidWalletError when the wallet has no such account.
   */
  switchAccount(account: Address): void

  /**
   * Goes to another chain, as the user does.
   *
   * @example
   * wallet.switchChain(base.chain.id)
   *
   * @throws InvalidWalletError when no node of the wallet has this chain id.
   */
  switchChain(chainId: number): void

  /**
   * Sends a transaction again at a price that is a tenth higher, as the wallet's
   * button does; asks nobody. It resolves to the new hash.
   *
   * @example
   * await wallet.speedUp()
   *
   * @param hash - Of what the wallet has sent; the newest by default.
   * @throws InvalidWalletError (a rejection) where it has not sent that.
   * @throws ProviderRpcError (a rejection) where the node refuses it, such as
   * once the transaction is pre-confirmed.
   */
  speedUp(hash?: Hash): Promise<Hash>

  /**
   * Sends a transaction of 0 wei to the account itself in the place of another
   * one, as the wallet's button does, in other respects like `speedUp`.
   */
  cancel(hash?: Hash): Promise<Hash>

  /**
   * A transport for each of its nodes by chain id, as wagmi's `createConfig`
   * takes them: the application's endpoints, past the wallet.
   *
   * @example
   * createConfig({ chains: [node.chain], transports: wallet.transports(custom) })
   *
   * @param custom - Viem's.
   */
  transports<transport, id extends number = number>(
    custom: (provider: MockProvider) => transport,
  ): Record<id, transport>

  /**
   * Has the user refuse the wallet's next question (4001); returns a function
   * that stops it.
   *
   * @example
   * wallet.reject() // whatever comes next
   * wallet.reject({ methods: ['personal_sign'], times: 'all' })
   */
  reject(prompts?: Prompts): () => void

  /**
   * Leaves what the wallet asks next unanswered, since nobody has clicked yet.
   *
   * @example
   * const hold = wallet.hold({ methods: ['eth_sendTransaction'] })
   * await hold.arrived // the button says "Confirm in your wallet"
   * hold.release()
   */
  hold(prompts?: Prompts): Hold

  /**
   * Shows the wallet to a page: as `window.ethereum`, and by the events of
   * EIP-6963, under a UUID of its own. Returns a function that removes it, as
   * the end of the last of its nodes does too.
   *
   * @example
   * const stop = wallet.announce({ name: 'Preseal', rdns: 'test.preseal' })
   *
   * @throws NoWindowError where there is no DOM.
   */
  announce(announcement?: Announcement): () => void
}

/** A choice among the wallet's questions to its user. */
export type Prompts = {
  /** Questions of these methods; of any by default. */
  readonly methods?: readonly PromptMethod[] | undefined
  /** How many of them pass first; 0 */
  readonly skip?: number | undefined
  /** How many, or all of them; 1 */
  readonly times?: number | 'all' | undefined
}

/** The methods by which a wallet asks its user something. */
export type PromptMethod =
  | 'eth_requestAccounts'
  | 'eth_sendTransaction'
  | 'eth_sign'
  | 'eth_signTransaction'
  | 'eth_signTypedData_v4'
  | 'personal_sign'
  | 'wallet_addEthereumChain'
  | 'wallet_requestPermissions'
  | 'wallet_sendCalls'
  | 'wallet_switchEthereumChain'
  | 'wallet_watchAsset'

/** A question that waits for the user. */
export type Prompted = {
  readonly method: PromptMethod
  readonly params: readonly unknown[]
}

/** Questions that nobody has answered. */
export type Hold = {
  /** Resolves to the first one, once it is asked. */
  readonly arrived: Promise<Prompted>
  /** The user agrees to those that wait; no further ones are held. */
  release(): void
  /** The user refuses them (4001); no further ones are held. */
  reject(): void
}

/** The wallet's description of itself (EIP-6963). */
export type Announcement = {
  /** `'Preseal'` */
  readonly name?: string | undefined
  /** Its reverse domain name, by which pages know wallets; `'test.preseal'` */
  readonly rdns?: string | undefined
  /** A data URI. */
  readonly icon?: string | undefined
}
