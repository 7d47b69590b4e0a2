import { inLaterTurn } from './laterTurn.js'

type Turns = { tasks: (() => void)[]; next: number }

/** Known to all copies of the package in a process: `settle` waits for them. */
const key = Symbol.for('preseal.socketTurns')

function known(): Turns {
  const shared = globalThis as unknown as { [key: symbol]: Turns | undefined }
  const turns = shared[key] ?? { tasks: [], next: 0 }
  shared[key] = turns
  return turns
}

/**
 * Does it in a turn of the event loop of its own, after all that came before it:
 * as a platform fires the events of sockets, without a timer.
 */
export function inOwnTurn(task: () => void): void {
  known().tasks.push(task)
  inLaterTurn(runNext)
}

function runNext() {
  const turns = known()
  const task = turns.tasks[turns.next++]
  if (turns.next === turns.tasks.length) {
    turns.tasks = []
    turns.next = 0
  }
  task?.()
}

/** Whether a socket has something to fire. */
export function isFiring(): boolean {
  return known().tasks.length > 0
}
