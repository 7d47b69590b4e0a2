// The turns of the event loop that no fake timer replaces. Nothing here tells
// time: a turn is over at once.

type Timers = {
  setImmediate(callback: () => void): unknown
  setTimeout(callback: () => void, ms: number): unknown
}

// Node has the one, browsers the other; no runtime declares both. Node loads
// thirty modules when `MessageChannel` is first read, a fifth of what loading
// this library takes: it is read where nothing else serves.
const ambient = globalThis as unknown as {
  process?: { getBuiltinModule?: (name: string) => Timers | undefined }
  setImmediate?: unknown
  MessageChannel: new () => {
    port1: { onmessage: (() => void) | null; close(): void }
    port2: { postMessage(message: null): void }
  }
}
const { process } = ambient

// Read once, since fake timers replace them later.
const { setImmediate: immediate, setTimeout: timeout } =
  process?.getBuiltinModule?.('node:timers') ?? ({} as Partial<Timers>)
const Channel = immediate === undefined ? ambient.MessageChannel : undefined

// React's scheduler goes on by either; if its environment has none, as jest's
// jsdom, by a real timer of 0 ms, which Node lets take 1 ms.
const realTimer =
  ambient.setImmediate === undefined && ambient.MessageChannel === undefined
    ? timeout
    : undefined

/** Whether React renders in real time, at no turn that anybody could wait for. */
export const isRenderingLate = realTimer !== undefined

/** Calls back in a later turn of the event loop, in the order of the calls. */
export function inLaterTurn(callback: () => void): void {
  if (Channel === undefined) {
    immediate?.(callback)
    return
  }
  const { port1, port2 } = new Channel()
  port1.onmessage = () => {
    port1.close()
    callback()
  }
  port2.postMessage(null)
}

/** Lets everything that waits for no time go on. */
export function laterTurn(): Promise<void> {
  return new Promise((resolve) => inLaterTurn(resolve))
}

/** The same, and lets React render what it put off. */
export function laterRender(): Promise<void> {
  if (realTimer === undefined) return laterTurn()
  return new Promise((resolve) => realTimer(resolve, 1))
}

/** Lets a little real time pass: at rest, where a timer stays real. */
export function laterMoment(): Promise<void> {
  if (timeout === undefined) return laterTurn()
  return new Promise((resolve) => timeout(resolve, 5))
}

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
