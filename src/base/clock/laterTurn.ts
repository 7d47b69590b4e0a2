// The turns of the event loop that no fake timer replaces. Nothing here tells
// time: a turn is over at once.

type Timers = {
  setImmediate(callback: () => void): unknown
  setTimeout(callback: () => void, ms: number): unknown
}

// Node has the one, browsers the other; no runtime declares both.
const { process, setImmediate, MessageChannel } = globalThis as unknown as {
  process?: { getBuiltinModule?: (name: string) => Timers | undefined }
  setImmediate?: unknown
  MessageChannel: new () => {
    port1: { onmessage: (() => void) | null; close(): void }
    port2: { postMessage(message: null): void }
  }
}

// Read once, since fake timers replace it later.
const timers = process?.getBuiltinModule?.('node:timers')
const immediate = timers?.setImmediate

// React's scheduler goes on by either; if its environment has none, as jest's
// jsdom, by a real timer of 0 ms, which Node lets take 1 ms.
const realTimer =
  setImmediate === undefined && MessageChannel === undefined
    ? timers?.setTimeout
    : undefined

/** Calls back in a later turn of the event loop, in the order of the calls. */
export function inLaterTurn(callback: () => void): void {
  if (immediate !== undefined) {
    immediate(callback)
    return
  }
  const { port1, port2 } = new MessageChannel()
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
