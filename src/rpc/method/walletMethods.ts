/**
 * The methods that a wallet answers by itself: without a prompt, after one, or
 * after one with what its key has signed. All lists of them follow; the comment
 * of each is its answer in docs/reference/wallet.md.
 */
export const walletMethods = {
  /** The connected accounts. */
  eth_accounts: 'silent',
  /** The id of the current chain. */
  eth_chainId: 'silent',
  /** The connected accounts; no prompt if the page is already connected. */
  eth_requestAccounts: 'prompts',
  /** The hash; the wallet signs the transaction and sends it raw. */
  eth_sendTransaction: 'prompts',
  /** A signature by EIP-191, as of `personal_sign`. */
  eth_sign: 'signs',
  /** The signed transaction. */
  eth_signTransaction: 'signs',
  /** A signature by EIP-712. */
  eth_signTypedData_v4: 'signs',
  /** The id of the current chain, in decimal. */
  net_version: 'silent',
  /** A signature by EIP-191. */
  personal_sign: 'signs',
  /** `null`; adds the chain of one of the nodes, and switches to it. */
  wallet_addEthereumChain: 'prompts',
  /** The sub account (ERC-7895). */
  wallet_addSubAccount: 'prompts',
  /**
   * The accounts (EIP-7846), with a signed message by EIP-4361 if asked; no
   * prompt if the page is connected.
   */
  wallet_connect: 'prompts',
  /** `null`; the page is disconnected. */
  wallet_disconnect: 'silent',
  /**
   * Balances of ether and of the tokens that `wallet_watchAsset` added
   * (ERC-7811), by chain.
   */
  wallet_getAssets: 'silent',
  /**
   * 100 until all have receipts; then 200, 500 if all failed, 600 if some did;
   * 400 if a batch was replaced or cancelled.
   */
  wallet_getCallsStatus: 'silent',
  /**
   * For each known chain, whether batches are `atomic`, and the profile's other
   * capabilities.
   */
  wallet_getCapabilities: 'silent',
  /** The permissions that are granted. */
  wallet_getGrantedExecutionPermissions: 'silent',
  /** The connected accounts, as in EIP-2255. */
  wallet_getPermissions: 'silent',
  /** The types of permissions that can be granted. */
  wallet_getSupportedExecutionPermissions: 'silent',
  /** The granted permissions, in the older form that viem has. */
  wallet_grantPermissions: 'prompts',
  /** The granted permissions (ERC-7715). */
  wallet_requestExecutionPermissions: 'prompts',
  /** The permission, as in EIP-2255. */
  wallet_requestPermissions: 'prompts',
  /** `{}`. */
  wallet_revokeExecutionPermission: 'prompts',
  /** `null`; the page is disconnected. */
  wallet_revokePermissions: 'silent',
  /**
   * An id; one transaction for each call, or one for all if the profile's
   * batches are atomic.
   */
  wallet_sendCalls: 'prompts',
  /** `null`. */
  wallet_showCallsStatus: 'silent',
  /** `null`; no prompt if that chain is current. */
  wallet_switchEthereumChain: 'prompts',
  /** `true`. */
  wallet_watchAsset: 'prompts',
} as const satisfies {
  readonly [method: string]: 'silent' | 'prompts' | 'signs'
}

export type WalletMethodName = keyof typeof walletMethods

/** The methods that make a wallet prompt its user. */
export type PromptMethod = {
  [method in WalletMethodName]: (typeof walletMethods)[method] extends 'silent'
    ? never
    : method
}[WalletMethodName]

export function isWalletMethod(method: string): method is WalletMethodName {
  return Object.hasOwn(walletMethods, method)
}

export function isPromptMethod(method: string): method is PromptMethod {
  return isWalletMethod(method) && walletMethods[method] !== 'silent'
}
