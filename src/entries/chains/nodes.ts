import type { Profile, ProfileOptions } from '../../index.js'
import { type ErrorText, hardhatTexts } from './hardhatTexts.js'

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
        belowBaseFee: 'dropped',
        pending: 'atOnce',
        suggestedTip: 'ofLatest',
        transferEstimate: 'unchecked',
        replacement: 'feeCap',
        receiptFields: { blobGasPrice: '0x1', blockTimestamp: '$timestamp' },
        filledGasPrice: 'always',
        filters: 'any',
        logsBeyondHead: 'toHead',
        txpoolAddresses: 'lowerCase',
        errorTexts: anvilTexts,
      },
      finalityLag: { safe: 32, finalized: 64 },
      clientVersion: 'anvil/v1.7.1',
    },
  }
}

const rejected = -32_003
const internal = -32_603

/** By geth's words. */
const anvilTexts: readonly ErrorText[] = [
  {
    door: 'socket',
    when: '^(Method not found|Invalid parameter|no ".*" subscription)',
    message: 'data did not match any variant of untagged enum EthRpcCall',
    code: -32_602,
  },
  {
    when: '^execution reverted\n(0x.{8})$',
    message: 'execution reverted: custom error $1',
  },
  {
    when: '^execution reverted\n(0x.{8})\n(.*)$',
    message: 'execution reverted: custom error $1: $2',
  },
  ...(
    [
      ['generic panic', 'generic/unspecified error (0x00)'],
      ['assert\\(false\\)', 'assertion failed (0x01)'],
      ['arithmetic underflow', 'arithmetic underflow or overflow (0x11)'],
      ['division or modulo by zero', 'division or modulo by zero (0x12)'],
      ['enum overflow', 'failed to convert value into enum type (0x21)'],
      [
        'invalid encoded storage byte array',
        'storage byte array incorrectly encoded (0x22)',
      ],
      [
        'out-of-bounds array access',
        'called `.pop()` on an empty array (0x31)',
      ],
      ['out-of-bounds access of', 'array out-of-bounds access (0x32)'],
      ['out of memory', 'memory allocation error (0x41)'],
      ['uninitialized function', 'called an invalid internal function (0x51)'],
      ['unknown panic code: (\\w+)', 'unknown code ($1)'],
    ] as const
  ).map(([when, panic]) => ({
    when: `^execution reverted: ${when}.*\n0x4e487b71`,
    message: `execution reverted: panic: ${panic}`,
  })),
  {
    when: 'insufficient funds for gas \\* price \\+ value',
    message: 'Insufficient funds for gas * price + value',
    code: rejected,
  },
  {
    when: 'intrinsic gas too low: have',
    message: 'intrinsic gas too high -- CallGasCostMoreThanGasLimit',
    code: -32_000,
  },
  { when: '^intrinsic gas too low', message: 'intrinsic gas too low' },
  {
    when: '^exceeds block gas limit',
    message: 'intrinsic gas too high -- tx.gas_limit > env.block.gas_limit',
  },
  ...[
    'max fee per gas less than block base fee',
    'max priority fee per gas higher than max fee per gas',
    'max initcode size exceeded',
    'nonce too low',
    'replacement transaction underpriced',
  ].map((message) => ({ when: `^${message}`, message, code: rejected })),
  {
    when: 'empty auth list|at least one authorization tuple',
    message: 'empty authorization list',
    code: rejected,
  },
  {
    when: '^already known',
    message: 'transaction already imported',
    code: rejected,
  },
  {
    when: '^gas required exceeds allowance \\((\\d+)\\)',
    message: 'Out of gas: gas required exceeds allowance: $1',
    code: rejected,
  },
  ...(
    [
      ['out of gas$', 'OutOfGas'],
      ['stack underflow', 'StackUnderflow'],
      ['invalid jump destination', 'InvalidJump'],
      ['invalid opcode: INVALID', 'InvalidFEOpcode'],
      ['invalid opcode: opcode', 'OpcodeNotFound'],
    ] as const
  ).map(([when, halt]) => ({
    when: `^${when}`,
    message: `EVM error ${halt}`,
    code: internal,
  })),
  {
    when: 'minimum gas price is not supported when EIP-1559 is active',
    message: 'anvil_setMinGasPrice is not supported when EIP-1559 is active',
  },
  {
    when: '^Invalid parameter \\d+ "\\w+": given "0x([\\da-f]{2})*[\\da-f]"',
    message: 'odd number of digits',
  },
  {
    method: '^eth_unsubscribe',
    when: '^subscription not found',
    message: '$0',
    result: false,
  },
  {
    when: '^(Method not found|notifications not supported)',
    message: 'Method not found',
  },
]

/**
 * The same for Hardhat: each block is at least a second after the one before.
 *
 * @param options - `version`: 3, as 3.18.0 answers (default), or 2, as 2.29.1
 * answers over HTTP.
 */
export function hardhat({ version = 3 }: { version?: 2 | 3 } = {}): Profile {
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
      pendingIdentity: 'nullNumberAndHash',
      answers: {
        ...devNode.answers,
        defaultFrom: firstShared,
        defaultGas: 'exact',
        failedSend: 'error',
        belowBaseFee: 'pooled',
        unminable: 'refused',
        pending: 'atOnce',
        callFees: 'unchecked',
        logsBeyondHead: 'empty',
        filters: 'fromLatest',
        feePercentiles: 'gasLimit',
        pendingTransactions: 'all',
        blockFields: { totalDifficulty: '0x0' },
        suggestedTip: 'least',
        gasPrice: 'next',
        senders: 'known',
        control: 'hardhat',
        unserved: ['eth_sendRawTransactionSync', 'realtime_sendRawTransaction'],
        errorTexts: hardhatTexts(version),
      },
      finalityLag: { safe: 0, finalized: 0 },
      clientVersion: `HardhatNetwork/${version === 2 ? '2.29.1' : '3.18.0'}/@nomicfoundation/edr/0.3.8`,
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
      pendingIdentity: 'nullHashAndMiner',
      answers: { ...devNode.answers, leastTip: 1n, belowBaseFee: 'pooled' },
      clientVersion: 'Geth/v1.17.6-unstable/linux-amd64/go1.25.12',
    },
  }
}
