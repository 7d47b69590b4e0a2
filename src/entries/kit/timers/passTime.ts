import { startTimer } from '../../../base/clock/clock.js'
import { inLaterTurn, laterTurn } from '../../../base/clock/turns.js'
import type { MockNode } from '../../../index.js'
import { storyOf } from '../../../node/runtime/story/storyAccess.js'
import { ambient, onClear, type SetTimeout, testNow } from './testClock.js'

/** A chain of timers of 0 ms has no end. */
const mostOfPass = 10_000

/** Whatever moves the time of a test. */
type Mover = {
  toNextTimer(): Promise<void>
  advance(ms: number): void
  countTimers(): number
}

/**
 * Goes `ms` on, from timer to timer, and lets each lead to what it leads to. A
 * chain without an end is left behind at once.
 */
export async function passTime(
  ms: number,
  mover: Mover,
  isOver: () => boolean,
): Promise<void> {
  const { setTimeout, clearTimeout } = ambient
  const end = testNow() + ms
  let isReached = ms === 0
  if (!isReached)
    startTimer({ setTimeout, clearTimeout }, ms, () => {
      isReached = true
    })
  for (let fired = 0; !isReached && !isOver() && fired < mostOfPass; ) {
    const before = testNow()
    await mover.toNextTimer()
    await laterTurn()
    fired = testNow() === before ? fired + 1 : 0
  }
  // Timers of others at the last instant, too.
  if (!isOver()) mover.advance(isReached ? 0 : end - testNow())
}

/** Between two beats. A ms each would be fifty beats. */
const mostTimers = 10_000

/** A chain of timers of 0 ms has no end, and each of jest's takes long. */
const mostAtOnce = 1_000

/**
 * Goes to the next beat or boundary of whichever node comes first, wherever
 * steps move it, and lets each timer lead to what it leads to. All nodes share
 * the test's time, which moves once.
 *
 * @returns how many timers fired without end, if any did.
 */
export async function toNext(
  what: 'beat' | 'boundary',
  nodes: readonly MockNode[],
  mover: Mover,
  isOver: () => boolean,
): Promise<number | undefined> {
  let isReached = false
  let fired = 0
  // A boundary is a beat, too.
  const stops = nodes.map((node) => {
    const from = node.now
    const { boundaries } = storyOf(node)
    const passed = boundaries()
    return node.on('beat', ({ at: now }) => {
      isReached ||= what === 'beat' ? now > from : boundaries() > passed
      fired = 0
    })
  })
  try {
    // If the chain stands still, no timer brings a beat.
    for (let atOnce = 0; !isReached; fired++) {
      if (isOver() || mover.countTimers() === 0) break
      if (fired === mostTimers || atOnce === mostAtOnce) return fired
      const before = testNow()
      await mover.toNextTimer()
      await laterTurn()
      atOnce = testNow() > before ? 0 : atOnce + 1
    }
    // Timers of others at that instant, other nodes among them.
    if (!isOver()) mover.advance(0)
    return undefined
  } finally {
    for (const stop of stops) stop()
  }
}

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
