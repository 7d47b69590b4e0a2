import type { Address, Hex } from 'preseal'
import { toHex } from 'viem'

export const alice: Address = '0x00000000000000000000000000000000000a11ce'
export const bob: Address = '0x0000000000000000000000000000000000000b0b'
export const carol: Address = '0x00000000000000000000000000000000000ca401'
export const miner: Address = '0x4200000000000000000000000000000000000011'
export const token: Address = '0x000000000000000000000000000000000000c0de'
export const nobody: Address = '0x00000000000000000000000000000000000dead0'

export const ether = 10n ** 18n

/** 32 bytes of hex. */
export const word = (value: bigint | number): Hex => toHex(value, { size: 32 })
