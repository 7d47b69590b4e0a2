import { PresealError } from '../../../base/errors/errors.js'
import type { Runtime } from '../../../node/runtime/cell/runtime.js'
import type {
  clockTime,
  paceTimestamps,
  setHeader,
} from '../../../node/runtime/transitions/blocks.js'

/** What is used of the main entry: imported, it would be here a second time. */
type Main = {
  readonly mine: (runtime: Runtime, blocks: number) => void
  readonly clockTime: typeof clockTime
  readonly setHeader: typeof setHeader
  readonly paceTimestamps: typeof paceTimestamps
}

/**
 * Mines blocks whose timestamps are `seconds` apart, not a block time; those
 * after them follow as before.
 */
export function mineApart(
  { mine, clockTime, setHeader, paceTimestamps }: Main,
  runtime: Runtime,
  blocks: number,
  seconds: number,
): void {
  const state = runtime.settle()
  const { cadence, pace } = state
  const { open } = state.chain
  const { blockTime } = cadence
  const byClock = clockTime(state)
  const timestamp = byClock === undefined ? open.timestamp : byClock / 1_000n
  const last = timestamp + BigInt(blocks) * BigInt(seconds)
  if (last > mostSeconds || !Number.isSafeInteger(seconds * 1000))
    throw new PresealError(
      'ChainRuleError',
      `${blocks} blocks that are ${seconds} s apart end at ${last} s since 1970, but a timestamp is below 2^64, and from block to block there are less than 2^53 ms. Give a smaller "interval", or mine fewer blocks.`,
      { reason: 'timestamp' },
    )
  runtime.apply(setHeader, { timestamp, blockTime: seconds * 1000 })
  try {
    mine(runtime, blocks)
  } finally {
    const isOpen = runtime.state().chain.open.number === open.number
    runtime.apply(setHeader, isOpen ? { timestamp, blockTime } : { blockTime })
    if (pace !== undefined) runtime.apply(paceTimestamps, { blockTime: pace })
  }
}

/** The largest timestamp of a header. */
const mostSeconds = 2n ** 64n - 1n
