import type { Hex } from '../../base/hex/hex.js'
import { hardforks } from '../../base/validation/hardforks.js'
import type { MockNodeOptions } from '../../index.js'
import { readEach, usageError } from './host/parseArguments.js'
import { sharedAccounts } from './unlocked.js'

/**
 * The options of anvil's command line that a node can keep, by their names
 * there, for suites that start anvil themselves.
 */
export const anvilFlags = {
  accounts: { type: 'string', short: 'a' },
  balance: { type: 'string' },
  'chain-id': { type: 'string' },
  hardfork: { type: 'string' },
  'block-time': { type: 'string', short: 'b' },
  'no-mining': { type: 'boolean' },
  'gas-limit': { type: 'string' },
  'block-base-fee-per-gas': { type: 'string' },
  'base-fee': { type: 'string' },
  'code-size-limit': { type: 'string' },
  'disable-code-size-limit': { type: 'boolean' },
  timestamp: { type: 'string' },
  host: { type: 'string' },
  // Every sender may send, and nothing is traced to the terminal.
  'auto-impersonate': { type: 'boolean' },
  'auto-unlock': { type: 'boolean' },
  'print-traces': { type: 'boolean' },
  'steps-tracing': { type: 'boolean' },
} as const

type Given = {
  [name in keyof typeof anvilFlags]?:
    | ((typeof anvilFlags)[name] extends { type: 'string' } ? string : true)
    | undefined
}

const ether = 10n ** 18n

/**
 * What the flags say, as options of a node, and whom it signs for.
 *
 * @param usual - How many accounts, if no flag says so.
 */
export function readAnvilFlags(
  given: Given,
  usual: number,
): {
  options: MockNodeOptions
  accounts: readonly Hex[]
  balance: bigint
} {
  const number = (name: keyof Given): number | undefined => {
    const text = given[name]
    if (text === undefined) return undefined
    if (/^\d{1,15}$/.test(`${text}`)) return Number(text)
    throw wrong(name, text, 'a whole number')
  }
  const seconds = given['block-time']
  const {
    count,
    blockTime,
    balance,
    gasLimit,
    baseFee,
    limit,
    timestamp,
    chainId,
    hardfork,
  } = readEach({
    count() {
      const count = number('accounts') ?? usual
      if (count <= sharedAccounts.length) return count
      throw wrong(
        'accounts',
        given.accounts,
        `${sharedAccounts.length} or fewer`,
      )
    },
    blockTime() {
      if (seconds === undefined || /^\d{1,9}(\.\d{1,3})?$/.test(seconds))
        return Math.round(Number(seconds) * 1_000)
      throw wrong('block-time', seconds, 'seconds, such as 2 or 0.5')
    },
    balance: () => number('balance') ?? 10_000,
    gasLimit: () => number('gas-limit'),
    baseFee: () => number('block-base-fee-per-gas') ?? number('base-fee'),
    limit: () => number('code-size-limit'),
    timestamp: () => number('timestamp'),
    chainId: () => number('chain-id'),
    hardfork: () => hardforkOf(given.hardfork),
  })
  return {
    accounts: sharedAccounts.slice(0, count),
    balance: BigInt(balance) * ether,
    options: {
      ...(chainId !== undefined && { chainId }),
      ...(timestamp !== undefined && { timestamp: BigInt(timestamp) }),
      ...(hardfork !== undefined && { hardfork }),
      ...(seconds !== undefined && {
        sealing: 'timed',
        blockTime,
        preconfirmationTime: blockTime,
      }),
      ...(given['no-mining'] && { sealing: 'manual' }),
      ...(limit !== undefined && { codeSizeLimit: limit }),
      ...(given['disable-code-size-limit'] && { codeSizeLimit: 'none' }),
      header: {
        ...(gasLimit !== undefined && { gasLimit: BigInt(gasLimit) }),
        ...(baseFee !== undefined && {
          initialBaseFeePerGas: BigInt(baseFee),
          firstBaseFeePerGas: BigInt(baseFee),
        }),
      },
    },
  }
}

function hardforkOf(given: string | undefined) {
  if (given === undefined || given === 'latest') return undefined
  const name = given.toLowerCase()
  const known = hardforks.find((hardfork) => hardfork === name)
  if (known !== undefined) return known
  throw wrong('hardfork', given, `latest, ${hardforks.join(', ')}`)
}

function wrong(name: string, given: unknown, expected: string) {
  return usageError(`Option "--${name}" is "${given}", expected ${expected}.`)
}
