import type { EIP1193EventMap, EIP1193RequestFn, EIP1474Methods } from 'viem'
import type { Address, Hash, Hex } from '../../base/hex/hex.js'
import type { MockProvider } from '../../doors/createProvider.js'
import type { PromptMethod } from '../../rpc/method/walletMethods.js'

export type { PromptMethod }

/** The application's side of a wallet: an EIP-1193 provider. */
export type WalletProvider = {
  /**
   * Sends a request to the wallet, which asks its user, its keys or its node.
   *
   * @throws ProviderRpcError (a rejection): 4001 if the user rejects, 4100 for
   * an account that is not connected, 4902 for an unknown chain.
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
 * the user's actions for the test. Every function also works detached from the
 * wallet.
 */
export type Wallet = {
  /** The EIP-1193 provider. Give the application this and nothing else. */
  readonly provider: WalletProvider

  /** All accounts whose keys the wallet holds. */
  readonly accounts: readonly Address[]

  /** The selected account, which is the one that connects. */
  readonly account: Address

  /** Id of the current chain. */
  readonly chainId: number

  /** Whether the application sees an account. */
  readonly isConnected: boolean

  /** Whether the wallet is locked. */
  readonly isLocked: boolean

  /** The owners of the Safe that the wallet is, if its profile is one. */
  readonly safe: SafeOwners | undefined

  /** The prompts so far, oldest first: what was asked, and what became of it. */
  readonly prompts: readonly Prompt[]

  /**
   * Connects without a prompt, like a wallet that was connected earlier.
   *
   * @example
   * wallet.connect()
   * await wallet.provider.request({ method: 'eth_accounts' }) // [wallet.account]
   */
  connect(): void

  /**
   * Revokes the application's permission, as the user does. The provider emits
   * `accountsChanged`.
   */
  disconnect(): void

  /**
   * Locks the wallet: the application sees no account, until `unlock` or until
   * the user approves its next request to connect. The provider emits
   * `accountsChanged`.
   */
  lock(): void

  /** Unlocks the wallet; a connected application sees its accounts again. */
  unlock(): void

  /**
   * Loads the page anew: listeners of the provider are gone, and so is the
   * connection if the wallet's profile does not keep permissions.
   */
  reload(): void

  /**
   * Selects another account, as the user does.
   *
   * @example
   * wallet.switchAccount(wallet.accounts[1])
   *
   * @throws InvalidParametersError when the wallet has no such account.
   */
  switchAccount(account: Address): void

  /**
   * Switches to another chain, as the user does.
   *
   * @example
   * wallet.switchChain(base.chain.id)
   *
   * @throws InvalidParametersError when no node of the wallet has this chain id.
   */
  switchChain(chainId: number): void

  /**
   * Sends a transaction again at a 10 % higher price, as the wallet's button
   * does, without a prompt. Resolves to the new hash.
   *
   * @example
   * await wallet.speedUp()
   *
   * @param hash - Hash of a transaction that the wallet has sent; default the
   * newest.
   * @throws InvalidParametersError (a rejection) if the wallet has not sent it.
   * @throws ProviderRpcError (a rejection) if the node refuses it, such as
   * once the transaction is pre-confirmed.
   */
  speedUp(hash?: Hash): Promise<Hash>

  /**
   * Replaces a transaction by one of 0 wei to the account itself, as the
   * wallet's button does; otherwise like `speedUp`.
   */
  cancel(hash?: Hash): Promise<Hash>

  /**
   * Transports by chain id, one for each node, for wagmi's `createConfig`: the
   * application's endpoints, which bypass the wallet.
   *
   * @example
   * createConfig({ chains: [node.chain], transports: wallet.transports(custom) })
   *
   * @param custom - viem's `custom`.
   */
  transports<transport, id extends number = number>(
    custom: (provider: MockProvider) => transport,
  ): Record<id, transport>

  /**
   * Makes the user reject the wallet's next prompt (4001). Returns a function
   * that stops it.
   *
   * @example
   * wallet.reject() // whatever comes next
   * wallet.reject({ methods: ['personal_sign'], times: 'all' })
   */
  reject(prompts?: Prompts): () => void

  /**
   * Makes the user never answer the next prompt: it stays open, and so does the
   * request. Returns a function that stops it.
   *
   * @example
   * wallet.ignore({ methods: ['wallet_switchEthereumChain'], opensAgain: true })
   *
   * @param prompts - With `opensAgain`, it opens once more with the next prompt.
   */
  ignore(
    prompts?: Prompts & { readonly opensAgain?: boolean | undefined },
  ): () => void

  /**
   * Makes the user change the next transaction before approving it. Returns a
   * function that stops it.
   *
   * @example
   * wallet.edit({ nonce: 7, maxFeePerGas: parseGwei('1') })
   */
  edit(edits: Edits, prompts?: Prompts): () => void

  /**
   * Makes the user approve the next prompt twice, which sends a transaction
   * twice; the application learns of the first one. A `hold`, `edit` or
   * `interrupt` that comes later applies to that prompt, too. Returns a
   * function that stops it.
   */
  approveTwice(prompts?: Prompts): () => void

  /**
   * Calls `act` while the next prompt is open, then approves the prompt.
   * Returns a function that stops it.
   *
   * @example
   * wallet.interrupt(() => wallet.switchChain(10), { methods: ['personal_sign'] })
   */
  interrupt(act: () => unknown, prompts?: Prompts): () => void

  /**
   * Leaves the wallet's next prompt open: nobody has clicked yet.
   *
   * @example
   * const hold = wallet.hold({ methods: ['eth_sendTransaction'] })
   * await hold.arrived // the button says "Confirm in your wallet"
   * hold.release()
   */
  hold(prompts?: Prompts): Hold

  /**
   * Announces the wallet to a page: as `window.ethereum`, and by EIP-6963 under
   * its own UUID. Returns a function that removes it; the end of its last node
   * removes it, too.
   *
   * @example
   * const stop = wallet.announce({ name: 'Preseal', rdns: 'test.preseal' })
   *
   * @throws EnvironmentError if there is no DOM.
   */
  announce(announcement?: Announcement): () => void
}

/** Selects prompts of the wallet to its user. */
export type Prompts = {
  /** Prompts of these methods; default any */
  readonly methods?: readonly PromptMethod[] | undefined
  /** How many matching prompts pass first; default 0 */
  readonly skip?: number | undefined
  /** How many are affected; default 1 */
  readonly times?: number | 'all' | undefined
}

/** A prompt that waits for the user. */
export type Prompted = {
  readonly method: PromptMethod
  readonly params: readonly unknown[]
}

/** A prompt, and what became of it; an ignored one is still open. */
export type Prompt = Prompted & {
  readonly state: 'open' | 'approved' | 'rejected' | 'ignored' | 'ended'
}

/** What a user changes in a transaction, in wei and gas. */
export type Edits = {
  readonly nonce?: number | bigint | undefined
  readonly gas?: bigint | undefined
  readonly gasPrice?: bigint | undefined
  readonly maxFeePerGas?: bigint | undefined
  readonly maxPriorityFeePerGas?: bigint | undefined
  /** wei */
  readonly value?: bigint | undefined
  /** Such as an approval of a lower amount. */
  readonly data?: Hex | undefined
}

/** Prompts that are still open. */
export type Hold = {
  /** Resolves to the first prompt, once it is open. */
  readonly arrived: Promise<Prompted>
  /**
   * The user approves the open prompts, perhaps with changes; later ones are
   * not held.
   */
  release(edits?: Edits): void
  /** The user rejects them (4001); later ones are not held. */
  reject(): void
}

/** The wallet's description of itself (EIP-6963). */
export type Announcement = {
  /** Display name; default `'Preseal'` */
  readonly name?: string | undefined
  /**
   * Reverse domain name that identifies the wallet; default `'test.preseal'`
   */
  readonly rdns?: string | undefined
  /** Icon, as a data URI. */
  readonly icon?: string | undefined
  /**
   * When it announces itself: at once and whenever a page asks, only when a
   * page asks, at once and again under another UUID, or never; default the
   * profile's
   */
  readonly announcement?: 'once' | 'late' | 'twice' | 'never' | undefined
  /**
   * Whether it becomes `window.ethereum`: in place of another wallet, so that
   * no later wallet can, only if there is none, or never; default the profile's
   */
  readonly windowEthereum?:
    | 'replaces'
    | 'locks'
    | 'yields'
    | 'never'
    | undefined
}

/** A transaction that the owners of a Safe sign and then execute. */
export type SafeTransaction = {
  readonly safeTxHash: Hash
  /** The Safe's own nonce. */
  readonly nonce: number
  /** How many owners have signed. */
  readonly confirmations: number
  /** Of the transaction that executes it, once there is one. */
  readonly hash: Hash | null
  readonly status: 'waiting' | 'executed' | 'cancelled'
}

/** What the owners of a Safe do. */
export type SafeOwners = {
  readonly owners: readonly Address[]
  readonly threshold: number
  /** Oldest first. */
  readonly transactions: readonly SafeTransaction[]
  /**
   * Has the next owner sign.
   *
   * @param safeTxHash - Default: the oldest that waits.
   * @throws InvalidParametersError if no such transaction waits.
   */
  confirm(safeTxHash?: Hash): void
  /**
   * Sends the transaction that executes it; resolves to its hash.
   *
   * @throws InvalidParametersError (a rejection) if too few owners have signed.
   */
  execute(safeTxHash?: Hash): Promise<Hash>
  /** Takes it out of the queue: it is never executed. */
  cancel(safeTxHash?: Hash): void
}
