import type { BlockView } from '../../blocks/chain.js'
import { millisecondsOf } from '../../model/blockRun.js'
import { cadenceAt } from '../../model/cadence.js'
import type { ChainConfig } from '../../model/config.js'

/** When simulated blocks stand that are not said to stand elsewhere. */
export type Pace = {
  /** unix seconds of the block of that number, after one of that time */
  readonly next: (timestamp: bigint, number: bigint) => bigint
  /** Whether blocks in a row may have one timestamp, as on base/base#5043. */
  readonly repeats: boolean
}

export function paceOf(config: ChainConfig, block: BlockView): Pace {
  const { number: base } = block
  const { blockTime, baseTimeDeposit } = cadenceAt(config, base + 1n)
  const step = BigInt(Math.max(1, Math.round(blockTime / 1_000)))
  if (!baseTimeDeposit)
    return { next: (timestamp) => timestamp + step, repeats: false }
  const { origin } = block.status === 'open' ? block : block.run.value
  const milliseconds = millisecondsOf(origin, base)
  return {
    next(timestamp, number) {
      const scheduled =
        (milliseconds + (number - base) * BigInt(blockTime)) / 1_000n
      return scheduled < timestamp ? timestamp : scheduled
    },
    repeats: true,
  }
}
