import { keccak256 } from '../../base/hash/keccak256.js'
import { toBytes, toHex, toQuantity } from '../../base/hex/hex.js'
import { parseData } from '../../base/hex/parse.js'
import { result } from '../answers/result.js'
import { type MethodsOf, method, type SchemaOfViem } from '../method/method.js'

export type NetworkSchema = SchemaOfViem<
  | 'eth_accounts'
  | 'eth_chainId'
  | 'eth_syncing'
  | 'net_listening'
  | 'net_peerCount'
  | 'web3_clientVersion'
  | 'web3_sha3'
> & {
  // viem types it as hex, but nodes answer in decimal.
  net_version: { Parameters: []; ReturnType: string }
}

const data = { name: 'data', parse: parseData }

/** What never changes. */
export const networkMethods = {
  // It holds no keys: accounts are those of a wallet.
  eth_accounts: method({
    reads: 'nothing',
    isPublic: true,
    params: [],
    answer: () => result([]),
  }),

  eth_chainId: method({
    reads: 'nothing',
    isPublic: true,
    params: [],
    answer: ({ chain }) => result(toQuantity(chain.config.chainId)),
  }),

  eth_syncing: method({
    reads: 'nothing',
    isPublic: true,
    params: [],
    answer: () => result(false),
  }),

  net_listening: method({
    reads: 'nothing',
    isPublic: true,
    params: [],
    answer: () => result(true),
  }),

  net_peerCount: method({
    reads: 'nothing',
    isPublic: false,
    params: [],
    answer: () => result('0x0'),
  }),

  net_version: method({
    reads: 'nothing',
    isPublic: true,
    params: [],
    answer: ({ chain }) => result(String(chain.config.chainId)),
  }),

  web3_clientVersion: method({
    reads: 'nothing',
    isPublic: true,
    params: [],
    answer: ({ chain }) => result(chain.config.clientVersion),
  }),

  web3_sha3: method({
    reads: 'nothing',
    isPublic: true,
    params: [data],
    answer: (_, [data]) => result(toHex(keccak256(toBytes(data)))),
  }),
} satisfies MethodsOf<NetworkSchema>

/** What `web3_clientVersion` answers by default: name and version of the package. */
export const clientVersion = 'preseal/0.1.0'
