import { type Result, refuse } from '../../base/hex/hex.js'
import { emptyQueue } from '../../chain/blocks/queue.js'
import type { Runtime } from '../../node/runtime/cell/runtime.js'
import {
  type NodeState,
  nextBeat,
  nextBoundary,
  type Sealing,
} from '../../node/runtime/state/nodeState.js'
import { doAct } from '../../node/runtime/steps/act.js'
import { blockActs } from '../../node/runtime/steps/blocks.js'
import { nodeActs, sealEvery } from '../../node/runtime/steps/node.js'
import { isIdle, sealIdle } from '../../node/runtime/transitions/blocks.js'
import { orElse, parseCount } from './method.js'

/**
 * Seals that many blocks by moving time to their boundaries. If no beat is left
 * for the queue, or the clock does not seal, it seals the open block as it is.
 */
export function mine(runtime: Runtime, blocks: number): void {
  const state = runtime.settle()
  if (state.sealing !== 'timed') {
    for (let left = blocks; left > 0; left--) {
      const state = runtime.state()
      if (left > mostSealed && isIdle(state)) {
        runtime.apply(sealIdle, { blocks: left - mostSealed })
        left = mostSealed
      }
      doAct(runtime, blockActs.seal, {})
    }
    return
  }
  const isLate =
    blocks > 0 &&
    state.chain.queue !== emptyQueue &&
    nextBeat(state) >= nextBoundary(state)
  if (isLate) doAct(runtime, blockActs.seal, {})
  runtime.jump('nextBlock', isLate ? blocks - 1 : blocks, 'mine')
}

/** Blocks that the script seals one by one, and announces, at the end of many. */
const mostSealed = 1_000

/** In other nodes, a revert does not change how blocks are mined. */
export function keepSealing(
  runtime: Runtime,
  { sealing, cadence }: Pick<NodeState, 'sealing' | 'cadence'>,
): void {
  const state = runtime.state()
  if (sealing !== 'timed') changeSealing(runtime, sealing)
  else if (
    state.sealing !== sealing ||
    state.cadence.blockTime !== cadence.blockTime
  )
    runtime.apply(sealEvery, { blockTime: cadence.blockTime })
}

export function changeSealing(runtime: Runtime, sealing: Sealing): void {
  if (runtime.state().sealing !== sealing)
    runtime.apply(nodeActs.setSealing, { sealing })
}

type MineOptions = { blocks: number; timestamp: number | null }

/** As in anvil: nothing, a timestamp, or an object. */
export function parseMineOptions(given: unknown): Result<MineOptions> {
  const isAlone = typeof given === 'string' || typeof given === 'number'
  const options = isAlone ? { timestamp: given } : (given ?? {})
  const isKnown = (key: string) => key === 'blocks' || key === 'timestamp'
  if (
    typeof options !== 'object' ||
    Array.isArray(options) ||
    !Object.keys(options).every(isKnown)
  )
    return refuse(given, 'nothing, a timestamp, or { blocks, timestamp }')
  const { blocks, timestamp } = options as Record<string, unknown>
  const count = orElse(1, parseCount)(blocks)
  if (!count.ok) return count
  const at = orElse<number | null>(null, parseCount)(timestamp)
  if (!at.ok) return at
  return { ok: true, value: { blocks: count.value, timestamp: at.value } }
}
