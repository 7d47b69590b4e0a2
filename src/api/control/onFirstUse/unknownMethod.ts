import { display } from '../../../base/hex/display.js'
import { methodNotFound, type RpcError } from '../../../rpc/answers/outcome.js'

/** The error for a control method that there is not. */
export function unknownMethod(
  method: string,
  served: readonly string[],
): RpcError {
  const advice = adviceFor(method)
  return advice === undefined
    ? methodNotFound(
        method,
        `Answer it with node.handle(${display(method)}, …)`,
        served,
      )
    : methodNotFound(method, advice, served, [])
}

/*
 * Alternatives to methods of other test nodes that have no match here, since
 * the clock drives this chain.
 */

const time =
  'Call evm_setNextBlockTimestamp, which later blocks follow, or advance time with evm_increaseTime'
const pool =
  'preseal_drop removes one transaction, and evm_revert goes back to an evm_snapshot'
const token =
  'Give the token its "balances" in option "contracts", or write its storage with anvil_setStorageAt'

/** Advice for a method, by the name after the prefix. */
const advice: { readonly [name: string]: string } = {
  addBalance: 'anvil_setBalance sets the whole balance',
  dealERC20: token,
  dropAllTransactions: pool,
  removePoolTransactions: pool,
  setAccountBalance: 'Call anvil_setBalance',
  setAccountCode: 'Call anvil_setCode',
  setAccountNonce: 'Call anvil_setNonce',
  setAccountStorageAt: 'Call anvil_setStorageAt',
  setERC20Allowance: token,
  setRpcUrl:
    'Nothing is forked: preseal/record turns what an endpoint answers into a scenario',
  setTime: time,
}

/** Advice for a method such as `evm_setNextBlockTimestamp`. */
function adviceFor(method: string): string | undefined {
  const name = method.slice(method.indexOf('_') + 1)
  return Object.hasOwn(advice, name) ? advice[name] : undefined
}
