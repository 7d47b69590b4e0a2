import type { Address } from '../../base/hex/hex.js'
import type {
  PromptMethod,
  WalletMethodName,
} from '../../rpc/method/walletMethods.js'

/**
 * An error of a wallet. `{method}` and `{chainId}` in the message stand for
 * those of the request.
 */
export type WalletError = {
  readonly code?: number | undefined
  readonly message?: string | undefined
  readonly data?: unknown
  /**
   * What the provider throws: an Error with these fields, one with the message
   * alone, a plain object of them, or `{}`; default `'error'`
   */
  readonly thrown?: 'error' | 'uncoded' | 'plain' | 'empty' | undefined
}

/** Where a line of a profile was read. */
export type WalletSource = {
  /** A public repository and a file of it, or a thread. */
  readonly at: string
  /** The wallet's version that was read, or the name of its branch. */
  readonly version: string
  /** Of that version, or of the thread: `'2026-08-20'` */
  readonly date: string
}

/** Batches of calls (EIP-5792). */
export type WalletBatches = {
  /**
   * Whether the wallet sends a batch as one transaction, by delegating its
   * account (EIP-7702): always, once its user agrees, or never.
   */
  readonly atomic: 'supported' | 'ready' | 'unsupported'
  /** Whether an upgrade is offered to the user; refused, it fails with 5750 */
  readonly upgrade?: 'offered' | 'refused' | undefined
  /** The contract that the account delegates to. */
  readonly delegate?: Address | undefined
  /** Other capabilities, by name, such as `paymasterService`. */
  readonly capabilities?:
    | { readonly [name: string]: { readonly [field: string]: unknown } }
    | undefined
  /** Versions of the request; default `['1.0', '2.0.0']` */
  readonly versions?: readonly string[] | undefined
  /** The most calls in a batch; default any number */
  readonly most?: number | undefined
}

/**
 * How a wallet differs from the ideal one: plain data. A line that is left out
 * is as the standards have it. `preseal/wallets` has profiles of real wallets.
 *
 * @example
 * createWallet(node, { profile: { ...metaMask, rejection: 'never' } })
 */
export type WalletProfile = {
  /** Display name (EIP-6963). */
  readonly name: string
  /** Reverse domain name (EIP-6963). */
  readonly rdns?: string | undefined
  /** Fields of its provider, such as `{ isMetaMask: true }`. */
  readonly flags?: { readonly [name: string]: unknown } | undefined
  /**
   * When it announces itself (EIP-6963): at once and whenever a page asks, only
   * when a page asks, at once and then again under another UUID, or never;
   * default `'once'`
   */
  readonly announcement?: 'once' | 'late' | 'twice' | 'never' | undefined
  /**
   * Whether it becomes `window.ethereum`: in place of another wallet, so that
   * no later wallet can, only if there is none, or never; default `'replaces'`
   */
  readonly windowEthereum?:
    | 'replaces'
    | 'locks'
    | 'yields'
    | 'never'
    | undefined
  /** Its answer when the user rejects; `'never'` leaves the request open. */
  readonly rejection?: WalletError | 'never' | undefined
  /** The same, of single methods. */
  readonly rejections?:
    | { readonly [method in PromptMethod]?: WalletError | 'never' }
    | undefined
  /**
   * Its answer to a switch to a chain that it does not know; `'ignored'`
   * answers null and stays.
   */
  readonly unknownChain?: WalletError | 'ignored' | undefined
  /** A switch prompts, happens at once, or is refused; default `'prompts'` */
  readonly switching?: 'prompts' | 'silent' | WalletError | undefined
  /**
   * Whether adding a chain also switches to it, or the page has to ask;
   * default `'switches'`
   */
  readonly adding?: 'switches' | 'adds' | WalletError | undefined
  /** Methods that it does not have. */
  readonly missing?: readonly WalletMethodName[] | undefined
  /** Its answer to those; default -32601 */
  readonly missingMethod?: WalletError | undefined
  /**
   * `eth_accounts` before the page connects: none, the account, or an error;
   * default `'hidden'`
   */
  readonly accountsBeforeConnecting?:
    | 'hidden'
    | 'shown'
    | WalletError
    | undefined
  /** `eth_chainId` before the page connects; default the current chain's */
  readonly chainIdBeforeConnecting?: number | undefined
  /** Its answer to most methods before the page connects; default an answer */
  readonly beforeConnecting?: WalletError | undefined
  /** Whether the page is connected after `wallet.reload`; default `'kept'` */
  readonly permissions?: 'kept' | 'forgotten' | undefined
  /** The event when the user disconnects the page; default `'accountsChanged'` */
  readonly disconnecting?: 'accountsChanged' | 'disconnect' | undefined
  /** Its answer to typed data whose domain names another chain; default it signs */
  readonly typedDataOfOtherChain?: WalletError | undefined
  /**
   * What `eth_sendTransaction` returns: the hash of a transaction, or the hash
   * of what the owners of a Safe sign, which never appears on the chain;
   * default `'transaction'`
   */
  readonly sends?: 'transaction' | 'safeTransaction' | undefined
  /**
   * Several prompts at once: side by side, oldest first, newest first, or all
   * but the first refused with -32002; default `'parallel'`
   */
  readonly prompts?: 'parallel' | 'queue' | 'stack' | 'one' | undefined
  /** Batches of calls; default one transaction for each call */
  readonly batches?: WalletBatches | 'none' | undefined
  /** Where each line was read. */
  readonly sources?: { readonly [line: string]: WalletSource } | undefined
}

/** What the wallet does by itself, without a profile. */
export const ideal: WalletProfile = { name: 'Preseal', rdns: 'test.preseal' }

/** What an account delegates to unless its profile says otherwise. */
export const defaultDelegate: Address =
  '0x63c0c19a282a1b52b07dd5a65b58948a07dae32b'

export function batchesOf({ batches }: WalletProfile): WalletBatches {
  return batches === undefined || batches === 'none'
    ? { atomic: 'unsupported' }
    : batches
}
