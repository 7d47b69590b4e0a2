import { served, servedMethods } from './served.js'

/** Those of the execution API and of wallets; what is served says it itself. */
const others = `
  eth_blobBaseFee eth_call eth_createAccessList eth_estimateGas eth_feeHistory
  eth_gasPrice eth_getBlockTransactionCountByHash
  eth_getBlockTransactionCountByNumber eth_getFilterChanges eth_getFilterLogs
  eth_getLogs eth_getProof eth_getTransactionByBlockHashAndIndex
  eth_getTransactionByBlockNumberAndIndex eth_getUncleByBlockHashAndIndex
  eth_getUncleByBlockNumberAndIndex eth_getUncleCountByBlockHash
  eth_getUncleCountByBlockNumber eth_maxPriorityFeePerGas eth_newBlockFilter
  eth_newFilter eth_newPendingTransactionFilter eth_sendRawTransaction
  eth_sendRawTransactionSync eth_simulateV1 eth_subscribe eth_syncing
  eth_uninstallFilter eth_unsubscribe net_listening web3_sha3

  eth_accounts eth_requestAccounts eth_sendTransaction eth_sign
  eth_signTransaction eth_signTypedData_v4 personal_sign
  wallet_addEthereumChain wallet_getCallsStatus wallet_getCapabilities
  wallet_getPermissions wallet_requestPermissions wallet_revokePermissions
  wallet_sendCalls wallet_showCallsStatus wallet_switchEthereumChain
  wallet_watchAsset
`
  .trim()
  .split(/\s+/)
  .filter((method) => !Object.hasOwn(served, method))

/**
 * The methods that a public endpoint lets through: those of the execution API
 * without the receipts of a block, and those of wallets, since at an EIP-1193
 * provider it is the wallet that answers these.
 */
export const publicMethods: readonly string[] = [
  ...servedMethods.filter((method) => served[method].isPublic),
  ...others,
]
