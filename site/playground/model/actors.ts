import type { MockNodeOptions } from 'preseal'

/** Who pays. */
export const alice = '0x00000000000000000000000000000000000a11ce'

/** Whose balance is watched. */
export const bob = '0x0000000000000000000000000000000000000b0b'

export const ether = 10n ** 18n

export const accounts: NonNullable<MockNodeOptions['accounts']> = {
  [alice]: { balance: 100n * ether },
}
