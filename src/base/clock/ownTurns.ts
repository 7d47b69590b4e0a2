import { inLaterTurn } from './laterTurn.js'

type Turns = {
  /**
   * Does it in a turn of the event loop of its own, after all that came before
   * it: as a platform fires the events of sockets, without a timer.
   */
  readonly inOwnTurn: (task: () => void) => void
  /** Whether a socket has something to fire. */
  readonly isFiring: () => boolean
}

// jest takes the properties off what a test file left on its global, even while
// a turn is still to come. So what changes is in a closure.
function createTurns(): Turns {
  let tasks: (() => void)[] = []
  let next = 0
  function runNext() {
    const task = tasks[next++]
    if (next === tasks.length) {
      tasks = []
      next = 0
    }
    task?.()
  }
  return {
    inOwnTurn(task) {
      tasks.push(task)
      inLaterTurn(runNext)
    },
    isFiring: () => tasks.length > 0,
  }
}

const key = Symbol.for('preseal.socketTurns')
const shared = globalThis as unknown as { [key: symbol]: Turns | undefined }
shared[key] ??= createTurns()

/** Known to all copies of the package in a process: the kit waits for them. */
export const { inOwnTurn, isFiring } = shared[key]
