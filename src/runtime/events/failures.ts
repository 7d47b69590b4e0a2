import { reportUncaught } from './listeners.js'
import { throwAll } from './throwAll.js'

/** What listeners and steps throw, until whoever moves time can throw it. */
export type Failures = {
  /** An uncaught error, where nobody collects. */
  add(error: unknown): void
  /** Throws what `run` threw and added, once it is over. */
  collect(run: () => void): void
}

export function createFailures(): Failures {
  let collected: unknown[] | undefined
  return {
    add(error) {
      if (collected === undefined) reportUncaught(error)
      else collected.push(error)
    },
    collect(run) {
      const caught: unknown[] = []
      collected = caught
      try {
        run()
      } catch (error) {
        caught.push(error)
      } finally {
        collected = undefined
      }
      throwAll(caught)
    },
  }
}
