import timers from 'node:timers'

// Read once, since fake timers replace it later. Nothing here tells time.
const { setImmediate: inLaterTurn } = timers

/** Calls back in the next turn of the event loop, when others had theirs. */
export function laterTurn(callback: () => void): void {
  inLaterTurn(callback)
}
