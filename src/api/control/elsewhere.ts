/*
 * Alternatives to methods of other test nodes that have no match here, since
 * the clock drives this chain.
 */

const time =
  'Write evm_setNextBlockTimestamp, from which later blocks count on, or let time pass by evm_increaseTime'
const mining =
  'A block comes every "blockTime" ms of the clock: evm_mine and preseal_seal bring one now, and with option sealing: "manual" none comes by itself'
const pool =
  'preseal_drop takes one transaction out, and evm_revert goes back to what evm_snapshot kept'
const start =
  'evm_revert goes back to what evm_snapshot kept, and anvil_reset to the start'
const token =
  'Give the token its "balances" in option "contracts", or write its storage by anvil_setStorageAt'

/** Advice for a method, by the name after the prefix. */
const advice: { readonly [name: string]: string } = {
  addBalance: 'anvil_setBalance sets the whole balance',
  autoImpersonateAccount: 'eth_sendTransaction takes any sender as it is',
  dealERC20: token,
  dropAllTransactions: pool,
  dumpState: start,
  getAutomine: mining,
  getIntervalMining: mining,
  loadState: start,
  removeBlockTimestampInterval: time,
  removePoolTransactions: pool,
  setAccountBalance: 'Write anvil_setBalance',
  setAccountCode: 'Write anvil_setCode',
  setAccountNonce: 'Write anvil_setNonce',
  setAccountStorageAt: 'Write anvil_setStorageAt',
  setAutomine: mining,
  setBlockTimestampInterval: mining,
  setERC20Allowance: token,
  setIntervalMining: mining,
  setLoggingEnabled: 'node.answeredRequests lists requests and their answers',
  setMinGasPrice: 'Create the node with option "header.minBaseFeePerGas"',
  setRpcUrl:
    'Nothing is forked: preseal/record makes a scenario of what an endpoint answers',
  setTime: time,
}

/** Advice for a method such as `evm_setNextBlockTimestamp`. */
export function elsewhere(method: string): string | undefined {
  const name = method.slice(method.indexOf('_') + 1)
  return Object.hasOwn(advice, name) ? advice[name] : undefined
}
