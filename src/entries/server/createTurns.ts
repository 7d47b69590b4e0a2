import { inLaterTurn } from '../../base/clock/turns.js'

/** Writes in one turn of the event loop: some 10 ms. */
const mostInTurn = 256

/** Writes some of what it has; returns whether there is more to write now. */
export type Write = () => boolean

/**
 * Lets a writer write at once, as long as few do. Many writers take turns, and
 * in between the event loop handles messages of clients and ends of
 * connections.
 */
export function createTurns(): (write: Write) => void {
  const line = new Set<Write>()
  let left = mostInTurn
  let isCounting = false

  function go(write: Write) {
    left--
    if (!isCounting) inLaterTurn(next)
    isCounting = true
    if (write()) line.add(write)
  }

  function next() {
    left = mostInTurn
    isCounting = false
    for (const write of line) {
      if (left === 0) return
      line.delete(write)
      go(write)
    }
  }

  return (write) => {
    if (left > 0 && line.size === 0) go(write)
    else line.add(write)
  }
}
