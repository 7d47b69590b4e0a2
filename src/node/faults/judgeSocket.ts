import type { FaultId, FaultState } from './faultState.js'
import type { SocketFault } from './faultTypes.js'
import { type Counter, countFaults, isDue, matchesAt } from './matchesAt.js'

/** A socket that opens, or a message on one. */
export type JudgedSocket = {
  readonly part: 'opening' | 'messages'
  /** Of a message; null if it has none, or several. */
  readonly method: string | null
  /** ms of the node's time. */
  readonly now: number
}

/** The first fault that acts on it, and the faults with it counted. */
export function judgeSocket(
  state: FaultState,
  judged: JudgedSocket,
): {
  state: FaultState
  acting: { fault: SocketFault; id: FaultId } | undefined
} {
  const counters = new Map<FaultId, Counter>()
  for (const active of state.active) {
    const { fault, id } = active
    if (fault.type !== 'socket' || fault[judged.part] === undefined) continue
    if (!matchesAt(active, judged)) continue
    const counter = isDue(active) ? 'affected' : 'passed'
    counters.set(id, counter)
    if (counter === 'passed') continue
    return { state: countFaults(state, counters), acting: { fault, id } }
  }
  return counters.size === 0
    ? { state, acting: undefined }
    : { state: countFaults(state, counters), acting: undefined }
}
