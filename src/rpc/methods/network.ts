import { keccak256 } from '../../base/hash/keccak256.js'
import {
  type Address,
  type Hash,
  type Hex,
  parseData,
  type StateSelector,
  toBytes,
  toHex,
  toQuantity,
} from '../../base/hex/hex.js'
import type { BlockView, Chain } from '../../chain/blocks/chain.js'
import { blockHash, environmentOf } from '../../chain/lookup/blockHash.js'
import { findBlock } from '../../chain/lookup/find.js'
import type { Hardfork } from '../../engine/engine.js'
import {
  beaconRootsAddress,
  blockHashesAddress,
} from '../../engine/natives/systemContracts.js'
import { isPrecompile } from '../../engine/precompiles.js'
import { result } from '../answers/outcome.js'
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
  // viem has none of it.
  eth_coinbase: { Parameters: []; ReturnType: Address }
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

  /** geth dropped it with mining, test nodes and their clients have it. */
  eth_coinbase: method({
    reads: 'chain',
    isPublic: true,
    params: [],
    answer: ({ chain }) => result(chain.config.miner),
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

/** The configuration of a hardfork (EIP-7910). */
type ForkConfig = {
  activationTime: number
  blobSchedule: {
    target: number
    max: number
    baseFeeUpdateFraction: number
  }
  chainId: Hex
  forkId: Hex
  precompiles: { [name: string]: Address }
  systemContracts: { [name: string]: Address }
}

/** The config of the one fork that a chain has from its genesis block on. */
function forkConfig(chain: Chain, genesisHash: Hash): ForkConfig {
  const { chainId, hardfork } = chain.config
  const rules = environmentOf(chain, chain.open)
  return {
    activationTime: 0,
    blobSchedule: { ...blobSchedules[hardfork] },
    chainId: toQuantity(chainId),
    forkId: forkId(genesisHash),
    precompiles: Object.fromEntries(
      Object.entries(precompiles).filter(([, at]) => isPrecompile(at, rules)),
    ),
    systemContracts: systemContractsOf(hardfork),
  }
}

/** EIP-2124: without later forks, the checksum of the genesis hash alone. */
function forkId(genesisHash: Hash): Hex {
  let checksum = 0xffff_ffff
  for (const byte of toBytes(genesisHash)) {
    checksum ^= byte
    for (let bit = 0; bit < 8; bit++)
      checksum = (checksum >>> 1) ^ (checksum & 1 ? 0xedb8_8320 : 0)
  }
  const digits = (~checksum >>> 0).toString(16)
  return `0x${digits.padStart(8, '0')}`
}

/** EIP-4844, and EIP-7691 since Prague. */
const blobSchedules: Record<Hardfork, ForkConfig['blobSchedule']> = {
  cancun: { target: 3, max: 6, baseFeeUpdateFraction: 3_338_477 },
  prague: { target: 6, max: 9, baseFeeUpdateFraction: 5_007_716 },
  osaka: { target: 6, max: 9, baseFeeUpdateFraction: 5_007_716 },
  // As of BPO2 (EIP-7892), which came before.
  amsterdam: { target: 14, max: 21, baseFeeUpdateFraction: 11_684_671 },
}

const precompiles: Readonly<Record<string, Address>> = {
  BLAKE2F: at(0x09),
  BLS12_G1ADD: at(0x0b),
  BLS12_G1MSM: at(0x0c),
  BLS12_G2ADD: at(0x0d),
  BLS12_G2MSM: at(0x0e),
  BLS12_MAP_FP2_TO_G2: at(0x11),
  BLS12_MAP_FP_TO_G1: at(0x10),
  BLS12_PAIRING_CHECK: at(0x0f),
  BN254_ADD: at(0x06),
  BN254_MUL: at(0x07),
  BN254_PAIRING: at(0x08),
  ECREC: at(0x01),
  ID: at(0x04),
  KZG_POINT_EVALUATION: at(0x0a),
  MODEXP: at(0x05),
  P256VERIFY: at(0x100),
  RIPEMD160: at(0x03),
  SHA256: at(0x02),
}

/** System contracts that answer here. */
function systemContractsOf(hardfork: Hardfork): ForkConfig['systemContracts'] {
  const sinceCancun = { BEACON_ROOTS_ADDRESS: beaconRootsAddress }
  return hardfork === 'cancun'
    ? sinceCancun
    : { ...sinceCancun, HISTORY_STORAGE_ADDRESS: blockHashesAddress }
}

function at(position: number): Address {
  return `0x${position.toString(16).padStart(40, '0')}`
}
