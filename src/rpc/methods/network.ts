import { keccak256 } from '../../hash/keccak256.js'
import { toBytes, toHex, toQuantity } from '../../hex/hex.js'
import type { MethodsOf } from './method.js'
import { result } from './result.js'

/** What never changes. */
export const networkMethods = {
  // It holds no keys: accounts are those of a wallet.
  eth_accounts: () => result([]),

  eth_chainId: ({ chain }) => result(toQuantity(chain.config.chainId)),

  eth_syncing: () => result(false),

  net_listening: () => result(true),

  net_peerCount: () => result('0x0'),

  net_version: ({ chain }) => result(String(chain.config.chainId)),

  web3_clientVersion: () => result(clientVersion),

  web3_sha3: (_, [data]) => result(toHex(keccak256(toBytes(data)))),
} satisfies MethodsOf<'network'>

/** The answer to `web3_clientVersion`: name and version of the package. */
export const clientVersion = 'preseal/0.1.0'
