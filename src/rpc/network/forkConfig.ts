import {
  type Address,
  type Hash,
  type Hex,
  toBytes,
  toQuantity,
} from '../../base/hex/hex.js'
import type { Chain } from '../../chain/blocks/chain.js'
import { environmentOf } from '../../chain/lookup/environmentOf.js'
import type { Hardfork } from '../../engine/engine.js'
import {
  beaconRootsAddress,
  blockHashesAddress,
} from '../../engine/natives/systemContracts.js'
import { isPrecompile } from '../../engine/precompiles.js'

/** The configuration of a hardfork (EIP-7910). */
export type ForkConfig = {
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
export function forkConfig(chain: Chain, genesisHash: Hash): ForkConfig {
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
