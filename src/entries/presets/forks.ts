import { toWord } from '../../base/hex/hex.js'
import type { Address, Hash, LogParameters } from '../../index.js'
import { count, type PresetOptions } from './options.js'
import { type Payment, type Preset, preset } from './preset.js'

export type TransferLogsOptions = PresetOptions & {
  /** Number of blocks; default 2 */
  blocks?: number | undefined
}

/**
 * Each payment writes the log that Ethereum writes for ether since Amsterdam
 * (EIP-7708): a `Transfer` as of a token, before any log of a contract. An
 * application that counts such logs by their topic counts ether as a token.
 *
 * @example
 * const node = createMockNode(transferLogs())
 * node.advance(200) // the first payment has a log of 0xff…fe
 *
 * @throws InvalidOptionsError for an invalid parameter.
 */
export const transferLogs: Preset<TransferLogsOptions> = preset(
  'transferLogs',
  { blocks: count(2) },
  () => ({
    steps: (payments) =>
      payments.map((payment) => {
        const { from, to, value = 0n, logs = [] } = payment
        return to == null || to === from || value === 0n
          ? payment
          : { ...payment, logs: [transferLog(from, to, value), ...logs] }
      }),
  }),
)

function transferLog(from: Address, to: Address, wei: bigint): LogParameters {
  return {
    address: '0xfffffffffffffffffffffffffffffffffffffffe',
    topics: [
      '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef',
      toTopic(from),
      toTopic(to),
    ],
    data: toWord(wei),
  }
}

function toTopic(address: Address): Hash {
  return toWord(BigInt(address))
}

export type NewAccountGasOptions = PresetOptions & {
  /** Number of blocks; default 2 */
  blocks?: number | undefined
}

/** EIP-2780 and EIP-8037: the transfer, and state for an account. */
const newAccountGasUsed = 204_600n

/**
 * The first payment to an account costs 204,600 gas, as since Amsterdam: an
 * application that takes 21,000 for the price of a payment is wrong. What the
 * application sends itself costs that under `hardfork: 'amsterdam'`.
 *
 * @example
 * const node = createMockNode(newAccountGas())
 * node.advance(200) // the first payment has used 204,600 gas
 *
 * @throws InvalidOptionsError for an invalid parameter.
 */
export const newAccountGas: Preset<NewAccountGasOptions> = preset(
  'newAccountGas',
  { blocks: count(2) },
  () => ({
    steps: (payments) => {
      const known = new Set<Payment['to']>()
      return payments.map((payment) => {
        const { to, value = 0n, gasUsed = 0n } = payment
        if (known.has(to) || value === 0n || gasUsed > newAccountGasUsed)
          return payment
        known.add(to)
        return { ...payment, gas: undefined, gasUsed: newAccountGasUsed }
      })
    },
  }),
)
