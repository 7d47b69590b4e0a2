import { inLaterTurn } from '../../../base/clock/turns.js'
import { ambient, onClear, type SetTimeout } from './ambient.js'

/**
 * Lets timers of 0 ms run by themselves under fake timers. They only order
 * work: clients batch by them, user-event and testing-library yield by them,
 * and all would hang until somebody moves time. They stay fake too: a long jump
 * in time waits only one turn for started work, so whichever comes first runs
 * them. Timers of any other length stay as they are.
 *
 * @param onRun - Called as one of them runs.
 * @returns ends those that wait, such as a chain of them without an end.
 */
export function letZeroTimersRun(onRun: () => void = () => {}): () => void {
  const { setTimeout: fake, setInterval: repeat, clearTimeout: clear } = ambient
  const waiting = new Set<unknown>()
  const setTimeout: SetTimeout = (callback, ms, ...given) => {
    if (Number(ms ?? 0) > 0) return fake(callback, ms, ...given)
    const run = () => {
      if (!waiting.delete(id)) return
      onRun()
      callback(...given)
    }
    const id = fake(run, 0)
    waiting.add(id)
    inLaterTurn(() => {
      if (waiting.has(id)) clear(id)
      run()
    })
    return id
  }
  // As Node does. Repeated every 0 ms, a fake one never lets time go on.
  const setInterval: SetTimeout = (callback, ms, ...given) =>
    repeat(callback, Number(ms) >= 1 ? ms : 1, ...given)
  onClear((id) => waiting.delete(id))
  // By what stands on them testing-library knows that timers are fake, and
  // whoever faked them what to bring back.
  ambient.setTimeout = Object.assign(setTimeout, fake)
  ambient.setInterval = Object.assign(setInterval, repeat)
  return () => waiting.clear()
}
