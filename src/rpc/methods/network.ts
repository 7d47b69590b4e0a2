import { toQuantity } from '../../hex/hex.js'
import type { MethodsOf } from './method.js'
import { result } from './result.js'

/** What never changes. */
export const networkMethods = {
  // It holds no keys: accounts are those of a wallet.
  eth_accounts: () => result([]),

  eth_chainId: ({ chain }) => result(toQuantity(chain.config.chainId)),

  net_version: ({ chain }) => result(String(chain.config.chainId)),

  web3_clientVersion: () => result(clientVersion),
} satisfies MethodsOf<'network'>

/** The answer to `web3_clientVersion`: name and version of the package. */
export const clientVersion = 'preseal/0.1.0'
