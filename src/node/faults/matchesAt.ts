import type { ActiveFault, FaultId, FaultState } from './faultState.js'
import { isWithin } from './isWithin.js'

/** Whether a fault is for what has that method, and stands at that time. */
export function matchesAt(
  { fault, affected }: ActiveFault,
  { method, now }: { readonly method: string | null; readonly now: number },
): boolean {
  const { methods } = fault
  return (
    (methods === undefined || (method !== null && methods.includes(method))) &&
    isWithin(fault, now, affected)
  )
}

/** Whether the next one that it matches is let through, or affected. */
export function isDue({ fault, passed, affected }: ActiveFault): boolean {
  const { skip = 0, everyNth = 1 } = fault
  return passed >= (affected === 0 ? skip : 0) + everyNth - 1
}

export type Counter = 'passed' | 'affected'

/** Counts what faults let through or affected. */
export function countFaults(
  state: FaultState,
  counters: ReadonlyMap<FaultId, Counter>,
  by = 1,
): FaultState {
  const active = state.active.map((fault) => {
    switch (counters.get(fault.id)) {
      case 'affected':
        return { ...fault, affected: fault.affected + by, passed: 0 }
      case 'passed':
        return { ...fault, passed: fault.passed + by }
      default:
        return fault
    }
  })
  return { ...state, active }
}
