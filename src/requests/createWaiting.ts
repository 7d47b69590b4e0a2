import type { TimeSource } from '../clock/clock.js'
import type { Outcome } from '../rpc/outcome.js'
import type { Moment } from '../runtime/moment.js'
import type { Runtime } from '../runtime/runtime.js'

/** A request that waits for a lift, for its time or for its handler. */
type Waiting = {
  /** Of whoever waits for it. */
  readonly signal: AbortSignal | undefined
  isOver(moment: Moment): boolean
  go(): void
}

/** The requests of a node that are not answered yet. */
export function createWaiting(node: Runtime, source: TimeSource) {
  const waiting = new Set<Waiting>()
  node.onRelease(() => {
    const moment = node.settle()
    go((one) => one.isOver(moment))
  })

  /** Lets those go on for which `isOver` says so. */
  function go(isOver: (one: Waiting) => boolean) {
    for (const one of [...waiting]) {
      if (isOver(one) && waiting.delete(one)) one.go()
    }
  }

  /** Resolves to when it was over, however far time has moved since. */
  function delay(
    ms: number,
    signal: AbortSignal | undefined,
  ): Promise<number | undefined> {
    return new Promise((resolve) => {
      const cancel = source.after(ms, () => {
        waiting.delete(over)
        resolve(node.settle().time)
      })
      const dueAt = node.settle().time + ms
      const over: Waiting = {
        signal,
        // Asked while time catches up, or with a seek, it is due sooner.
        isOver: ({ time }) => time >= dueAt,
        go() {
          cancel()
          resolve(node.isDisposed ? undefined : dueAt)
        },
      }
      waiting.add(over)
    })
  }

  /** A handler may never settle what it promised. */
  function settled(
    promised: Promise<Outcome>,
    signal: AbortSignal | undefined,
  ): Promise<Outcome> {
    return new Promise((resolve) => {
      const go = () => resolve({ type: 'network' })
      const over = { signal, isOver: () => false, go }
      waiting.add(over)
      void promised.then((outcome) => {
        waiting.delete(over)
        resolve(outcome)
      })
    })
  }

  return {
    add: (one: Waiting) => void waiting.add(one),
    go,
    delay,
    settled,
  }
}
