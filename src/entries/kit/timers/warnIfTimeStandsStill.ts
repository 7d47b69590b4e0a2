import { findFakes } from './findFakes.js'

type Ambient = { readonly console: { warn(message: string): void } }

let isSaid = false

/**
 * Says once that timers move and the chain does not: the chain goes by `Date`,
 * which whoever faked the timers has left real.
 *
 * @param runner - What fakes timers: `vi` or `jest`.
 */
export function warnIfTimeStandsStill(runner: string): void {
  const { timers, date } = findFakes()
  if (isSaid || !timers || date) return
  isSaid = true
  const { console } = globalThis as unknown as Ambient
  console.warn(
    `preseal: timers are fake but Date is real, so the chain stands still however far timers move. Fake "Date" too: ${runner}.useFakeTimers() does so by default.`,
  )
}
