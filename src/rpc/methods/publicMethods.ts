import { methods, servedMethods } from './methods.js'

/** Methods of wallets, and of the accounts of a node, that are not served. */
const ofWallets = `
  eth_requestAccounts eth_sign eth_signTransaction eth_signTypedData_v4
  personal_sign wallet_addEthereumChain wallet_getCallsStatus
  wallet_getCapabilities wallet_getPermissions wallet_requestPermissions
  wallet_revokePermissions wallet_sendCalls wallet_showCallsStatus
  wallet_switchEthereumChain wallet_watchAsset
`

/** The methods that a wallet answers in front of a node. */
export function walletMethods(): readonly string[] {
  return ofWallets.trim().split(/\s+/)
}

/**
 * The methods that a public endpoint lets through: those of the execution API
 * without the receipts of a block, and those of wallets, since at an EIP-1193
 * provider it is the wallet that answers these.
 */
export function publicMethods(): readonly string[] {
  return [
    ...servedMethods.filter((method) => methods[method].isPublic),
    ...walletMethods(),
  ]
}
