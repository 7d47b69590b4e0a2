import type { Hex, MockNodeOptions } from 'preseal'
import { toHex } from 'viem'

export const alice = '0x00000000000000000000000000000000000a11ce'
export const bob = '0x0000000000000000000000000000000000000b0b'
export const carol = '0x00000000000000000000000000000000000ca401'
export const miner = '0x000000000000000000000000000000000000fee5'
export const token = '0x000000000000000000000000000000000000c0de'
export const everyone = [alice, bob, carol, miner, token] as const

export const ether = 10n ** 18n
export const day = 86_400_000
export const tenYears = 3_652 * day

/** 32 bytes of hex. */
export const word = (value: bigint | number): Hex => toHex(value, { size: 32 })

/** Alice and Bob can pay, nobody else. */
export const funded: MockNodeOptions = {
  accounts: {
    [alice]: { balance: 10n * ether },
    [bob]: { balance: 5n * ether },
  },
}
