import { keccak256 } from '../../base/hash/keccak256.js'
import {
  type Hash,
  type Hex,
  toBytes,
  toHex,
  toQuantity,
} from '../../base/hex/hex.js'
import { parseData, type StateSelector } from '../../base/hex/parse.js'
import type { BlockView, Chain } from '../../chain/blocks/chain.js'
import { blockHash } from '../../chain/lookup/blockHash.js'
import { findBlock } from '../../chain/lookup/find.js'
import { result } from '../answers/outcome.js'
import { type MethodsOf, method, type SchemaOfViem } from '../method/method.js'
import { type ForkConfig, forkConfig } from '../network/forkConfig.js'

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
  // viem has none of it.
  eth_capabilities: {
    Parameters: []
    ReturnType: { head: { number: Hex; hash: Hash } } & {
      [what in Kept]: { disabled: boolean; oldestBlock: Hex }
    }
  }
  eth_config: {
    Parameters: []
    ReturnType: { current: ForkConfig; next: null; last: null }
  }
}

type Kept = 'state' | 'tx' | 'logs' | 'receipts' | 'blocks' | 'stateproofs'

const data = { name: 'data', parse: parseData }

/** A node's description of itself and its chain. */
export const networkMethods = {
  // It holds no keys: accounts are those of a wallet.
  eth_accounts: method({
    reads: 'nothing',
    isPublic: true,
    params: [],
    answer: () => result([]),
  }),

  /** Nothing is ever deleted. */
  eth_capabilities: method({
    reads: 'chain',
    isPublic: true,
    params: [],
    answer({ chain }) {
      const head = headerAt(chain, { type: 'tag', tag: 'latest' })
      const all = () => ({ disabled: false, oldestBlock: toQuantity(0) })
      return result({
        head,
        state: all(),
        tx: all(),
        logs: all(),
        receipts: all(),
        blocks: all(),
        stateproofs: all(),
      })
    },
  }),

  /** EIP-7910. */
  eth_config: method({
    reads: 'nothing',
    isPublic: true,
    params: [],
    answer({ chain }) {
      const { hash } = headerAt(chain, { type: 'tag', tag: 'earliest' })
      const current = forkConfig(chain, hash)
      return result({ current, next: null, last: null })
    },
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

function headerAt(chain: Chain, selector: StateSelector) {
  // Of a tag that is not the pending block's there always is one.
  const block = findBlock(chain, selector) as BlockView
  return { number: toQuantity(block.number), hash: blockHash(chain, block) }
}
