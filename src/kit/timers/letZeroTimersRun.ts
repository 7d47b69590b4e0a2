import { inLaterTurn } from './laterTurn.js'

type SetTimeout = (
  callback: (...given: unknown[]) => void,
  ms?: number,
  ...given: unknown[]
) => unknown

type Ambient = {
  setTimeout: SetTimeout
  clearTimeout: (id: never) => void
}

/**
 * Lets timers of 0 ms run by themselves under fake timers. They only order
 * work: clients batch by them, user-event and testing-library yield by them, and
 * all would hang until somebody moves time, or take a ms of it where they begin
 * within a tick. Timers of any length but 0 stay fake.
 */
export function letZeroTimersRun(): void {
  const ambient = globalThis as unknown as Ambient
  const { setTimeout: fake, clearTimeout: clear } = ambient
  const waiting = new Set<object>()
  const setTimeout: SetTimeout = (callback, ms, ...given) => {
    if (Number(ms ?? 0) > 0) return fake(callback, ms, ...given)
    const id = { ref: () => id, unref: () => id, hasRef: () => true }
    waiting.add(id)
    inLaterTurn(() => {
      if (waiting.delete(id)) callback(...given)
    })
    return id
  }
  const clearTimeout = (id: never) => {
    if (!waiting.delete(id)) clear(id)
  }
  // By what stands on them testing-library knows that timers are fake, and
  // whoever faked them what to bring back.
  ambient.setTimeout = Object.assign(setTimeout, fake)
  ambient.clearTimeout = Object.assign(clearTimeout, clear)
}
