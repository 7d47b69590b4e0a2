/**
 * The methods that a wallet answers by itself: without a prompt, after one, or
 * after one with what its key has signed. All lists of them follow.
 */
export const walletMethods = {
  eth_accounts: 'silent',
  eth_chainId: 'silent',
  eth_requestAccounts: 'prompts',
  eth_sendTransaction: 'prompts',
  eth_sign: 'signs',
  eth_signTransaction: 'signs',
  eth_signTypedData_v4: 'signs',
  net_version: 'silent',
  personal_sign: 'signs',
  wallet_addEthereumChain: 'prompts',
  wallet_addSubAccount: 'prompts',
  wallet_connect: 'prompts',
  wallet_disconnect: 'silent',
  wallet_getAssets: 'silent',
  wallet_getCallsStatus: 'silent',
  wallet_getCapabilities: 'silent',
  wallet_getGrantedExecutionPermissions: 'silent',
  wallet_getPermissions: 'silent',
  wallet_getSupportedExecutionPermissions: 'silent',
  wallet_grantPermissions: 'prompts',
  wallet_requestExecutionPermissions: 'prompts',
  wallet_requestPermissions: 'prompts',
  wallet_revokeExecutionPermission: 'prompts',
  wallet_revokePermissions: 'silent',
  wallet_sendCalls: 'prompts',
  wallet_showCallsStatus: 'silent',
  wallet_switchEthereumChain: 'prompts',
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
