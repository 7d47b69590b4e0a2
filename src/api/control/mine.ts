import { emptyQueue } from '../../chain/blocks/queue.js'
import type { Runtime } from '../../node/runtime/cell/runtime.js'
import { nextBeat, nextBoundary } from '../../node/runtime/moment/rhythm.js'
import { act } from '../../node/runtime/steps/internal/act.js'
import { seal } from '../../node/runtime/steps/seal.js'
import { setHeader } from '../../node/runtime/transitions/setHeader.js'

/**
 * Seals so many blocks: time moves to their boundaries. Where no beat is left
 * for what is queued, or no clock seals, the open block is sealed as it is.
 */
export function mine(runtime: Runtime, blocks: number): void {
  const { timing } = runtime
  if (timing.sealing === 'manual') {
    for (let left = blocks; left > 0; left--) act(runtime, seal, {})
    return
  }
  const moment = runtime.settle()
  const isLate =
    blocks > 0 &&
    moment.chain.queue !== emptyQueue &&
    nextBeat(moment, timing) >= nextBoundary(moment, timing)
  if (isLate) act(runtime, seal, {})
  runtime.jump('nextBlock', isLate ? blocks - 1 : blocks)
}

/** The same, with timestamps that are so many seconds apart, not a block time. */
export function mineApart(
  runtime: Runtime,
  blocks: number,
  seconds: number,
): void {
  const { open } = runtime.settle().chain
  const { blockTime } = runtime.timing
  const { timestamp } = open
  runtime.apply(setHeader, { timestamp, blockTime: seconds * 1000 })
  try {
    mine(runtime, blocks)
  } finally {
    const isOpen = runtime.moment.chain.open.number === open.number
    runtime.apply(setHeader, isOpen ? { timestamp, blockTime } : { blockTime })
  }
}
