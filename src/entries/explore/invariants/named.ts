import type { Invariant } from '../model/run.js'

/** An invariant by the name that findings and files call it. */
export function named(name: string, invariant: Invariant): Invariant {
  return Object.defineProperty(invariant, 'name', { value: name })
}
