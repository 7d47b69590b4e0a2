import type { Profile, ProfileOptions } from '../../index.js'

const gwei = 10n ** 9n

/** The first of the accounts that development nodes share. */
const firstShared = '0xf39fd6e51aad88f6f4ce6ab8827279cfffb92266'

/** What anvil, Hardhat and `geth --dev` have in common. */
const devNode = {
  sealing: 'instant',
  hardfork: 'osaka',
  header: { initialBaseFeePerGas: gwei },
  answers: { receipts: 'atSeal', noCode: 'empty', leastTip: gwei },
} as const satisfies ProfileOptions

/**
 * A node that answers as anvil 1.7.1 does, for tests that were written for it.
 *
 * @example
 * const node = createMockNode({ profile: anvil(), engine: evm() })
 */
export function anvil(): Profile {
  return {
    name: 'anvil',
    options: {
      ...devNode,
      chainId: 31_337,
      preconfirmationTime: 20,
      blockTime: 20,
      header: {
        ...devNode.header,
        firstBaseFeePerGas: gwei,
        gasLimit: 30_000_000n,
      },
      answers: {
        ...devNode.answers,
        defaultFrom: firstShared,
        defaultGas: 'exact',
        defaultFee: 'exact',
      },
      finalityLag: { safe: 32, finalized: 64 },
      clientVersion: 'anvil/v1.7.1',
    },
  }
}

/**
 * The same for Hardhat 3.18.0: each block is at least a second after the one
 * before.
 */
export function hardhat(): Profile {
  return {
    name: 'Hardhat',
    options: {
      ...devNode,
      chainId: 31_337,
      preconfirmationTime: 200,
      blockTime: 1_000,
      header: {
        ...devNode.header,
        gasLimit: 60_000_000n,
        miner: '0xc014ba5ec014ba5ec014ba5ec014ba5ec014ba5e',
      },
      answers: {
        ...devNode.answers,
        defaultFrom: firstShared,
        failedSend: 'error',
        unknownMethod: 'notSupported',
      },
      finalityLag: { safe: 0, finalized: 0 },
      clientVersion: 'HardhatNetwork/3.18.0/@nomicfoundation/edr/0.3.8',
    },
  }
}

/** The same for `geth --dev`, whose answers to reads are the default. */
export function geth(): Profile {
  return {
    name: 'geth',
    options: {
      ...devNode,
      chainId: 1_337,
      preconfirmationTime: 200,
      blockTime: 1_000,
      header: { ...devNode.header, gasLimit: 11_500_000n },
      finalityLag: { safe: 0, finalized: 32 },
      answers: { ...devNode.answers, leastTip: 1n, belowBaseFee: 'pooled' },
      clientVersion: 'Geth/v1.17.6-unstable/linux-amd64/go1.25.12',
    },
  }
}
