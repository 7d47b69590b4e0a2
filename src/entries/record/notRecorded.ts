import type { Fault } from '../../index.js'

/**
 * Blocks that the recording never requested: a node would answer with its own
 * genesis block.
 */
export function notRecorded(lowest: bigint | undefined): Fault[] {
  if (lowest === 0n) return []
  return (['safe', 'finalized', 'earliest', '0x0'] as const).map((block) => ({
    type: 'rpc',
    code: -32000,
    message: `The recording does not hold the block ${block}: it was made of latest and pending.`,
    block,
  }))
}
