/*
 * Alternatives to methods of other test nodes that have no match here, since
 * the clock drives this chain.
 */

const time =
  'Call evm_setNextBlockTimestamp, which later blocks follow, or advance time with evm_increaseTime'
const mining =
  'A block comes every "blockTime" ms of the clock: evm_mine and preseal_seal bring one now, and with option sealing: "manual" none comes by itself'
const pool =
  'preseal_drop removes one transaction, and evm_revert goes back to an evm_snapshot'
const start =
  'evm_revert goes back to an evm_snapshot, and anvil_reset to the start'
const token =
  'Give the token its "balances" in option "contracts", or write its storage with anvil_setStorageAt'

/** Advice for a method, by the name after the prefix. */
const advice: { readonly [name: string]: string } = {
  addBalance: 'anvil_setBalance sets the whole balance',
  autoImpersonateAccount: 'eth_sendTransaction accepts any sender',
  dealERC20: token,
  dropAllTransactions: pool,
  dumpState: start,
  getAutomine: mining,
  getIntervalMining: mining,
  loadState: start,
  removeBlockTimestampInterval: time,
  removePoolTransactions: pool,
  setAccountBalance: 'Call anvil_setBalance',
  setAccountCode: 'Call anvil_setCode',
  setAccountNonce: 'Call anvil_setNonce',
  setAccountStorageAt: 'Call anvil_setStorageAt',
  setAutomine: mining,
  setBlockTimestampInterval: mining,
  setERC20Allowance: token,
  setIntervalMining: mining,
  setLoggingEnabled: 'node.answeredRequests lists requests and their answers',
  setMinGasPrice: 'Create the node with option "header.minBaseFeePerGas"',
  setRpcUrl:
    'Nothing is forked: preseal/record turns what an endpoint answers into a scenario',
  setTime: time,
}

/** Advice for a method such as `evm_setNextBlockTimestamp`. */
export function elsewhere(method: string): string | undefined {
  const name = method.slice(method.indexOf('_') + 1)
  return Object.hasOwn(advice, name) ? advice[name] : undefined
}
